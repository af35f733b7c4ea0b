package api

import "context"

// Ready returns why the platform cannot evaluate requests now, as it says itself or as
// a Failure where it does not answer; nil where it can.
func (c *Client) Ready(ctx context.Context) error {
	var readiness struct {
		Status string `json:"status"`
	}
	return c.getJSON(ctx, "/ready", &readiness)
}
