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

// Evaluated is a request that was evaluated: its record, the ways to acceptance, and what a
// proposal of it needs.
type Evaluated struct {
	request.Record
	wire.Fixes
	// JSON is the document of the record that every view hands out; nil for a brief answer.
	JSON []byte

	entry  document.Entry // with JSON
	in     *installed
	input  adapter.Input
	common policy.Result
	native adapter.Evaluation
}

// ResourceCount returns how many resources the environment would have, also in a mode whose
// records do not list them; 0 for a brief answer.
func (e *Evaluated) ResourceCount() int { return len(e.native.Resources) }

// record makes the record of an input on a date, encoded. It stores nothing.
func (s *Service) record(ctx context.Context, in *installed, input adapter.Input, date request.Date) (*Evaluated, error) {
	r, err := s.evaluate(ctx, in, input, date)
	if err != nil {
		return nil, err
	}
	if r.entry, err = encodedRecord(r.Record); err != nil {
		return nil, err
	}
	r.JSON = r.entry.Document()
	return r, nil
}

// encodedRecord returns the encoding of a record; see bounded for the error.
func encodedRecord(r request.Record) (document.Entry, error) {
	return bounded(r.Provider, "record", r, store.MaxRecordSize,
		part{"estimate.items", r.Estimate.Items}, part{"resources", r.SimulatedResources},
		part{"violations", r.Violations}, part{"advisories", r.Advisories})
}

// evaluate makes the record of an input on a date, not yet encoded.
func (s *Service) evaluate(ctx context.Context, in *installed, input adapter.Input, date request.Date) (*Evaluated, error) {
	start := s.now()
	native, err := s.ask(ctx, in, input)
	if err != nil {
		return nil, err
	}
	e, err := decided(ctx, in, input, native, date, policy.NewBudget(ctx, policy.RequestSteps))
	if err != nil {
		return nil, err
	}
	s.evaluated(e.Decision, s.now().Sub(start))
	return e, nil
}

// decided makes the record of an input on a date, of what the adapter answers. It fails
// with the context: a rule that could not be evaluated since its caller left decides nothing.
func decided(ctx context.Context, in *installed, input adapter.Input, native adapter.Evaluation, date request.Date, budget *policy.Budget) (*Evaluated, error) {
	native.Advisories = append(native.Advisories, late(in.status.Description.Rules, input.Request, date)...)
	common := in.policies.Evaluate(policy.Input{
		Request: input.Request, Profile: in.Profile, Estimate: native.Estimate, Date: date,
		Budget: budget,
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	nameRegions(in, common.Violations)
	return &Evaluated{Record: compose(in, input, native, common, date), in: in, input: input, common: common, native: native}, nil
}

// late returns the advisories of the rules that a date is past.
func late(rules []adapter.Rule, r request.Request, date request.Date) (list []request.Violation) {
	for i := range rules {
		if advisory, past := rules[i].Late(r, date); past {
			list = append(list, advisory)
		}
	}
	return list
}

// ask returns the adapter's evaluation, with suggested regions that the
// installation allows.
func (s *Service) ask(ctx context.Context, in *installed, input adapter.Input) (adapter.Evaluation, error) {
	impl, err := s.adapter(ctx, in)
	if err != nil {
		return adapter.Evaluation{}, err
	}
	native, err := s.askPlainly(ctx, in, input)
	if err != nil {
		return adapter.Evaluation{}, err
	}
	suggestNoFact(native.Violations)
	suggestNoFact(native.Advisories)
	return native, suggestAllowedRegions(ctx, impl, input, in.Profile, native)
}

// askPlainly returns the adapter's evaluation as it is.
func (s *Service) askPlainly(ctx context.Context, in *installed, input adapter.Input) (adapter.Evaluation, error) {
	impl, err := s.adapter(ctx, in)
	if err != nil {
		return adapter.Evaluation{}, err
	}
	return impl.Evaluate(ctx, input)
}

// suggestNoFact takes what an adapter suggests for facts out of its suggestions.
func suggestNoFact(list []request.Violation) {
	for i := range list {
		list[i].Suggest(list[i].Suggestion)
	}
}

// compose joins what the rules and the adapter say into a record.
func compose(in *installed, input adapter.Input, native adapter.Evaluation, common policy.Result, date request.Date) request.Record {
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

// completed fills in what an estimate that an adapter could not make lacks.
func completed(e request.Estimate) request.Estimate {
	e.Currency = cmp.Or(e.Currency, "USD")
	if e.Items == nil {
		e.Items = []request.EstimateItem{}
	}
	return e
}

// Rules returns every rule that was evaluated, the provider's own included, and how
// it came out, sorted by ID: what the evidence of a proposal shows, also for a denied
// request.
func (e *Evaluated) Rules() []proposal.RuleOutcome {
	var list []proposal.RuleOutcome
	for _, o := range e.common.Outcomes {
		outcome := proposal.RuleOutcome{
			PolicyID: o.ID, Source: o.Source, Title: o.Title, Field: o.Field, Level: o.Level,
			When: o.When, Require: o.Require, Expected: o.Expected, Outcome: o.Status, Dated: o.DependsOnDate,
		}
		if x := o.Exception; x != nil && (o.Status == request.Excepted || o.DependsOnDate) {
			outcome.Exception = proposal.RuleException{Owner: x.Owner, Reason: x.Reason, Until: x.Until}
		}
		list = append(list, outcome)
	}
	for _, r := range e.in.status.Description.Rules {
		list = append(list, proposal.RuleOutcome{
			PolicyID: r.ID, Source: request.SourceProvider, Title: r.Title, Field: r.Field, Level: r.Level,
			Expected: r.Expected, Outcome: nativeOutcome(r, e.native), Dated: r.Until != "", Until: r.Until,
		})
	}
	slices.SortFunc(list, func(a, b proposal.RuleOutcome) int { return cmp.Compare(a.PolicyID, b.PolicyID) })
	e.explain(list)
	return list
}

// explain gives the rules the messages of their advisories and exceptions.
func (e *Evaluated) explain(list []proposal.RuleOutcome) {
	set := func(id, message, remediation string) {
		at, found := slices.BinarySearchFunc(list, id, func(r proposal.RuleOutcome, id string) int { return cmp.Compare(r.PolicyID, id) })
		if found {
			list[at].Message, list[at].Remediation = message, remediation
		}
	}
	for _, a := range slices.Concat(e.common.Advisories, e.native.Advisories) {
		set(a.PolicyID, a.Message, a.Remediation)
	}
	for _, x := range e.common.Exceptions {
		set(x.PolicyID, x.Message, "")
	}
}

func nativeOutcome(r adapter.Rule, native adapter.Evaluation) request.Outcome {
	if finds(native, r.ID) {
		return request.Violated
	}
	return request.Satisfied
}

// EvaluateOptions say what is wanted of an evaluation.
type EvaluateOptions struct {
	// On is the policy date; empty for that of the installation.
	On request.Date
	// Brief leaves out the resources and the JSON, which take most of the time.
	Brief bool
	// Alternatives is how many ways to acceptance are wanted of a denied request, at most. What was
	// searched is listed for more than one.
	Alternatives int
}

// Evaluate returns the record that Submit would make, which it does not store.
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

// Evaluation returns the document of an [Evaluation].
func (e *Evaluated) Evaluation() ([]byte, error) {
	return document.Encode(wire.Evaluation{Schema: request.EvaluationSchema, Record: e.Record, Fixes: e.Fixes})
}

// Coverage returns the coverage of the organisation's rules by no request yet.
func (s *Service) Coverage(ctx context.Context) (*policy.Coverage, error) {
	in, err := s.current(ctx, problem.InstallationRequired)
	if err != nil {
		return nil, err
	}
	return in.policies.Coverage(in.Profile)
}

// Cover adds to a coverage what the request shows of the rules.
func (e *Evaluated) Cover(c *policy.Coverage) {
	c.Add(policy.Input{Request: e.Request, Profile: e.in.Profile, Estimate: e.native.Estimate, Date: e.EvaluatedOn}, e.common.Outcomes)
}
