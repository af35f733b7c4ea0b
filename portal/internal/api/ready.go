package api

import "context"

// Ready returns nil if the platform can evaluate requests now. Otherwise the error is the
// platform's own reason, or a [*Failure] if the platform does not answer.
func (c *Client) Ready(ctx context.Context) error {
	var readiness struct {
		Status string `json:"status"`
	}
	return c.getJSON(ctx, "/ready", &readiness)
}
