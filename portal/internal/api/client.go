package api

import (
	"encoding/json"
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
		MaxConnsPerHost:        64, // package serve leaves descriptors for so many
		IdleConnTimeout:        time.Minute,
	}
}

// Address returns the address of the API.
func (c *Client) Address() string { return c.address }

// judge returns an error where an answer is not what was asked for.
func judge(what call, response *http.Response, body []byte) error {
	got, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	switch {
	case len(body) > answerBytes:
		return notUnderstood(what, errTooLarge)
	case got == problem.MediaType:
		return refusal(what, body)
	case response.StatusCode != http.StatusOK && response.StatusCode != http.StatusCreated || got != what.mediaType:
		return notUnderstood(what, unexpected{response.StatusCode, got})
	}
	return nil
}

// refusal decodes a problem document.
func refusal(what call, body []byte) error {
	var p problem.Problem
	if err := json.Unmarshal(body, &p); err != nil {
		return notUnderstood(what, err)
	}
	if p.Code == "" {
		return notUnderstood(what, errNoCode)
	}
	return &p
}
