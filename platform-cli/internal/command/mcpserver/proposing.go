package mcpserver

import (
	"context"
	"encoding/json"

	"platform.internal/platform-cli/internal/command/requestpropose"
	"platform.internal/platform-cli/internal/decision"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/wire"
)

// evaluation is the short form of a [service.Evaluated].
type evaluation struct {
	Schema      string                      `json:"schema"`
	RequestID   string                      `json:"request_id"`
	Fingerprint string                      `json:"fingerprint"`
	Decision    request.Decision            `json:"decision"`
	EvaluatedOn request.Date                `json:"evaluated_on"`
	Estimate    wire.Cost                   `json:"estimate"`
	Resources   int                         `json:"resources"`
	Violations  []request.Violation         `json:"violations"`
	Advisories  []request.Violation         `json:"advisories"`
	Exceptions  []request.ExceptedViolation `json:"exceptions,omitempty"`
}

func newEvaluation(e decision.Evaluated) evaluation {
	r := e.Record
	return evaluation{
		Schema:      "platform.agent-evaluation/v1",
		RequestID:   r.RequestID,
		Fingerprint: r.Fingerprint,
		Decision:    r.Decision,
		EvaluatedOn: r.EvaluatedOn,
		Estimate:    wire.CostOf(r.Estimate),
		Resources:   r.ResourceCount(),
		Violations:  r.Violations,
		Advisories:  r.Advisories,
		Exceptions:  r.Exceptions,
	}
}

// proposed is the short form of a proposal.
type proposed struct {
	evaluation
	ProposalID   string   `json:"proposal_id"`
	ContentHash  string   `json:"content_hash"`
	Status       string   `json:"status"`
	Placeholders []string `json:"placeholders,omitempty"`
	// Write is the command that writes the bundle, with one entry for each argument.
	Write     []string   `json:"write"`
	Artifacts []artifact `json:"artifacts"`
	// Review is the review page, in Markdown.
	Review string `json:"review"`
}

type artifact struct {
	Path   string `json:"path"`
	Size   int    `json:"size"`
	SHA256 string `json:"sha256"`
}

func evaluate(ctx context.Context, s *host.Session, arguments json.RawMessage) (answer, error) {
	e, err := evaluated(ctx, s, arguments)
	if err != nil {
		return answer{}, err
	}
	return answer{e.Record.JSON, newEvaluation(e)}, nil
}

func evaluated(ctx context.Context, s *host.Session, arguments json.RawMessage) (decision.Evaluated, error) {
	src, err := requested(arguments)
	if err != nil {
		return decision.Evaluated{}, err
	}
	return decision.Evaluate(ctx, s, argument, src, service.EvaluateOptions{Alternatives: 1})
}

// propose returns the proposal of an accepted request. For a denied request it returns the answer
// of the tool evaluate.
func propose(ctx context.Context, s *host.Session, arguments json.RawMessage) (answer, error) {
	e, err := evaluated(ctx, s, arguments)
	if err != nil {
		return answer{}, err
	}
	if e.Record.Decision == request.Denied {
		return answer{e.Record.JSON, newEvaluation(e)}, nil
	}
	p, err := requestpropose.Derive(ctx, e)
	if err != nil {
		return answer{}, err
	}
	short := proposed{
		evaluation:   newEvaluation(e),
		ProposalID:   p.ProposalID,
		ContentHash:  p.ContentHash,
		Status:       p.Status,
		Placeholders: p.Placeholders,
		Write:        writing(s, e.Source.Format),
	}
	short.Schema = "platform.agent-proposal/v1"
	for _, a := range p.Artifacts {
		short.Artifacts = append(short.Artifacts, artifact{a.Path, a.Size, a.SHA256})
		if a.Path == proposal.PathsOf(p.RequestID).Review {
			short.Review = a.Content
		}
	}
	return answer{p.JSON, short}, nil
}

// writing returns the command that writes the bundle of a request. The user must save the request
// first.
func writing(s *host.Session, format document.Format) []string {
	file := "request.yaml"
	if format == document.JSON {
		file = "request.json"
	}
	return []string{"platform", "request", "propose", file, "--profile", s.Path, "--output", "bundle"}
}
