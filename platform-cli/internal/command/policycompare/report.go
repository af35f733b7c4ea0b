package policycompare

import (
	"context"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/space"
	"platform.internal/platform-core/terminal"
)

// comparison is the document of `policy compare`.
type comparison struct {
	Schema   string `json:"schema"`
	Provider string `json:"provider"`
	From     side   `json:"from"`
	To       side   `json:"to"`
	// Result compares the rules of To with those of From.
	Result string `json:"result"`
	// Complete is true if the search missed no difference. Gaps are the places where it may have
	// missed one.
	Complete bool        `json:"complete"`
	Gaps     []space.Gap `json:"gaps"`
	// PlainRequest is the request from which the examples start.
	PlainRequest request.Request `json:"plain_request"`
	// Stricter are rules of To that deny requests that From accepts. Looser are rules of From that
	// deny requests that To accepts.
	Stricter []difference `json:"stricter"`
	Looser   []difference `json:"looser"`
	// Unused are the organisation's rules of To that decide no request. Contradicting are sets of
	// rules that no request satisfies together, or no request with a certain value.
	Unused        []unused        `json:"unused"`
	Contradicting []contradiction `json:"contradicting"`
	Searched      searched        `json:"searched"`
}

// Values of Result.
const (
	alike    = "alike"
	stricter = "stricter"
	looser   = "looser"
	both     = "both"
)

// side is one of the two installations.
type side struct {
	Profile        string       `json:"profile"`
	Digest         string       `json:"digest"`
	Mode           profile.Mode `json:"mode"`
	AdapterVersion string       `json:"adapter_version"`
	AdapterDigest  string       `json:"adapter_digest,omitempty"`
	EvaluatedOn    request.Date `json:"evaluated_on"`
}

// difference is a rule that decides differently, with a request that shows it.
type difference struct {
	PolicyID string         `json:"policy_id"`
	Source   request.Source `json:"source"`
	Title    string         `json:"title"`
	Field    string         `json:"field"`
	// Rule is added, removed, changed or unchanged. An unchanged rule can decide differently if it
	// reads the profile.
	Rule string `json:"rule"`
	// OnlyRule is true if no other rule denies the request.
	OnlyRule bool `json:"only_rule"`
	// Values are the fields in which the request differs from PlainRequest.
	Values  []value         `json:"values"`
	Request request.Request `json:"request"`
	From    outcome         `json:"from"`
	To      outcome         `json:"to"`
}

// value is the value of a field.
type value struct {
	Field string        `json:"field"`
	Value request.Value `json:"value"`
}

// outcome is the decision of an installation about a request.
type outcome struct {
	Decision   request.Decision `json:"decision"`
	Violations []violation      `json:"violations"`
	Currency   string           `json:"currency"`
	KnownTotal request.Money    `json:"known_total"`
	Total      request.Money    `json:"monthly_total"`
	items      []request.EstimateItem
}

type violation struct {
	PolicyID string `json:"policy_id"`
	Field    string `json:"field"`
	Message  string `json:"message"`
}

// unused is a rule that decides no request.
type unused struct {
	PolicyID string `json:"policy_id"`
	// DeniedToo are rules that deny every request that this rule denies. It is empty if no request
	// breaks the rule.
	DeniedToo []string `json:"denied_too"`
}

// contradiction is a set of rules. Every request breaks one of them, or every request with the
// value does.
type contradiction struct {
	Field     string         `json:"field,omitempty"`
	Value     *request.Value `json:"value,omitempty"`
	PolicyIDs []string       `json:"policy_ids"`
}

type searched struct {
	Requests int `json:"requests"`
	Asked    int `json:"asked"`
}

// writer builds the document from the results of the search.
type writer struct {
	before, after *host.Session
	from, to      space.Decider
	found         space.Comparison
}

func (w writer) comparison(ctx context.Context, flags host.PairFlags) (comparison, error) {
	c := comparison{
		Schema: "platform.policy-comparison/v1", Provider: w.from.Profile.Provider,
		From: sideOf(flags.From, w.from), To: sideOf(flags.To, w.to),
		Result: resultOf(w.found), Complete: len(w.found.Gaps) == 0, Gaps: append([]space.Gap{}, w.found.Gaps...),
		PlainRequest: w.found.Plain, Unused: []unused{}, Contradicting: []contradiction{},
		Searched: searched{w.found.Requests, w.found.Asked},
	}
	var err error
	if c.Stricter, err = w.differences(ctx, w.found.Stricter); err != nil {
		return comparison{}, err
	}
	if c.Looser, err = w.differences(ctx, w.found.Looser); err != nil {
		return comparison{}, err
	}
	for _, u := range w.found.Unused {
		c.Unused = append(c.Unused, unused{u.ID, append([]string{}, u.AlsoDeniedBy...)})
	}
	for _, one := range w.found.Contradicting {
		out := contradiction{Field: one.Field, PolicyIDs: one.Rules}
		if one.Field != "" {
			out.Value = &one.Value
		}
		c.Contradicting = append(c.Contradicting, out)
	}
	return c, nil
}

func sideOf(path string, in space.Decider) side {
	return side{
		Profile: terminal.FileName(path), Digest: in.Profile.Digest(), Mode: in.Profile.Mode,
		AdapterVersion: in.Adapter.Version, AdapterDigest: in.Digest, EvaluatedOn: in.Date,
	}
}

func resultOf(c space.Comparison) string {
	switch more, less := len(c.Stricter) > 0, len(c.Looser) > 0; {
	case more && less:
		return both
	case more:
		return stricter
	case less:
		return looser
	default:
		return alike
	}
}

// differences returns the differences with the decisions of both installations. It fails if an
// evaluation fails.
func (w writer) differences(ctx context.Context, list []space.Difference) ([]difference, error) {
	out := make([]difference, 0, len(list))
	for _, d := range list {
		one := difference{PolicyID: d.Rule.ID, OnlyRule: d.Alone, Request: d.Request, Values: []value{}}
		w.describe(&one, d.Rule)
		for _, field := range d.Changed {
			one.Values = append(one.Values, value{field, d.Request.Value(field)})
		}
		var err error
		if one.From, err = decide(ctx, w.before, d.Request); err != nil {
			return nil, err
		}
		if one.To, err = decide(ctx, w.after, d.Request); err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// describe sets the source of the rule and its change.
func (w writer) describe(d *difference, rule space.RuleRef) {
	before, inFrom := w.from.ByID(rule.ID)
	after, inTo := w.to.ByID(rule.ID)
	described := after
	if rule.Decider == space.Old {
		described = before
	}
	d.Source, d.Title, d.Field = described.Source, described.Title, described.Field
	switch {
	case !inFrom:
		d.Rule = "added"
	case !inTo:
		d.Rule = "removed"
	case w.from.SameRule(w.to.Rules, rule.ID):
		d.Rule = "unchanged"
	default:
		d.Rule = "changed"
	}
}

func decide(ctx context.Context, s *host.Session, r request.Request) (outcome, error) {
	e, err := s.Evaluate(ctx, r, service.EvaluateOptions{Brief: true})
	if err != nil {
		return outcome{}, err
	}
	out := outcome{
		Decision: e.Decision, Violations: []violation{}, Currency: e.Estimate.Currency,
		KnownTotal: e.Estimate.KnownTotal, Total: e.Estimate.MonthlyTotal, items: e.Estimate.Items,
	}
	for _, v := range e.Violations {
		out.Violations = append(out.Violations, violation{v.PolicyID, v.Field, v.Message})
	}
	return out, nil
}
