package browser

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	providera "platform.internal/provider-a"
	providerb "platform.internal/provider-b"
)

// bothProviders has both adapters, in this process.
type bothProviders map[string]adapter.Adapter

func (bothProviders) Providers() []string { return []string{"provider_a", "provider_b"} }

func (b bothProviders) Adapter(_ context.Context, id string) (adapter.Adapter, error) {
	impl, ok := b[id]
	if !ok {
		return nil, problem.New(problem.AdapterUnavailable, "No adapter for %s.", id)
	}
	return adapter.Checked(id, impl), nil
}

func (b bothProviders) Status(ctx context.Context, id string) (adapter.Status, error) {
	impl, err := b.Adapter(ctx, id)
	if err != nil {
		return adapter.Status{}, err
	}
	description, err := impl.Describe(ctx)
	return adapter.Status{Description: description, ContractVersion: 1}, err
}

// startTwoProviders is startPlatform with the choice that a real one has.
func startTwoProviders(t *testing.T) *platform {
	t.Helper()
	svc := service.New(service.Options{
		Adapters: bothProviders{"provider_a": providera.New(), "provider_b": providerb.New()}, Now: today,
	})
	p := &platform{t: t, api: serveAPI(t, svc)}
	p.portal = servePortal(t, p.api.URL)
	return p
}

// example sends the example of a provider and a mode that policy accepts, and
// returns its ID.
func (p *platform) example(provider, mode string) string {
	p.t.Helper()
	values := exampleOf(p.t, provider, mode)
	document := map[string]any{}
	for name, value := range values {
		document[name] = value
	}
	budget, err := strconv.Atoi(values["monthly_budget"])
	require.NoError(p.t, err)
	document["monthly_budget"] = budget
	encoded, err := json.Marshal(document)
	require.NoError(p.t, err)
	p.post("/v1/environment-requests", values["application"], string(encoded))
	ids := p.requestIDs("accepted")
	require.Len(p.t, ids, 1)
	return ids[0]
}

// exampleOf returns the fields of that example, as they are written.
func exampleOf(t *testing.T, provider, mode string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../examples", provider, mode, "accepted.yaml"))
	require.NoError(t, err)
	var nodes map[string]yaml.Node
	require.NoError(t, yaml.Unmarshal(data, &nodes))
	values := map[string]string{}
	for name, node := range nodes {
		values[name] = request.NormalText(name, strings.TrimSpace(node.Value)) // a form has the long names to choose from
	}
	return values
}
