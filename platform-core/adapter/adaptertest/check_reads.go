package adaptertest

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// readsHold checks that no rule and no estimate depends on another field of a
// request than those that the description names in Reads and EstimateReads: what
// they make of each request is what they make of a request that differs in
// everything else.
func readsHold(ctx context.Context, s *suite) error {
	other := Request(s.description.DefaultRegion)
	for _, f := range request.Fields() {
		for _, value := range otherValues(s.description, f, f.Get(&other)) {
			f.Assign(&other, value)
		}
	}
	rules := readers(s.description)
	for _, a := range s.first.answers {
		if a.refused != nil || a.input.Mode != profile.Simulation || !wellFormed(a.input.Request) {
			continue
		}
		want := evaluated(ctx, s.quick(), a.question)
		for _, reads := range slices.Sorted(maps.Keys(rules)) {
			got := s.changed(ctx, a, withFields(other, a.input.Request, strings.Fields(reads)))
			for _, id := range rules[reads] {
				if w, g := want.of(id), got.of(id); !reflect.DeepEqual(w, g) {
					return fmt.Errorf("%s depends on more than %s: of %s it makes %+v, and %+v with other fields", id, reads, a.name, w, g)
				}
			}
		}
	}
	return nil
}

// theEstimate is who reads EstimateReads.
const theEstimate = "the estimate"

// readers returns the IDs of rules by the fields that they read, separated by
// spaces, and theEstimate.
func readers(d adapter.Description) map[string][]string {
	found := map[string][]string{strings.Join(d.EstimateReads, " "): {theEstimate}}
	for _, r := range d.Rules {
		key := strings.Join(r.Reads, " ")
		found[key] = append(found[key], r.ID)
	}
	delete(found, "") // all fields
	return found
}

// of returns what a rule finds, or the estimate.
func (a answer) of(id string) any {
	if id == theEstimate {
		return a.Evaluation.Estimate
	}
	for _, v := range a.findings() {
		if v.PolicyID == id {
			return v
		}
	}
	return nil
}

// withFields returns a request with the fields of another.
func withFields(r, from request.Request, names []string) request.Request {
	for _, name := range names {
		if f, known := request.FieldNamed(name); known {
			f.Assign(&r, f.Get(&from))
		}
	}
	return r
}
