package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	"platform.internal/platform-core/problem"
)

// Limits of one call.
const (
	connectTime = 2 * time.Second
	callTime    = 5 * time.Second
	headerBytes = 64 << 10
	// answerBytes limits a response. The largest is a page of records; a record with resources
	// takes about 100 KB.
	answerBytes = 16 << 20
)

// plainHost matches a host that needs no quotes in a shell: pages print it in commands that readers
// copy.
var plainHost = regexp.MustCompile(`^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(:[0-9]{1,5})?$`)

// ParseAddress returns the API's address without a trailing slash. The error says how to write an
// address.
func ParseAddress(text string) (string, error) {
	u, err := url.Parse(strings.TrimSuffix(text, "/"))
	switch {
	case err != nil, u.Scheme != "http" && u.Scheme != "https", !plainHost.MatchString(u.Host):
		return "", fmt.Errorf("%q: write http:// or https:// and a host, such as http://127.0.0.1:8080", text)
	case u.User != nil || u.Path != "" || u.RawQuery != "" || u.Fragment != "" || u.ForceQuery:
		return "", fmt.Errorf("%q: write only a host and a port, such as http://127.0.0.1:8080", text)
	}
	return u.Scheme + "://" + u.Host, nil
}

// Client calls the API at one address. Its methods are safe for concurrent use. Create it with
// [New].
type Client struct {
	address string
	http    *http.Client
	names   sync.Map // of providers, by ID
}

// New returns a client of the API at address. It fails if [ParseAddress] rejects the address.
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

// transport returns [http.DefaultTransport] with limits and without its proxy, which depends on
// environment variables.
func transport() *http.Transport {
	return &http.Transport{
		Proxy:                  nil,
		DialContext:            (&net.Dialer{Timeout: connectTime}).DialContext,
		TLSHandshakeTimeout:    connectTime,
		ResponseHeaderTimeout:  callTime,
		MaxResponseHeaderBytes: headerBytes,
		MaxIdleConnsPerHost:    16,
		MaxConnsPerHost:        64, // package serve reserves file descriptors for this number
		IdleConnTimeout:        time.Minute,
	}
}

// Address returns the address of the API.
func (c *Client) Address() string { return c.address }

// judge returns an error if a response is not the expected one.
func judge(what call, response *http.Response, body []byte) error {
	got, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	switch {
	case len(body) > answerBytes:
		return notUnderstood(what, errors.New("the answer is larger than the portal reads"))
	case got == problem.MediaType:
		return refusal(what, body)
	case response.StatusCode != http.StatusOK && response.StatusCode != http.StatusCreated || got != what.mediaType:
		return notUnderstood(what, fmt.Errorf("status %d with media type %q", response.StatusCode, got))
	}
	return nil
}

// refusal decodes a problem document; the result is always an error.
func refusal(what call, body []byte) error {
	var p problem.Problem
	if err := json.Unmarshal(body, &p); err != nil {
		return notUnderstood(what, err)
	}
	if p.Code == "" {
		return notUnderstood(what, errors.New("the problem has no code"))
	}
	return &p
}
