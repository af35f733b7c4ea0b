package browser

import (
	"context"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/provider"
	"platform.internal/platform-core/service"
	server "platform.internal/platform-server"
	"platform.internal/portal"
	providera "platform.internal/provider-a"
	providerb "platform.internal/provider-b"
)

// bothProviders has both adapters, in this process.
type bothProviders map[string]provider.Adapter

func (bothProviders) Providers() []string { return []string{"provider_a", "provider_b"} }

func (b bothProviders) Adapter(_ context.Context, id string) (provider.Adapter, error) {
	adapter, known := b[id]
	if !known {
		return nil, problem.New(problem.AdapterUnavailable, "No adapter for %s.", id)
	}
	return provider.Checked(id, adapter), nil
}

func (b bothProviders) Status(ctx context.Context, id string) (provider.Status, error) {
	adapter, err := b.Adapter(ctx, id)
	if err != nil {
		return provider.Status{}, err
	}
	description, err := adapter.Describe(ctx)
	return provider.Status{Description: description, ContractVersion: 1}, err
}

// startTwoProviders is startPlatform with the choice that a real one has.
func startTwoProviders(t *testing.T) *platform {
	t.Helper()
	svc := service.New(service.Options{
		Adapters: bothProviders{"provider_a": providera.New(), "provider_b": providerb.New()}, Now: today,
	})
	p := &platform{t: t, api: httptest.NewServer(server.New(svc, server.Options{Hosts: []string{"127.0.0.1"}}))}
	t.Cleanup(p.api.Close)
	handler, err := portal.New(portal.Options{API: p.api.URL, Hosts: []string{"127.0.0.1"}})
	require.NoError(t, err)
	p.portal = httptest.NewServer(handler)
	t.Cleanup(p.portal.Close)
	return p
}
