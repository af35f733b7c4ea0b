package testkit

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// NameLimit is what a provider allows as the name of one type of resource.
type NameLimit struct {
	// Longest is the number of bytes.
	Longest int
	// Pattern is for the whole name, with ^ and $; nil for any.
	Pattern *regexp.Regexp
	// Reserved is a text that may be in no name; empty for none.
	Reserved string
	// Unique means that two environments never have the same name.
	Unique bool
}

// NameLimits are what a provider allows, by the type of resource.
type NameLimits map[string]NameLimit

// CheckNames checks the names of resources of limited types: each keeps its
// limit, no two of one type are the same, and each type is there: a limit of what
// is never made checks nothing.
func (l NameLimits) CheckNames(resources []request.Resource) error {
	seen, left := map[string]bool{}, maps.Clone(l)
	for _, r := range resources {
		limit, limited := l[r.Type]
		key := r.Type + " " + r.Name
		switch {
		case !limited:
			continue
		case len(r.Name) > limit.Longest:
			return fmt.Errorf("the name %q of %s has %d bytes; the limit is %d", problem.Excerpt(r.Name, 60), r.Address,
				len(r.Name), limit.Longest)
		case limit.Pattern != nil && !limit.Pattern.MatchString(r.Name):
			return fmt.Errorf("the name %q of %s does not match %s", r.Name, r.Address, limit.Pattern)
		case limit.Reserved != "" && strings.Contains(r.Name, limit.Reserved):
			return fmt.Errorf("the name %q of %s has %q in it, which is reserved", r.Name, r.Address, limit.Reserved)
		case seen[key]:
			return fmt.Errorf("two of %s have the name %q", r.Type, r.Name)
		}
		seen[key] = true
		delete(left, r.Type)
	}
	if kinds := slices.Sorted(maps.Keys(left)); len(kinds) > 0 {
		return fmt.Errorf("%s has a limit, and is not made", kinds[0])
	}
	return nil
}

// checkOwners checks that the answer has no name that is another environment's, and
// adds its own to the owners.
func (l NameLimits) checkOwners(a adaptertest.Answer, owners map[string]string) error {
	for _, r := range a.Evaluation.Resources {
		key := r.Type + " " + r.Name
		if owner := owners[key]; l[r.Type].Unique && owner != "" && owner != a.Input.EnvironmentID {
			return fmt.Errorf("the name %q of %s is the one of %s, too", r.Name, r.Address, owner)
		}
		owners[key] = a.Input.EnvironmentID
	}
	return nil
}
