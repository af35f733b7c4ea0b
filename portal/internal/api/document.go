package api

import (
	"context"
	"encoding/json"
)

// document makes the call and decodes the JSON response into out. It also returns the bytes of the
// response, so that a saved document is exactly what the API sent.
func (c *Client) document(ctx context.Context, what call, out any) ([]byte, error) {
	what.mediaType = "application/json"
	body, err := c.send(ctx, what)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(body, out); err != nil {
		return nil, notUnderstood(what, err)
	}
	return body, nil
}
