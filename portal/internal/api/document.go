package api

import (
	"context"
	"encoding/json"
)

// document makes the call, reads the JSON document that answers it into out, and
// returns its bytes too: whoever saves a document gets what the API sent.
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
