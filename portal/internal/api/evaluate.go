package api

import (
	"context"

	"platform.internal/platform-core/environment"
)

// Evaluation is the record that a request would get, and the changes that lead
// to acceptance where it would be denied and the API found them.
type Evaluation struct {
	Record environment.Record   `json:"record"`
	Fix    []environment.Change `json:"fix"`
}

// Evaluate asks what would become of a request document. Nothing is stored.
func (c *Client) Evaluate(ctx context.Context, document []byte) (Evaluation, error) {
	var e Evaluation
	err := c.postJSON(ctx, "/v1/environment-requests/evaluate", "", document, &e)
	return e, err
}
