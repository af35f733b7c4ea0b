package policytest

import (
	"context"
	"slices"

	"platform.internal/platform-cli/internal/decision"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// policyOutcomes is the document for a single request.
type policyOutcomes struct {
	Schema      string                      `json:"schema"`
	RequestID   string                      `json:"request_id"`
	Fingerprint string                      `json:"fingerprint"`
	Decision    request.Decision            `json:"decision"`
	EvaluatedOn request.Date                `json:"evaluated_on"`
	Rules       []proposal.RuleOutcome      `json:"rules"`
	Violations  []request.Violation         `json:"violations"`
	Advisories  []request.Violation         `json:"advisories"`
	Exceptions  []request.ExceptedViolation `json:"exceptions,omitempty"`
}

// outcomes returns the outcome of each rule for a request. It fails if the request cannot be
// evaluated.
func outcomes(ctx context.Context, inv *host.Invocation, s *host.Session, file source) (*host.Result, error) {
	e, err := decision.Evaluate(ctx, s, file.name, file.Source, service.EvaluateOptions{Alternatives: 1})
	if err != nil {
		return nil, err
	}
	r := e.Record
	out := policyOutcomes{
		Schema:      "platform.policy-test/v1",
		RequestID:   r.RequestID,
		Fingerprint: r.Fingerprint,
		Decision:    r.Decision,
		EvaluatedOn: r.EvaluatedOn,
		Rules:       r.Rules(),
		Violations:  r.Violations,
		Advisories:  r.Advisories,
		Exceptions:  r.Exceptions,
	}
	lines := prose.Page("outcomes", out.Rules)
	return inv.Answer(out, e.Exit(), slices.Concat(lines, e.Text()), slices.Concat(lines, e.Lines()))
}
