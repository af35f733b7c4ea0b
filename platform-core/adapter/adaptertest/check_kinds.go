package adaptertest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// resourcesDrawn checks the resource kinds of the description: each role is one of the contract, main.tf
// declares each resource, and each resource of an answer has a role and the properties of its detail.
func resourcesDrawn(_ context.Context, s *suite) error {
	kinds := s.description.ResourceKinds
	for _, k := range kinds {
		if !slices.Contains(profile.ResourceRoles(), k.Role) {
			return fmt.Errorf("the role %q of %s is not one of %q", k.Role, k.Resource, profile.ResourceRoles())
		}
	}
	if len(kinds) == 0 {
		return nil // all of them are shown as other
	}
	if s.root == nil {
		return errNoRoot
	}
	for _, k := range kinds {
		if !slices.ContainsFunc(s.root.Blocks("resource"), func(b Block) bool {
			return k.Resource == b.Labels()[0] || k.Resource == strings.Join(b.Labels(), ".")
		}) {
			return fmt.Errorf("%s has a role, and main.tf does not declare it", k.Resource)
		}
	}
	for _, a := range s.accepted {
		for _, r := range a.Evaluation.Resources {
			if err := drawn(kinds, r); err != nil {
				return fmt.Errorf("%s: %w", a.name, err)
			}
		}
	}
	return nil
}

func drawn(kinds []profile.ResourceKind, r request.Resource) error {
	kind, ok := profile.KindOf(kinds, r.Type, r.Address)
	if !ok {
		return fmt.Errorf("%s has no role; its type is not among the resource kinds of the description", r.Address)
	}
	if _, whole := kind.DetailOf(r.Properties.Get); !whole {
		return fmt.Errorf("%s lacks a property of its detail %q", r.Address, kind.Detail)
	}
	return nil
}
