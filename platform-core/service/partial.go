package service

import (
	"cmp"
	"context"
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
)

// PartialOptions select what a partial evaluation adds.
type PartialOptions struct{ LatestExpiry, Choices bool }

// EvaluatePartial evaluates a request that may have missing or wrong fields. It stores nothing.
func (s *Service) EvaluatePartial(
	ctx context.Context, p request.Partial, o PartialOptions,
) (e wire.PartialEvaluation, err error) {
	in, err := s.current(ctx, problem.InstallationRequired)
	if err != nil {
		return e, err
	}
	date, evaluate := s.date(in.Profile), s.evaluateOpen
	if p.Complete() {
		evaluate = s.evaluateComplete
	}
	e, err = evaluate(ctx, in, p, date)
	if err == nil && o.LatestExpiry && p.Complete() {
		e.LatestExpiry, err = s.latestExpiry(ctx, in, p.Request)
		suggestExpiry(e.Violations, e.LatestExpiry)
	}
	if err == nil && o.Choices {
		err = s.choose(ctx, in, p, date, &e)
	}
	return e, err
}

// suggestExpiry sets the suggestion of the violations on the expiry date to latest. It changes nothing if latest is
// empty.
func suggestExpiry(violations []request.Violation, latest request.Date) {
	for i, v := range violations {
		if latest != "" && v.Field == request.ExpiryField {
			violations[i].Suggestion = request.Text(string(latest))
		}
	}
}

// partialCommon evaluates rules of the platform and of the organisation for a partial request.
func partialCommon(
	in *installed, rules *policy.Set, p request.Partial, native partialNative, date request.Date, budget *policy.Budget,
) policy.Result {
	return rules.EvaluatePartial(policy.Input{
		Request: p.Request, Profile: in.Profile, Estimate: native.Estimate, Date: date, Budget: budget,
	}, p.Unknown(), p.Complete() || len(native.Estimate.Items) > 0)
}

// evaluateOpen evaluates an incomplete request.
func (s *Service) evaluateOpen(
	ctx context.Context, in *installed, p request.Partial, date request.Date,
) (e wire.PartialEvaluation, err error) {
	native, err := s.evaluateNative(ctx, in, p, date, false)
	if err != nil {
		return e, err
	}
	budget := policy.NewBudget(ctx, policy.RequestSteps)
	common := partialCommon(in, in.policies, p, native, date, budget)
	common.Violations = append(common.Violations, needsExpiry(in, p, native, date, budget)...)
	if err := ctx.Err(); err != nil {
		return e, err
	}
	nameRegions(in, common.Violations)
	e = wire.PartialEvaluation{
		Schema: wire.PartialEvaluationSchema, Verdict: wire.VerdictOpen, EvaluatedOn: date,
		Missing: append([]string{}, p.Missing...), Faults: append([]problem.Fault{}, p.Faults...),
		Violations: append(common.Violations, native.Violations...),
		Advisories: append(common.Advisories, native.Advisories...),
		Exceptions: common.Exceptions,
		Rules:      native.rules,
	}
	for _, o := range common.Outcomes {
		e.Rules = append(e.Rules, wire.RuleStatus{PolicyID: o.ID, Source: o.Source, Field: o.Field, Level: o.Level,
			Status: o.Outcome})
	}
	slices.SortFunc(e.Rules, func(a, b wire.RuleStatus) int { return cmp.Compare(a.PolicyID, b.PolicyID) })
	request.SortViolations(e.Violations)
	request.SortViolations(e.Advisories)
	if len(native.Estimate.Items) > 0 {
		e.Estimate = &native.Estimate
	}
	lack(&e, p.Request)
	if len(e.Denials()) > 0 {
		e.Verdict = wire.VerdictDenied
	}
	_, err = bounded(in.Profile.Provider, "partial evaluation", e, store.MaxRecordSize,
		answerField{"estimate.items", native.Estimate.Items}, answerField{"violations", native.Violations},
		answerField{"advisories", native.Advisories})
	return e, err
}

// needsExpiry returns the violations of the rules that need the expiry date, if it is not written yet.
func needsExpiry(
	in *installed, p request.Partial, native partialNative, date request.Date, budget *policy.Budget,
) []request.Violation {
	faulty := slices.ContainsFunc(p.Faults, func(f problem.Fault) bool { return f.Field == request.ExpiryField })
	without, err := p.With(request.ExpiryField, request.Value{})
	if p.Given[request.ExpiryField] || faulty || err != nil {
		return nil
	}
	rules := in.policies.AffectedBy(request.ExpiryField)
	found := partialCommon(in, rules, without, native, date, budget).Violations
	return slices.DeleteFunc(found, func(v request.Violation) bool { return !isLacking(p.Request, v) })
}

// isLacking reports whether a violation is about an expiry date that is not written.
func isLacking(r request.Request, v request.Violation) bool {
	return v.Field == request.ExpiryField && r.ExpiryDate == ""
}

// lack adds the expiry date to the missing fields if a violation needs it.
func lack(e *wire.PartialEvaluation, r request.Request) {
	if slices.ContainsFunc(e.Violations, func(v request.Violation) bool { return isLacking(r, v) }) {
		e.Missing = append(e.Missing, request.ExpiryField)
	}
}

// partialNative is the usable part of the adapter's answer for a partial request.
type partialNative struct {
	adapter.Evaluation
	rules []wire.RuleStatus
	// answered is the estimate of the request with the assumed fields. priced means that it is an estimate
	// for the given fields.
	answered request.Estimate
	assuming map[string]string
	priced   bool
}

// evaluateNative asks the adapter about a partial request. It fills in examples for missing fields, and
// takes only the parts of the answer that depend on given fields, as the adapter describes its rules and
// estimates. For a variant it also needs the price.
func (s *Service) evaluateNative(
	ctx context.Context, in *installed, p request.Partial, date request.Date, isVariant bool,
) (partialNative, error) {
	d := in.status.Description
	decided := func(reads []string) bool {
		return p.Complete() || len(reads) > 0 && !slices.ContainsFunc(reads, func(name string) bool { return !p.Given[name] })
	}
	var native partialNative
	sized, any := decided(d.EstimateReads), false
	for _, r := range d.Rules {
		status := request.Open
		if decided(r.Reads) {
			status, any = request.Satisfied, true
		}
		native.rules = append(native.rules, wire.RuleStatus{
			PolicyID: r.ID, Source: request.SourceProvider, Field: r.Field, Level: r.Level, Status: status,
		})
	}
	filled := p.Filled()
	if isVariant {
		filled, native.assuming, native.priced = assumed(p, d)
	}
	if !any && !sized && !native.priced {
		return native, nil
	}
	impl, err := s.adapter(ctx, in)
	if err != nil {
		return native, err
	}
	input := adapter.NewInput(filled, in.Profile)
	input.WithoutResources = isVariant
	answer, err := impl.Evaluate(ctx, input)
	if err == nil && !isVariant {
		err = correctSuggestions(ctx, impl, input, in.Profile, answer)
	}
	if err != nil {
		return native, err
	}
	native.answered = answer.Estimate
	if sized {
		native.Estimate = answer.Estimate
	}
	native.Violations = native.take(answer.Violations)
	native.Advisories = native.take(append(answer.Advisories, late(d.Rules, filled, date)...))
	return native, nil
}

// take returns the findings of decided rules, and marks these rules as violated.
func (n *partialNative) take(found []request.Violation) []request.Violation {
	var taken []request.Violation
	for _, v := range found {
		at := slices.IndexFunc(n.rules, func(r wire.RuleStatus) bool { return r.PolicyID == v.PolicyID })
		if n.rules[at].Status != request.Open {
			n.rules[at].Status = request.Violated
			taken = append(taken, v)
		}
	}
	return taken
}

// evaluateComplete evaluates a complete request.
func (s *Service) evaluateComplete(
	ctx context.Context, in *installed, p request.Partial, date request.Date,
) (e wire.PartialEvaluation, err error) {
	record, err := s.record(ctx, in, adapter.NewInput(p.Request, in.Profile), date)
	if err != nil {
		return e, err
	}
	fixes, err := s.fixes(ctx, record, MaxAlternatives)
	e = wire.PartialEvaluation{
		Schema: wire.PartialEvaluationSchema, Verdict: wire.VerdictAccepted, EvaluatedOn: record.EvaluatedOn,
		Missing: []string{}, Faults: []problem.Fault{},
		Violations: record.Violations, Advisories: record.Advisories, Exceptions: record.Exceptions,
		Estimate: &record.Estimate, Fixes: fixes,
	}
	lack(&e, p.Request)
	switch {
	case len(e.Denials()) > 0:
		e.Verdict = wire.VerdictDenied
	case !e.Complete():
		e.Verdict = wire.VerdictOpen
	}
	for _, o := range record.Rules() {
		e.Rules = append(e.Rules, wire.RuleStatus{PolicyID: o.PolicyID, Source: o.Source, Field: o.Field, Level: o.Level,
			Status: o.Outcome})
	}
	return e, err
}
