package adaptertest

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// CheckReads checks that no rule and no estimate depends on another field of a
// request than those that the description names in Reads and EstimateReads:
// what they make of each request is what they make of other with those fields of
// the request. It asks in simulation mode.
func CheckReads(ctx context.Context, a adapter.Adapter, requests []request.Request, other request.Request) error {
	d, err := a.Describe(ctx)
	if err != nil {
		return err
	}
	for _, r := range requests {
		want, err := a.Evaluate(ctx, Input(d, profile.Simulation, r))
		if err != nil {
			return err
		}
		for reads, ids := range readers(d) {
			got, err := a.Evaluate(ctx, Input(d, profile.Simulation, withFields(other, r, strings.Fields(reads))))
			if err != nil {
				return err
			}
			for _, id := range ids {
				if w, g := madeBy(id, want), madeBy(id, got); !reflect.DeepEqual(w, g) {
					return fmt.Errorf("%s depends on more than %s: it makes %v of %+v, and %v with other fields", readerName(id), reads, w, r, g)
				}
			}
		}
	}
	return nil
}

// readers returns the IDs of rules by the fields that they read, separated by
// spaces; the ID of the estimate is empty.
func readers(d adapter.Description) map[string][]string {
	found := map[string][]string{}
	add := func(reads []string, id string) {
		if len(reads) > 0 {
			key := strings.Join(reads, " ")
			found[key] = append(found[key], id)
		}
	}
	add(d.EstimateReads, "")
	for _, r := range d.Rules {
		add(r.Reads, r.ID)
	}
	return found
}

func readerName(id string) string {
	if id == "" {
		return "the estimate"
	}
	return id
}

// madeBy returns what a rule finds, or the estimate.
func madeBy(id string, e adapter.Evaluation) any {
	if id == "" {
		return e.Estimate
	}
	for _, v := range slices.Concat(e.Violations, e.Advisories) {
		if v.PolicyID == id {
			return v
		}
	}
	return nil
}

// withFields returns a request with the fields of another.
func withFields(r, from request.Request, names []string) request.Request {
	for _, name := range names {
		if field, known := request.FieldNamed(name); known {
			field.Assign(&r, field.Get(&from))
		}
	}
	return r
}
