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

// call is one HTTP request to the API.
type call struct {
	method, path string
	// mediaType is the only accepted media type of a successful response.
	mediaType string
	// key is the idempotency key; empty if the route takes none.
	key string
	// body is a JSON document, or nil.
	body []byte
	// replayed, if not nil, is set to true if the API replays a stored response.
	replayed *bool
}

// String returns the method and the path, for error messages.
func (c call) String() string { return c.method + " " + c.path }

// send makes the call and returns the body of a successful response.
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
	// The API's log uses the request ID and the trace of the portal's log.
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

// sendJSON makes the call and decodes the JSON response into out.
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

// getJSON decodes the JSON document at path into out.
func (c *Client) getJSON(ctx context.Context, path string, out any) error {
	return c.sendJSON(ctx, call{method: http.MethodGet, path: path}, out)
}

// postJSON posts a document to path and decodes the response into out. The key is an idempotency
// key; it is empty if the route takes none. The API may have received a call that failed. A retry
// with the same key takes effect at most once.
func (c *Client) postJSON(ctx context.Context, path, key string, document []byte, out any) error {
	return c.sendJSON(ctx, call{method: http.MethodPost, path: path, key: key, body: document}, out)
}
