package api

import (
	"context"

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
