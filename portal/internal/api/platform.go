package api

import (
	"context"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/wire"
)

// Installation returns the installation profile. Before setup the error is a [*problem.Problem] with
// code installation_not_found.
func (c *Client) Installation(ctx context.Context) (Document[profile.Profile], error) {
	return get[profile.Profile](ctx, c, "/v1/platform/installation")
}

// Validate asks the API to check a profile document. The API stores nothing.
func (c *Client) Validate(ctx context.Context, document []byte) (Document[profile.Readiness], error) {
	return post[profile.Readiness](ctx, c, "/v1/platform/installation/validate", document)
}

// Install locks the installation to a profile document.
func (c *Client) Install(ctx context.Context, document []byte) error {
	_, err := post[struct{}](ctx, c, "/v1/platform/installations", document)
	return err
}

// Providers returns the providers, sorted by ID. The embedded description of a provider is never
// nil; it is empty if the adapter does not run.
func (c *Client) Providers(ctx context.Context) ([]wire.Provider, error) {
	list, err := value[wire.List[wire.Provider]](ctx, c, "/v1/platform/providers")
	for i := range list.Items {
		p := &list.Items[i]
		if p.Provider == nil {
			p.Provider = &profile.Provider{}
		}
		p.Provider.ID = p.ID
	}
	return list.Items, err
}

// ProviderName returns the name of a provider for users, or an empty text if it is unknown. It asks for a name once.
func (c *Client) ProviderName(ctx context.Context, id string) string {
	if name, ok := c.names.Load(id); ok {
		return name.(string)
	}
	providers, _ := c.Providers(ctx)
	for _, p := range providers {
		if p.ID == id && p.DisplayName != "" {
			c.names.Store(id, p.DisplayName)
			return p.DisplayName
		}
	}
	return ""
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
			return *p.Provider, nil
		case p.Problem != nil:
			return profile.Provider{}, p.Problem
		}
	}
	return profile.Provider{}, problem.New(problem.AdapterUnavailable, "The platform has no adapter %q.", id)
}

// Modes returns the operating modes, the default first.
func (c *Client) Modes(ctx context.Context) ([]profile.ModeDescription, error) {
	list, err := value[wire.List[profile.ModeDescription]](ctx, c, "/v1/platform/modes")
	return list.Items, err
}

// Policies returns the rules in force and the exceptions from them.
func (c *Client) Policies(ctx context.Context) (wire.Policies, error) {
	return value[wire.Policies](ctx, c, "/v1/platform/policies")
}

// Ready returns nil if the platform can evaluate requests now. Otherwise the error is the
// platform's own reason, or a [*Failure] if the platform does not answer.
func (c *Client) Ready(ctx context.Context) error {
	_, err := get[struct{}](ctx, c, "/ready")
	return err
}
