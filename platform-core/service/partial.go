package service

import (
	"cmp"
	"context"
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
)

// PartialOptions say what is wanted of a partial evaluation besides.
type PartialOptions struct{ LatestExpiry, Choices bool }

// EvaluatePartial returns what the rules say of a request that is still being
// written. It stores nothing.
func (s *Service) EvaluatePartial(ctx context.Context, p request.Partial, o PartialOptions) (wire.PartialEvaluation, error) {
	in, err := s.current(ctx, problem.InstallationRequired)
	if err != nil {
		return wire.PartialEvaluation{}, err
	}
	date, evaluate := s.date(in.Profile), s.evaluateOpen
	if p.Complete() {
		evaluate = s.evaluateComplete
	}
	e, err := evaluate(ctx, in, p, date)
	if err == nil && o.LatestExpiry && p.Complete() {
		e.LatestExpiry, err = s.latestExpiry(ctx, in, p.Request)
	}
	if err == nil && o.Choices {
		err = s.choose(ctx, in, p, date, &e)
	}
	return e, err
}

// partialCommon is what the rules of the platform and of the organisation say of a partial request.
func partialCommon(in *installed, rules *policy.Set, p request.Partial, native partialNative, date request.Date, budget *policy.Budget) policy.Result {
	return rules.EvaluatePartial(policy.Input{
		Request: p.Request, Profile: in.Profile, Estimate: native.Estimate, Date: date, Budget: budget,
	}, p.Unknown(), p.Complete() || len(native.Estimate.Items) > 0)
}

// evaluateOpen returns the evaluation of a request that lacks something.
func (s *Service) evaluateOpen(ctx context.Context, in *installed, p request.Partial, date request.Date) (wire.PartialEvaluation, error) {
	native, err := s.evaluateNative(ctx, in, p, date, false)
	if err != nil {
		return wire.PartialEvaluation{}, err
	}
	common := partialCommon(in, in.policies, p, native, date, policy.NewBudget(ctx, policy.RequestSteps))
	if err := ctx.Err(); err != nil {
		return wire.PartialEvaluation{}, err
	}
	nameRegions(in, common.Violations)
	e := wire.PartialEvaluation{
		Schema: wire.PartialEvaluationSchema, Verdict: wire.VerdictOpen, EvaluatedOn: date,
		Missing: append([]string{}, p.Missing...), Faults: append([]problem.Fault{}, p.Faults...),
		Violations: append(common.Violations, native.Violations...),
		Advisories: append(common.Advisories, native.Advisories...),
		Exceptions: common.Exceptions,
		Rules:      native.rules,
	}
	for _, o := range common.Outcomes {
		e.Rules = append(e.Rules, ruleStatus(o.ID, o.Source, o.Field, o.Level, o.Status))
	}
	slices.SortFunc(e.Rules, func(a, b wire.RuleStatus) int { return cmp.Compare(a.PolicyID, b.PolicyID) })
	request.SortViolations(e.Violations)
	request.SortViolations(e.Advisories)
	if len(native.Estimate.Items) > 0 {
		e.Estimate = &native.Estimate
	}
	if len(e.Violations) > 0 {
		e.Verdict = wire.VerdictDenied
	}
	_, err = bounded(in.Profile.Provider, "partial evaluation", e, store.MaxRecordSize,
		part{"estimate.items", native.Estimate.Items}, part{"violations", native.Violations}, part{"advisories", native.Advisories})
	return e, err
}

// partialNative is what the adapter's answer decides of a partial request.
type partialNative struct {
	adapter.Evaluation
	rules []wire.RuleStatus
	// answered is the estimate of the request with what is assumed; priced is set where it is one of
	// the request that is written.
	answered request.Estimate
	assuming map[string]string
	priced   bool
}

// evaluateNative asks the adapter about a partial request. It fills in examples
// for the fields that are not given, and takes from the answer what depends on
// given fields only, as the adapter describes its rules and its estimates. A variant is also asked
// about for its price.
func (s *Service) evaluateNative(ctx context.Context, in *installed, p request.Partial, date request.Date, isVariant bool) (partialNative, error) {
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
		native.rules = append(native.rules, ruleStatus(r.ID, request.SourceProvider, r.Field, r.Level, status))
	}
	filled := p.Filled()
	if isVariant {
		filled, native.assuming, native.priced = assumed(p, d)
	}
	if !any && !sized && !native.priced {
		return native, nil
	}
	ask, input := s.ask, adapter.NewInput(filled, in.Profile)
	if isVariant {
		ask, input.WithoutResources = s.askPlainly, true
	}
	answer, err := ask(ctx, in, input)
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

// take returns the findings of the rules that are decided, and marks these as
// violated.
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

// evaluateComplete returns the evaluation of a complete request.
func (s *Service) evaluateComplete(ctx context.Context, in *installed, p request.Partial, date request.Date) (wire.PartialEvaluation, error) {
	record, err := s.record(ctx, in, adapter.NewInput(p.Request, in.Profile), date)
	if err != nil {
		return wire.PartialEvaluation{}, err
	}
	fixes, err := s.fixes(ctx, record, MaxAlternatives)
	e := wire.PartialEvaluation{
		Schema: wire.PartialEvaluationSchema, Verdict: wire.VerdictAccepted, EvaluatedOn: record.EvaluatedOn,
		Missing: []string{}, Faults: []problem.Fault{},
		Violations: record.Violations, Advisories: record.Advisories, Exceptions: record.Exceptions, Estimate: &record.Estimate, Fixes: fixes,
	}
	if record.Decision == request.Denied {
		e.Verdict = wire.VerdictDenied
	}
	for _, o := range record.Rules() {
		e.Rules = append(e.Rules, ruleStatus(o.PolicyID, o.Source, o.Field, o.Level, o.Outcome))
	}
	return e, err
}

func ruleStatus(id string, source request.Source, field string, level profile.Level, status request.Outcome) wire.RuleStatus {
	return wire.RuleStatus{PolicyID: id, Source: source, Field: field, Level: level, Status: status}
}
