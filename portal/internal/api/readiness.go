package api

import (
	"context"
	"net/http"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// Profile is the installation profile and the bytes that the API sent for it.
type Profile struct {
	profile.Profile
	JSON []byte
}

// Profile returns the installation profile.
func (c *Client) Profile(ctx context.Context) (Profile, error) {
	var p Profile
	document, err := c.document(ctx, call{method: http.MethodGet, path: "/v1/platform/installation"}, &p.Profile)
	p.JSON = document
	return p, err
}

// Readiness is the result of validating a profile and the bytes that the API
// sent for it.
type Readiness struct {
	profile.Readiness
	JSON []byte
}

// Validate has the API check a profile document. Nothing is stored.
func (c *Client) Validate(ctx context.Context, profile []byte) (Readiness, error) {
	var r Readiness
	what := call{method: http.MethodPost, path: "/v1/platform/installation/validate", body: profile}
	document, err := c.document(ctx, what, &r.Readiness)
	r.JSON = document
	return r, err
}

// Adapter is what the API reports of a provider's adapter.
type Adapter struct {
	ID          string `json:"id"`
	DisplayName string `json:"display_name"`
	// Available reports whether the adapter runs; Problem says why it does not.
	Available bool                  `json:"available"`
	Problem   *problem.Problem      `json:"problem"`
	Facts     *profile.AdapterFacts `json:"adapter"`
}

// Adapters returns the adapters, sorted by the ID of their provider.
func (c *Client) Adapters(ctx context.Context) ([]Adapter, error) {
	var list List[Adapter]
	err := c.getJSON(ctx, "/v1/platform/providers", &list)
	return list.Items, err
}
