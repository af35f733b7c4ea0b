package api

import (
	"context"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

// Understood reports whether the verdict is one that this release knows, and is not
// contradicted by the rest.
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

// LatestExpiry returns the latest expiry that policy accepts of a request with all else as
// it is; empty where there is none, or no rule limits it.
func (c *Client) LatestExpiry(ctx context.Context, document []byte) (request.Date, error) {
	var e struct {
		LatestExpiry request.Date `json:"latest_expiry"`
	}
	err := c.postJSON(ctx, "/v1/environment-requests/evaluate?latest_expiry=true", "", document, &e)
	return e.LatestExpiry, err
}

// EvaluateForm is EvaluatePartial with the choices of a form.
func (c *Client) EvaluateForm(ctx context.Context, document []byte) (wire.PartialEvaluation, error) {
	var e wire.PartialEvaluation
	err := c.postJSON(ctx, "/v1/environment-requests/evaluate?partial=true&choices=true", "", document, &e)
	return e, err
}

// EvaluatePartial asks what can be decided of a document that may lack fields, or
// have wrong ones. Nothing is stored.
func (c *Client) EvaluatePartial(ctx context.Context, document []byte) (wire.PartialEvaluation, error) {
	var e wire.PartialEvaluation
	err := c.postJSON(ctx, "/v1/environment-requests/evaluate?partial=true", "", document, &e)
	return e, err
}
