package adaptertest

import (
	"context"
	"fmt"
	"reflect"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// readsHold checks that no rule and no estimate depends on another field of a
// request than those that the description names in Reads and EstimateReads: what
// they make of each request is what they make of a request that differs in
// everything else. Nor does it matter whether resources are wanted.
func readsHold(ctx context.Context, s *suite) error {
	other := Request(s.description.DefaultRegion)
	for _, f := range request.Fields() {
		for _, value := range otherValues(s.description, f, f.Get(&other)) {
			f.Assign(&other, value)
		}
	}
	for _, a := range s.first.answers {
		if a.refused != nil || a.input.Mode != profile.Simulation || !wellFormed(a.input.Request) {
			continue
		}
		want := evaluated(ctx, s.running, a.question)
		if err := sameWithout(want, evaluated(ctx, s.running, withoutResources(a.question))); err != nil {
			return err
		}
		for _, r := range append(s.description.Rules, adapter.Rule{ID: theEstimate, Reads: s.description.EstimateReads}) {
			if len(r.Reads) == 0 {
				continue // all of them
			}
			changed := other
			for _, name := range r.Reads {
				f, _ := request.FieldNamed(name) // the contract checks the names
				f.Assign(&changed, f.Get(&a.input.Request))
			}
			w, g := want.of(r.ID), s.changed(ctx, a, changed).of(r.ID)
			if r.ID == theEstimate && (unsized(w) || unsized(g)) {
				continue // whether a request can be sized may depend on more
			}
			if !reflect.DeepEqual(w, g) {
				return fmt.Errorf("%s depends on more than %s: of %s it makes %+v, and %+v with other fields", r.ID, r.Reads, a.name, w, g)
			}
		}
	}
	return nil
}

func withoutResources(q question) question {
	q.input.WithoutResources = true
	return q
}

// sameWithout checks that an evaluation whose resources nobody wants is like the
// whole one, with or without them.
func sameWithout(whole, without answer) error {
	if len(without.Evaluation.Resources) == 0 {
		whole.Evaluation.Resources = without.Evaluation.Resources
	}
	if !reflect.DeepEqual(whole.Evaluation, without.Evaluation) {
		return fmt.Errorf("%s is evaluated otherwise without resources: %+v, and %+v with them", whole.name, without.Evaluation, whole.Evaluation)
	}
	return nil
}

func unsized(estimate any) bool {
	e, ok := estimate.(request.Estimate)
	return ok && len(e.Items) == 0
}

// theEstimate is who reads EstimateReads.
const theEstimate = "the estimate"

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
