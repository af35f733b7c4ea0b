package adaptertest

import (
	"bytes"
	"fmt"

	"platform.internal/platform-core/adapter"
)

// CheckRootIsGeneral holds that main.tf has none of the texts of its request,
// also by chance: they must come from the inputs.
func CheckRootIsGeneral(a Answer) error {
	r := a.Order.Request
	for field, text := range map[string]string{
		"application": r.Application, "region": r.Region, "cost_centre": r.CostCentre, "network_cidr": r.NetworkCIDR.String(),
		"owner": r.Owner, "request ID": a.Order.Identity.RequestID,
	} {
		if text != "" && bytes.Contains(a.Root(), []byte(text)) {
			return fmt.Errorf("%s holds the %s %s", adapter.RootFile, field, text)
		}
	}
	return nil
}
