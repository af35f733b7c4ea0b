package api

import (
	"context"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// Evaluation is the record that a request would get, and the changes that lead
// to acceptance where it would be denied and the API found them.
type Evaluation struct {
	Record request.Record   `json:"record"`
	Fix    []request.Change `json:"fix"`
}

// Evaluate asks what would become of a request document. Nothing is stored.
func (c *Client) Evaluate(ctx context.Context, document []byte) (Evaluation, error) {
	var e Evaluation
	err := c.postJSON(ctx, "/v1/environment-requests/evaluate", "", document, &e)
	return e, err
}

// PartialEvaluation is what the API can decide of a request that is still being
// written.
type PartialEvaluation struct {
	// Missing are required fields that are not there, Faults what is wrong with
	// others.
	Missing    []string            `json:"missing"`
	Faults     []problem.Fault     `json:"faults"`
	Violations []request.Violation `json:"violations"`
	Advisories []request.Violation `json:"advisories"`
	Exceptions []request.Exception `json:"exceptions"`
	// Estimate is nil until all is known that it depends on.
	Estimate *request.Estimate `json:"estimate"`
	Fix      []request.Change  `json:"fix"`
}

// EvaluatePartial asks what can be decided of a document that may lack fields, or
// have wrong ones. Nothing is stored.
func (c *Client) EvaluatePartial(ctx context.Context, document []byte) (PartialEvaluation, error) {
	var e PartialEvaluation
	err := c.postJSON(ctx, "/v1/environment-requests/evaluate?partial=true", "", document, &e)
	return e, err
}
