package service

import (
	"cmp"
	"context"
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
)

// Evaluated is an evaluated request: its record, the fixes, and what its proposal needs.
type Evaluated struct {
	request.Record
	wire.Fixes
	// JSON is the document of the record that every view sends. It is nil for a brief evaluation.
	JSON []byte

	entry  document.Entry // with JSON
	in     *installed
	input  adapter.Input
	common policy.Result
	native adapter.Evaluation
}

// ResourceCount returns the number of resources of the environment, also in a mode whose records do not
// list them. It returns 0 for a brief evaluation.
func (e *Evaluated) ResourceCount() int { return len(e.native.Resources) }

// record evaluates an input on a date and encodes the record. It stores nothing.
func (s *Service) record(
	ctx context.Context, in *installed, input adapter.Input, date request.Date,
) (*Evaluated, error) {
	e, err := s.evaluate(ctx, in, input, date)
	if err != nil {
		return nil, err
	}
	if e.entry, err = encodedRecord(e.Record); err != nil {
		return nil, err
	}
	e.JSON = e.entry.Document()
	return e, nil
}

// encodedRecord returns the encoding of a record. See [bounded] for the error.
func encodedRecord(r request.Record) (document.Entry, error) {
	return bounded(r.Provider, "record", r, store.MaxRecordSize,
		answerField{"estimate.items", r.Estimate.Items}, answerField{"resources", r.SimulatedResources},
		answerField{"violations", r.Violations}, answerField{"advisories", r.Advisories})
}

// evaluate evaluates an input on a date. It does not encode the record.
func (s *Service) evaluate(
	ctx context.Context, in *installed, input adapter.Input, date request.Date,
) (*Evaluated, error) {
	start := s.now()
	native, err := s.ask(ctx, in, input)
	if err != nil {
		return nil, err
	}
	e, err := decide(ctx, in, input, native, date, policy.NewBudget(ctx, policy.RequestSteps))
	if err != nil {
		return nil, err
	}
	s.evaluated(e.Decision, s.now().Sub(start))
	return e, nil
}

// decide evaluates the rules for an input and the adapter's answer. It fails if the context ends, because
// rules that were not evaluated must not decide.
func decide(
	ctx context.Context, in *installed, input adapter.Input, native adapter.Evaluation, date request.Date,
	budget *policy.Budget,
) (*Evaluated, error) {
	native.Advisories = append(native.Advisories, late(in.status.Description.Rules, input.Request, date)...)
	common := in.policies.Evaluate(policy.Input{
		Request: input.Request, Profile: in.Profile, Estimate: native.Estimate, Date: date, Budget: budget,
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	nameRegions(in, common.Violations)
	r := compose(in, input, native, common, date)
	return &Evaluated{Record: r, in: in, input: input, common: common, native: native}, nil
}

// late returns the advisories of rules that ended before a date.
func late(rules []adapter.Rule, r request.Request, date request.Date) (list []request.Violation) {
	for i := range rules {
		if advisory, past := rules[i].Late(r, date); past {
			list = append(list, advisory)
		}
	}
	return list
}

// ask returns the adapter's evaluation with corrected suggestions; see [correctSuggestions].
func (s *Service) ask(ctx context.Context, in *installed, input adapter.Input) (adapter.Evaluation, error) {
	impl, err := s.adapter(ctx, in)
	if err != nil {
		return adapter.Evaluation{}, err
	}
	native, err := impl.Evaluate(ctx, input)
	if err != nil {
		return adapter.Evaluation{}, err
	}
	return native, correctSuggestions(ctx, impl, input, in.Profile, native)
}

// compose returns the record of the findings of the rules and of the adapter.
func compose(
	in *installed, input adapter.Input, native adapter.Evaluation, common policy.Result, date request.Date,
) request.Record {
	r := request.Record{
		Schema: request.RecordSchema, RequestID: input.Identity.RequestID, Fingerprint: input.Identity.Fingerprint,
		Provider: in.Profile.Provider, Mode: string(in.Profile.Mode), Decision: request.Accepted,
		EvaluatedOn: date, Request: input.Request, RecordPath: request.RecordPath(input.Identity.RequestID),
		Violations:         append(common.Violations, native.Violations...),
		Advisories:         append(common.Advisories, native.Advisories...),
		Exceptions:         common.Exceptions,
		Estimate:           completed(native.Estimate),
		SimulatedResources: []request.Resource{},
	}
	request.SortViolations(r.Violations)
	request.SortViolations(r.Advisories)
	if len(r.Violations) > 0 {
		r.Decision, r.RecordPath = request.Denied, ""
		return r
	}
	if in.Profile.Mode.ReturnsResources() {
		r.SimulatedResources = native.Resources
	}
	return r
}

// completed fills in the required members of an estimate that an adapter could not make.
func completed(e request.Estimate) request.Estimate {
	e.Currency = cmp.Or(e.Currency, "USD")
	if e.Items == nil {
		e.Items = []request.EstimateItem{}
	}
	return e
}

// Rules returns the outcome of every rule, sorted by ID, with the adapter's own rules. A proposal has
// the same outcomes as evidence.
func (e *Evaluated) Rules() []proposal.RuleOutcome {
	said := map[string]request.Violation{}
	for _, a := range slices.Concat(e.common.Advisories, e.native.Advisories) {
		said[a.PolicyID] = request.Violation{Message: a.Message, Remediation: a.Remediation}
	}
	for _, x := range e.common.Exceptions {
		said[x.PolicyID] = request.Violation{Message: x.Message}
	}
	var list []proposal.RuleOutcome
	for _, o := range e.common.Outcomes {
		outcome := proposal.RuleOutcome{
			PolicyID: o.ID, Source: o.Source, Title: o.Title, Field: o.Field, Level: o.Level,
			When: o.When, Require: o.Require, Expected: o.Expected, Outcome: o.Outcome, Dated: o.DependsOnDate,
		}
		if x := o.Exception; x != nil && (o.Outcome == request.Excepted || o.DependsOnDate) {
			outcome.Exception = proposal.RuleException{Owner: x.Owner, Reason: x.Reason, Until: x.Until}
		}
		list = append(list, outcome)
	}
	for _, r := range e.in.status.Description.Rules {
		outcome := request.Satisfied
		if finds(e.native, r.ID) {
			outcome = request.Violated
		}
		list = append(list, proposal.RuleOutcome{
			PolicyID: r.ID, Source: request.SourceProvider, Title: r.Title, Field: r.Field, Level: r.Level,
			Expected: r.Expected, Outcome: outcome, Dated: r.Until != "", Until: r.Until,
		})
	}
	for i := range list {
		v := said[list[i].PolicyID]
		list[i].Message, list[i].Remediation = v.Message, v.Remediation
	}
	slices.SortFunc(list, func(a, b proposal.RuleOutcome) int { return cmp.Compare(a.PolicyID, b.PolicyID) })
	return list
}

// EvaluateOptions configure [Service.Evaluate].
type EvaluateOptions struct {
	// On is the policy date. If it is empty, it is the date of the installation.
	On request.Date
	// Brief leaves out the resources and the JSON, which take most of the time.
	Brief bool
	// Alternatives is the maximum number of fixes of a denied request. If it is more than 1, the
	// evaluation also lists the searched values.
	Alternatives int
}

// Evaluate returns the record that [Service.Submit] would store. It stores nothing.
func (s *Service) Evaluate(ctx context.Context, r request.Request, o EvaluateOptions) (*Evaluated, error) {
	in, err := s.current(ctx, problem.InstallationRequired)
	if err != nil {
		return nil, err
	}
	input := adapter.NewInput(r, in.Profile)
	input.WithoutResources = o.Brief
	date := cmp.Or(o.On, s.date(in.Profile))
	evaluate := s.record
	if o.Brief {
		evaluate = s.evaluate
	}
	e, err := evaluate(ctx, in, input, date)
	if err != nil || o.Alternatives == 0 {
		return e, err
	}
	e.Fixes, err = s.fixes(ctx, e, o.Alternatives)
	return e, err
}

// Evaluation returns the document of a [wire.Evaluation].
func (e *Evaluated) Evaluation() ([]byte, error) {
	return document.Encode(wire.Evaluation{Schema: request.EvaluationSchema, Record: e.Record, Fixes: e.Fixes})
}

// Coverage returns an empty coverage of the organisation's rules; see [Evaluated.Cover].
func (s *Service) Coverage(ctx context.Context) (*policy.Coverage, error) {
	in, err := s.current(ctx, problem.InstallationRequired)
	if err != nil {
		return nil, err
	}
	return in.policies.Coverage(in.Profile)
}

// Cover adds the request to a coverage of the rules.
func (e *Evaluated) Cover(c *policy.Coverage) {
	c.Add(policy.Input{
		Request: e.Request, Profile: e.in.Profile, Estimate: e.native.Estimate, Date: e.EvaluatedOn,
	}, e.common.Outcomes)
}
