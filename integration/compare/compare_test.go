package compare_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/explore"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/service"
	providera "platform.internal/provider-a"
	providerb "platform.internal/provider-b"
)

var adapters = map[string]adapter.Adapter{"provider_a": providera.New(), "provider_b": providerb.New()}

type catalog struct{ id string }

func (c catalog) Providers() []string { return []string{c.id} }

func (c catalog) Adapter(_ context.Context, id string) (adapter.Adapter, error) {
	return adapter.Checked(id, adapters[id]), nil
}

func (c catalog) Status(ctx context.Context, id string) (adapter.Status, error) {
	description, err := adapters[id].Describe(ctx)
	return adapter.Status{Description: description, ContractVersion: 1}, err
}

func installation(t testing.TB, provider, yaml string) explore.Installation {
	t.Helper()
	s := service.New(service.Options{Adapters: catalog{provider}, Now: func() time.Time {
		return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	}})
	draft, err := profile.Parse(document.Source{Format: document.YAML, Data: []byte("provider: " + provider + "\n" + yaml)})
	require.NoError(t, err)
	_, _, err = s.Install(t.Context(), draft)
	require.NoError(t, err)
	in, err := s.Explorable()
	require.NoError(t, err)
	return in
}

func TestScratch(t *testing.T) {
	for id := range adapters {
		for _, mode := range []string{"simulation", "sandbox", "enterprise"} {
			in := installation(t, id, "mode: "+mode+"\n")
			s := explore.Of(in)
			start := time.Now()
			plain, err := s.Plain(t.Context())
			require.NoError(t, err)
			t.Logf("%s %s %+v %v", id, mode, plain, time.Since(start))
			for _, rule := range in.Rules() {
				start := time.Now()
				before, asked := s.Requests, s.Asked
				found, err := s.Nearest(t.Context(), append(s.Accepted(0, rule), explore.Denied(0, rule))...)
				require.NoError(t, err)
				t.Logf("%s %v %v %v requests %d asked %d %v", rule, found.Is, found.Changed, found.Bounded, s.Requests-before, s.Asked-asked, time.Since(start))
				for _, f := range found.Changed {
					t.Logf("     %s %v", f, found.Request.Value(f))
				}
			}
		}
	}
}
