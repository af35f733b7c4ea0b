package api

import (
	"context"
	"encoding/json"
	"io"
	"mime"
	"net"
	"net/http"
	"time"

	"platform.internal/platform-core/problem"
)

// Bounds of one call.
const (
	connectTime = 2 * time.Second
	callTime    = 5 * time.Second
	headerBytes = 64 << 10
	// answerBytes holds a page of records: one with its resources takes some
	// 100 KB.
	answerBytes = 16 << 20
)

// Client calls the API at one address. Its methods may be called from many
// goroutines.
type Client struct {
	address string
	http    *http.Client
}

// New returns a client of the API at address; see ParseAddress.
func New(address string) (*Client, error) {
	base, err := ParseAddress(address)
	if err != nil {
		return nil, err
	}
	return &Client{address: base, http: &http.Client{
		Transport:     transport(),
		Timeout:       callTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// transport is http.DefaultTransport with bounds and without its proxy, which
// would be read from environment variables.
func transport() *http.Transport {
	return &http.Transport{
		Proxy:                  nil,
		DialContext:            (&net.Dialer{Timeout: connectTime}).DialContext,
		TLSHandshakeTimeout:    connectTime,
		ResponseHeaderTimeout:  callTime,
		MaxResponseHeaderBytes: headerBytes,
		MaxIdleConnsPerHost:    16,
		IdleConnTimeout:        time.Minute,
	}
}

// Address returns the address of the API.
func (c *Client) Address() string { return c.address }

// getJSON reads the JSON document at path into out.
func (c *Client) getJSON(ctx context.Context, path string, out any) error {
	body, err := c.get(ctx, path, "application/json")
	if err != nil {
		return err
	}
	if err := json.Unmarshal(body, out); err != nil {
		return notUnderstood(path, err)
	}
	return nil
}

// get returns the body of a successful answer of the media type.
func (c *Client) get(ctx context.Context, path, mediaType string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.address+path, nil)
	if err != nil {
		return nil, notUnderstood(path, err)
	}
	request.Header.Set("Accept", mediaType+", "+problem.MediaType)
	response, err := c.http.Do(request)
	if err != nil {
		return nil, unreachable(path, err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, answerBytes+1))
	if err != nil {
		return nil, unreachable(path, err)
	}
	return body, judge(path, mediaType, response, body)
}

// judge tells whether an answer is what was asked for.
func judge(path, mediaType string, response *http.Response, body []byte) error {
	got, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	switch {
	case len(body) > answerBytes:
		return notUnderstood(path, errTooLarge)
	case got == problem.MediaType:
		return refusal(path, body)
	case response.StatusCode != http.StatusOK || got != mediaType:
		return notUnderstood(path, unexpected{response.StatusCode, got})
	}
	return nil
}

// refusal decodes a problem document.
func refusal(path string, body []byte) error {
	var p problem.Problem
	if err := json.Unmarshal(body, &p); err != nil {
		return notUnderstood(path, err)
	}
	if p.Code == "" {
		return notUnderstood(path, errNoCode)
	}
	return &p
}
