package adaptertest

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"platform.internal/platform-core/request"
)

// NameLimit is what a provider allows as the name of one type of resource.
type NameLimit struct {
	// Longest is the number of bytes.
	Longest int
	// Pattern is a regular expression of the whole name; empty for any.
	Pattern string
	// Reserved is a text that no name may hold; empty for none.
	Reserved string
}

// NameLimits are what a provider allows, by the type of resource.
type NameLimits struct {
	limits   map[string]NameLimit
	patterns map[string]*regexp.Regexp
}

// NewNameLimits returns the limits by type of resource. It panics at a pattern that is
// no regular expression.
func NewNameLimits(limits map[string]NameLimit) NameLimits {
	l := NameLimits{limits, map[string]*regexp.Regexp{}}
	for kind, limit := range limits {
		l.patterns[kind] = regexp.MustCompile("^(?:" + limit.Pattern + ")$")
		if limit.Pattern == "" {
			l.patterns[kind] = regexp.MustCompile("")
		}
	}
	return l
}

// CheckNames holds the resources of limited types to their limits, and that no
// two of one type have one name.
func (l NameLimits) CheckNames(resources []request.Resource) error {
	seen := map[string]bool{}
	for _, r := range resources {
		limit, limited := l.limits[r.Type]
		key := r.Type + " " + r.Name
		switch {
		case !limited:
			continue
		case len(r.Name) > limit.Longest:
			return fmt.Errorf("the name %q of %s is longer than %d", r.Name, r.Address, limit.Longest)
		case !l.patterns[r.Type].MatchString(r.Name):
			return fmt.Errorf("the name %q of %s does not match %s", r.Name, r.Address, limit.Pattern)
		case limit.Reserved != "" && strings.Contains(r.Name, limit.Reserved):
			return fmt.Errorf("the name %q of %s holds %q, which is reserved", r.Name, r.Address, limit.Reserved)
		case seen[key]:
			return fmt.Errorf("two of %s have the name %q", r.Type, r.Name)
		}
		seen[key] = true
	}
	return nil
}

// CheckUsed holds that the resources have each type with a limit: a limit of
// what is never made holds nothing.
func (l NameLimits) CheckUsed(resources []request.Resource) error {
	for _, kind := range slices.Sorted(maps.Keys(l.limits)) {
		if !slices.ContainsFunc(resources, func(r request.Resource) bool { return r.Type == kind }) {
			return fmt.Errorf("%s is limited, and never made", kind)
		}
	}
	return nil
}
