package api

import (
	"context"
	"net/http"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// Profile is the installation profile and the bytes that the API sent.
type Profile struct {
	profile.Profile
	JSON []byte
}

// Profile returns the installation profile with its bytes; see [Client.Installation] for the
// profile only.
func (c *Client) Profile(ctx context.Context) (Profile, error) {
	var p Profile
	document, err := c.document(ctx, call{method: http.MethodGet, path: "/v1/platform/installation"}, &p.Profile)
	p.JSON = document
	return p, err
}

// Readiness is the result of validating a profile and the bytes that the API sent.
type Readiness struct {
	profile.Readiness
	JSON []byte
}

// Validate asks the API to check a profile document. The API stores nothing.
func (c *Client) Validate(ctx context.Context, profile []byte) (Readiness, error) {
	var r Readiness
	what := call{method: http.MethodPost, path: "/v1/platform/installation/validate", body: profile}
	document, err := c.document(ctx, what, &r.Readiness)
	r.JSON = document
	return r, err
}

// Adapter is the state of a provider's adapter, as the API reports it.
type Adapter struct {
	ID          string `json:"id"`
	DisplayName string `json:"display_name"`
	// Available reports whether the adapter runs; if not, Problem says why.
	Available bool                  `json:"available"`
	Problem   *problem.Problem      `json:"problem"`
	Facts     *profile.AdapterFacts `json:"adapter"`
}

// Adapters returns each [Adapter], sorted by the ID of its provider.
func (c *Client) Adapters(ctx context.Context) ([]Adapter, error) {
	var list List[Adapter]
	err := c.getJSON(ctx, "/v1/platform/providers", &list)
	return list.Items, err
}
