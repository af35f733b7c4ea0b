package adaptertest

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// readsHold checks that each rule depends only on its Reads, and the estimate only on EstimateReads: the
// result is the same for a request that differs in all other fields. It also checks that
// WithoutResources changes no finding and no cost.
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
		without := evaluated(ctx, s.running, withoutResources(a.question))
		if err := cmp.Or(want.refused, without.refused); err != nil {
			return s.refusal("Evaluate of "+a.name, err)
		}
		if err := sameWithout(want, without); err != nil {
			return err
		}
		for _, r := range append(s.description.Rules, adapter.Rule{ID: theEstimate, Reads: s.description.EstimateReads}) {
			if len(r.Reads) == 0 {
				continue // all of them
			}
			if err := s.readsOnly(ctx, a, r, other, want); err != nil {
				return err
			}
		}
	}
	return nil
}

// readsOnly checks that a rule gives the same result for a request with the values of other in all fields that the rule
// does not read. want is the answer to the request itself.
func (s *suite) readsOnly(ctx context.Context, a answer, r adapter.Rule, other request.Request, want answer) error {
	for _, name := range r.Reads {
		f, _ := request.FieldNamed(name) // the contract checks the names
		f.Assign(&other, f.Get(&a.input.Request))
	}
	got := s.changed(ctx, a, other)
	if got.refused != nil { // not the fault of the rule
		return s.refusal("Evaluate of "+a.name+" with other values of fields", got.refused)
	}
	w, g := want.result(r.ID), got.result(r.ID)
	if r.ID == theEstimate && (unsized(w) || unsized(g)) || reflect.DeepEqual(w, g) {
		return nil // other fields may decide whether a request can be sized
	}
	list := "Reads"
	if r.ID == theEstimate {
		list = "EstimateReads"
	}
	return fmt.Errorf("%s depends on %s, which %s does not name: of %s it makes %s, and with another value %s", r.ID,
		s.culprit(ctx, a, r, other, w), list, a.name, inShort(w), inShort(g))
}

// culprit names the field on which a rule depends without declaring it: if the answer's request has only this field
// from other, the rule's result is not want.
func (s *suite) culprit(ctx context.Context, a answer, r adapter.Rule, other request.Request, want any) string {
	for _, f := range request.Fields() {
		changed := a.input.Request
		f.Assign(&changed, f.Get(&other))
		if !slices.Contains(r.Reads, f.Name) && !reflect.DeepEqual(want, s.changed(ctx, a, changed).result(r.ID)) {
			return f.Name
		}
	}
	return "several other fields together"
}

// inShort describes a finding or an estimate in a few words.
func inShort(result any) string {
	switch r := result.(type) {
	case request.Violation:
		return fmt.Sprintf("%q", r.Message)
	case request.Estimate:
		return fmt.Sprintf("an estimate of %s", r.KnownTotal)
	}
	return "no finding"
}

func withoutResources(q question) question {
	q.input.WithoutResources = true
	return q
}

// sameWithout checks that an evaluation with WithoutResources equals the whole one, except for the
// resources.
func sameWithout(whole, without answer) error {
	if len(without.Evaluation.Resources) == 0 {
		whole.Evaluation.Resources = without.Evaluation.Resources
	}
	if !reflect.DeepEqual(whole.Evaluation, without.Evaluation) {
		return fmt.Errorf("%s is evaluated otherwise without resources: %+v, and %+v with them", whole.name,
			without.Evaluation, whole.Evaluation)
	}
	return nil
}

func unsized(estimate any) bool {
	e, ok := estimate.(request.Estimate)
	return ok && len(e.Items) == 0
}

// theEstimate is the name of the estimate among the rules.
const theEstimate = "the estimate"

// result returns the finding of a rule, or the estimate.
func (a answer) result(id string) any {
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
