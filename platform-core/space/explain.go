package space

import (
	"context"
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Explanation has two requests that show what a rule asks for.
type Explanation struct {
	// Denied is the nearest request to a plain one that the rule denies. If there is one that no other rule
	// denies, AlsoDeniedBy is empty.
	Denied       Example
	AlsoDeniedBy []string
	// NeverDenies is true if it is proven that the rule denies no request. NeverAlone is true if it is proven
	// that another rule denies each request that the rule denies.
	NeverDenies, NeverAlone bool
	// Passing is the nearest request to Denied that the rule does not deny. It has another value of the
	// rule's own field, if that is possible. No rule denies it and the rule applies to it, if that is possible.
	Passing         Example
	PassingApplies  bool
	PassingDeniedBy []string
	// Gaps are reasons why the search may have missed a request; none for a complete search.
	Gaps []Gap
}

// appliesID is the ID of a rule that denies the requests to which the explained rule does not apply.
const appliesID = "applies"

// Explain explains a rule of a decider, also one that only advises. The error is that of Ask or of the context.
func Explain(ctx context.Context, d Decider, id string) (out Explanation, err error) {
	compiled := slices.Clone(d.Compiled)
	for i, c := range d.Compiled {
		if c.ID != id {
			continue
		}
		mandatory := *c
		mandatory.Level = profile.Mandatory
		compiled[i] = &mandatory
		if when, ok := c.WhenRule(appliesID); ok {
			compiled = append(compiled, when)
		}
	}
	d.Rules = NewRules(d.Profile, compiled, d.Adapter, d.Digest)
	rule, _ := d.ByID(id)
	if rule.Source == request.SourceProvider && rule.Level == profile.Advisory {
		return Explanation{Gaps: []Gap{{PolicyID: id, Why: "A search does not see the advisories of an adapter."}}}, nil
	}
	e := explainer{NewSpace(ctx, d), rule, RuleRef{0, id}, &out}
	if err = e.findDenied(ctx); err == nil && out.Denied.Found {
		err = e.findPassing(ctx)
	}
	e.addGaps()
	return out, err
}

// explainer fills in the explanation of a rule.
type explainer struct {
	*Space
	rule profile.SourcedRule
	ref  RuleRef
	out  *Explanation
}

// findDenied looks for a request that the rule denies, and prefers one that no other rule denies.
func (e explainer) findDenied(ctx context.Context) (err error) {
	denied := Goal{e.ref, true}
	alone := append(e.AcceptedBy(0, e.rule.ID), denied)
	if e.out.Denied, err = e.Nearest(ctx, alone...); err != nil || e.out.Denied.Found {
		return err
	}
	if e.out.Denied, err = e.Nearest(ctx, denied); err != nil {
		return err
	}
	if !e.out.Denied.Found {
		e.out.Gaps = append(e.dateGaps(e.ref), e.regionGaps(e.ref)...)
		e.out.NeverDenies = !e.out.Denied.LimitReached && len(e.Gaps(e.ref)) == 0 && len(e.out.Gaps) == 0
		return nil
	}
	if e.out.AlsoDeniedBy, err = e.deniedBy(ctx, 0, e.out.Denied.Request, e.rule.ID); err != nil {
		return err
	}
	plain, err := e.Plain(ctx)
	if err != nil {
		return err
	}
	e.out.NeverAlone, err = e.proveNone(ctx, plain, alone)
	return err
}

// findPassing looks for the nearest request to the denied one that the rule does not deny.
func (e explainer) findPassing(ctx context.Context) (err error) {
	denied := e.out.Denied.Request
	if e.out.Passing, e.out.PassingApplies, err = e.nearestPassing(ctx, denied); err != nil || !e.out.Passing.Found {
		return err
	}
	e.out.PassingDeniedBy, err = e.deniedBy(ctx, 0, e.out.Passing.Request, appliesID)
	if err != nil || len(e.out.PassingDeniedBy) == 0 {
		return err
	}
	_, err = e.proveNone(ctx, denied, e.AcceptedBy(0, appliesID))
	return err
}

// proveNone reports whether it is proven that no request reaches the goals. Otherwise it adds the gaps.
func (e explainer) proveNone(ctx context.Context, from request.Request, goals []Goal) (bool, error) {
	why, err := e.prove(ctx, query{from: from, goals: goals})
	e.out.Gaps = append(e.out.Gaps, why.gaps...)
	return why.isCertain(), err
}

// addGaps adds the gaps of the rule before those that were added so far.
func (e explainer) addGaps() {
	all := append(e.Gaps(e.ref), e.out.Gaps...)
	if e.out.Denied.LimitReached || e.out.Passing.LimitReached {
		all = append(all, limitGap(e.rule.ID))
	}
	for i := range all {
		if all[i].PolicyID == appliesID {
			all[i].PolicyID = e.rule.ID
		}
	}
	e.out.Gaps = appendGaps(nil, all...)
}

// nearestPassing returns the nearest request to a denied one that the rule does not deny, and whether the rule
// applies to it. It prefers a request that no rule denies.
func (e explainer) nearestPassing(ctx context.Context, denied request.Request) (found Example, applies bool,
	err error) {
	type try struct {
		goals   []Goal
		applies bool
	}
	passes := Goal{e.ref, false}
	tries := []try{{e.AcceptedBy(0), true}, {[]Goal{passes}, true}}
	if _, ok := e.deciders[0].compiled(appliesID); ok {
		tries = []try{
			{e.AcceptedBy(0), true}, {e.AcceptedBy(0, appliesID), false},
			{[]Goal{passes, {RuleRef{0, appliesID}, false}}, true}, {[]Goal{passes}, false},
		}
	}
	for _, t := range tries {
		if found, err = e.nearestTo(ctx, denied, t.goals); err != nil || found.Found {
			return found, t.applies, err
		}
	}
	return found, false, nil
}

// nearestTo returns the nearest request to a denied one that reaches the goals. It tries the value that the
// rule suggests, then other values of the rule's field, and then all fields.
func (e explainer) nearestTo(ctx context.Context, denied request.Request, goals []Goal) (Example, error) {
	suggested, ok, err := e.suggested(ctx, denied)
	if err != nil {
		return Example{}, err
	}
	if ok {
		found, err := e.search(ctx, query{from: suggested, goals: goals, fixed: AllFields})
		if err != nil || found.Found {
			found.Changed = []string{e.rule.Field}
			return found, err
		}
	}
	own := FieldsNamed(e.rule.Field)
	if found, err := e.search(ctx, query{from: denied, goals: goals, fixed: AllFields &^ own}); err != nil || found.Found {
		return found, err
	}
	return e.search(ctx, query{from: denied, goals: goals})
}

// suggested returns a denied request with the value that the rule suggests; not ok if it suggests none.
func (e explainer) suggested(ctx context.Context, denied request.Request) (r request.Request, ok bool, err error) {
	answer, err := e.answer(ctx, 0, denied)
	if err != nil {
		return r, false, err
	}
	value := answer.Denies[e.rule.ID]
	if c, ok := e.deciders[0].compiled(e.rule.ID); ok {
		value, _ = c.Evaluate(e.deciders[0].candidate(denied, answer.Estimate, e.budget))
	}
	if value.IsZero() {
		return r, false, nil
	}
	r, err = denied.With(e.rule.Field, value)
	return r, err == nil, nil
}
