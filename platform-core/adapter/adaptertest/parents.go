package adaptertest

import (
	"fmt"

	"platform.internal/platform-core/request"
)

// CheckParents holds that no resource lives in itself, by however many others.
func CheckParents(resources []request.Resource) error {
	parents := map[string]string{}
	for _, r := range resources {
		parents[r.Address] = r.Parent
	}
	for _, r := range resources {
		steps := 0
		for at := r.Address; at != ""; at = parents[at] {
			if steps++; steps > len(resources) {
				return fmt.Errorf("%s lives in itself, by its parent %s", r.Address, r.Parent)
			}
		}
	}
	return nil
}
