package adaptertest

import (
	"context"
	"fmt"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// laterFields are the fields of a request that do not change the resources: owner, reason, expiry and
// cost.
var laterFields = []string{
	request.OwnerField, request.CostCentreField, request.BudgetField, request.JustificationField, request.ExpiryField,
}

// sameEnvironment checks that a request that differs in these fields has the same resources, by address
// and name. Otherwise Terraform would build a second environment instead of changing the first.
func sameEnvironment(ctx context.Context, s *suite) error {
	other := Request(s.description.DefaultRegion)
	for _, a := range s.first.answers {
		if a.refused != nil || a.input.Mode != profile.Simulation || !wellFormed(a.input.Request) {
			continue
		}
		later := a.input.Request
		for _, name := range laterFields {
			f, _ := request.FieldNamed(name)
			if values := otherValues(s.description, f, f.Get(&later)); len(values) > 0 {
				f.Assign(&later, values[0])
				continue
			}
			f.Assign(&later, f.Get(&other))
		}
		if err := sameNames(a.Evaluation.Resources, s.changed(ctx, a, later).Evaluation.Resources); err != nil {
			return fmt.Errorf("after a later request for the environment of %s: %w", a.name, err)
		}
	}
	return nil
}

func sameNames(now, later []request.Resource) error {
	for i := range min(len(now), len(later)) {
		if now[i].Address != later[i].Address || now[i].Name != later[i].Name {
			return fmt.Errorf("%s with the name %q is %s with the name %q", now[i].Address, now[i].Name, later[i].Address,
				later[i].Name)
		}
	}
	if len(now) != len(later) {
		return fmt.Errorf("there are %d resources where there were %d", len(later), len(now))
	}
	return nil
}
