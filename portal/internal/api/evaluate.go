package api

import (
	"context"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

// Understood reports whether this release knows the verdict, and the rest of the evaluation does
// not contradict it.
func Understood(e wire.PartialEvaluation) bool {
	switch e.Verdict {
	case wire.VerdictAccepted:
		return len(e.Violations) == 0 && e.Complete() && e.Estimate != nil
	case wire.VerdictDenied:
		return len(e.Violations) > 0
	case wire.VerdictOpen:
		return len(e.Violations) == 0 && !e.Complete()
	default:
		return false
	}
}

// LatestExpiry returns the latest expiry date that policy accepts if all other fields stay
// unchanged. The date is empty if policy accepts none, or no rule limits it.
func (c *Client) LatestExpiry(ctx context.Context, document []byte) (request.Date, error) {
	var e struct {
		LatestExpiry request.Date `json:"latest_expiry"`
	}
	err := c.postJSON(ctx, "/v1/environment-requests/evaluate?latest_expiry=true", "", document, &e)
	return e.LatestExpiry, err
}

// EvaluateForm does the same as [Client.EvaluatePartial], and also returns the choices of a form.
func (c *Client) EvaluateForm(ctx context.Context, document []byte) (wire.PartialEvaluation, error) {
	var e wire.PartialEvaluation
	err := c.postJSON(ctx, "/v1/environment-requests/evaluate?partial=true&choices=true", "", document, &e)
	return e, err
}

// EvaluatePartial evaluates a document that may have missing or wrong fields. The API stores
// nothing.
func (c *Client) EvaluatePartial(ctx context.Context, document []byte) (wire.PartialEvaluation, error) {
	var e wire.PartialEvaluation
	err := c.postJSON(ctx, "/v1/environment-requests/evaluate?partial=true", "", document, &e)
	return e, err
}
