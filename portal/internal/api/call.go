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

// Document is a document, and the bytes that the API sent: a saved document is exactly what the API
// sent.
type Document[T any] struct {
	Value T
	JSON  []byte
}

// fetch makes the call and decodes the JSON response. The API may have received a call that failed. A
// retry with the same key takes effect at most once.
func fetch[T any](ctx context.Context, c *Client, what call) (d Document[T], err error) {
	what.mediaType = "application/json"
	body, err := c.send(ctx, what)
	if err != nil {
		return d, err
	}
	if err := json.Unmarshal(body, &d.Value); err != nil {
		return d, notUnderstood(what, err)
	}
	d.JSON = body
	return d, nil
}

// get returns the JSON document at path.
func get[T any](ctx context.Context, c *Client, path string) (Document[T], error) {
	return fetch[T](ctx, c, call{method: http.MethodGet, path: path})
}

// value returns the value of the JSON document at path.
func value[T any](ctx context.Context, c *Client, path string) (T, error) {
	document, err := get[T](ctx, c, path)
	return document.Value, err
}

// post posts a document to path and returns the JSON response.
func post[T any](ctx context.Context, c *Client, path string, document []byte) (Document[T], error) {
	return fetch[T](ctx, c, call{method: http.MethodPost, path: path, body: document})
}

// Encode returns a document of the portal as JSON. It panics if v has no JSON: texts, numbers and lists
// always have one.
func Encode(v any) []byte {
	encoded, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return encoded
}

// unmarshalMembers decodes an object into out. If that fails, it decodes each member on its own and
// returns false.
func unmarshalMembers(data []byte, out any) (whole bool) {
	if json.Unmarshal(data, out) == nil {
		return true
	}
	var members map[string]json.RawMessage
	_ = json.Unmarshal(data, &members)
	for name, value := range members {
		if one, err := json.Marshal(map[string]json.RawMessage{name: value}); err == nil {
			_ = json.Unmarshal(one, out)
		}
	}
	return false
}
