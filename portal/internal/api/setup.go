package api

import (
	"context"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// Provider is a provider with its choices, or the reason why it cannot be chosen.
type Provider struct {
	ID        string           `json:"id"`
	Available bool             `json:"available"`
	Problem   *problem.Problem `json:"problem"`
	profile.Provider
}

// Providers returns each [Provider], sorted by ID.
func (c *Client) Providers(ctx context.Context) ([]Provider, error) {
	var list List[Provider]
	err := c.getJSON(ctx, "/v1/platform/providers", &list)
	return list.Items, err
}

// Provider returns what the adapter declares about its provider. It fails with the adapter's
// problem, or with code adapter_unavailable if the platform has no such adapter.
func (c *Client) Provider(ctx context.Context, id string) (profile.Provider, error) {
	providers, err := c.Providers(ctx)
	if err != nil {
		return profile.Provider{}, err
	}
	for _, p := range providers {
		switch {
		case p.ID != id:
		case p.Available:
			p.Provider.ID = id
			return p.Provider, nil
		case p.Problem != nil:
			return profile.Provider{}, p.Problem
		}
	}
	return profile.Provider{}, problem.New(problem.AdapterUnavailable, "The platform has no adapter %q.", id)
}

// Modes returns the operating modes, the default first.
func (c *Client) Modes(ctx context.Context) ([]profile.ModeDescription, error) {
	var list List[profile.ModeDescription]
	err := c.getJSON(ctx, "/v1/platform/modes", &list)
	return list.Items, err
}

// CheckInstallation asks the API to check a profile document, and returns the API's refusal. The
// API stores nothing.
func (c *Client) CheckInstallation(ctx context.Context, document []byte) error {
	return c.postJSON(ctx, "/v1/platform/installation/validate", "", document, &struct{}{})
}

// Install locks the installation to a profile document.
func (c *Client) Install(ctx context.Context, document []byte) error {
	return c.postJSON(ctx, "/v1/platform/installations", "", document, &struct{}{})
}
