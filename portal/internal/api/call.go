package api

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/serve"
)

// call is one call of the API.
type call struct {
	method, path string
	// mediaType is what the answer must be.
	mediaType string
	// key is the idempotency key; empty where the route takes none.
	key string
	// body is a JSON document, or nil.
	body []byte
	// replayed is set to whether the answer was there before the call; nil where nobody asks.
	replayed *bool
}

// String names the call in failures.
func (c call) String() string { return c.method + " " + c.path }

// send makes the call and returns the body of a successful answer.
func (c *Client) send(ctx context.Context, what call) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, what.method, c.address+what.path, bytes.NewReader(what.body))
	if err != nil {
		return nil, notUnderstood(what, err)
	}
	request.Header.Set("Accept", what.mediaType+", "+problem.MediaType)
	if what.body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if what.key != "" {
		request.Header.Set("Idempotency-Key", what.key)
	}
	// The log of the API names its requests as that of the portal does.
	if of := serve.EntryOf(ctx); of.ID != "" {
		request.Header.Set(serve.RequestIDHeader, of.ID)
		if of.Trace != "" {
			request.Header.Set(serve.TraceHeader, of.Trace)
		}
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, unreachable(what, err)
	}
	defer func() { _ = response.Body.Close() }()
	if what.replayed != nil {
		*what.replayed = response.Header.Get("Idempotency-Replayed") == "true"
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, answerBytes+1))
	if err != nil {
		return nil, unreachable(what, err)
	}
	return body, judge(what, response, body)
}

// sendJSON makes the call and reads the JSON document that answers it into out.
func (c *Client) sendJSON(ctx context.Context, what call, out any) error {
	what.mediaType = "application/json"
	body, err := c.send(ctx, what)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(body, out); err != nil {
		return notUnderstood(what, err)
	}
	return nil
}

// getJSON reads the JSON document at path into out.
func (c *Client) getJSON(ctx context.Context, path string, out any) error {
	return c.sendJSON(ctx, call{method: http.MethodGet, path: path}, out)
}

// postJSON sends a document to path, with an idempotency key where the route
// takes one, and reads the answer into out. A call that failed may have reached
// the API: sent again with the same key, it does its work once.
func (c *Client) postJSON(ctx context.Context, path, key string, document []byte, out any) error {
	return c.sendJSON(ctx, call{method: http.MethodPost, path: path, key: key, body: document}, out)
}
