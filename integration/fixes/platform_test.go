package fixes_test

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platform.internal/integration/providers"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// provider is an adapter with four of its regions, and the region with the fewest prices.
type provider struct {
	id       string
	adapter  adapter.Adapter
	regions  []string
	unpriced string
}

// drawProvider draws regions of an adapter. Regions with more prices come first.
func drawProvider(t testing.TB, g generator, id string) provider {
	t.Helper()
	a := providers.All[id]
	d, err := a.Describe(t.Context())
	require.NoError(t, err)
	regions, missing := make([]string, len(d.Regions)), map[string]int{}
	for i, at := range g.Perm(len(d.Regions)) {
		regions[i] = d.Regions[at].Name
		e, err := a.Evaluate(t.Context(), adaptertest.Input(d, profile.Simulation, adaptertest.Request(regions[i])))
		require.NoError(t, err)
		missing[regions[i]] = priceOf(e.Estimate).unpriced
	}
	slices.SortStableFunc(regions, func(a, b string) int { return cmp.Compare(missing[a], missing[b]) })
	return provider{id, a, slices.Clone(regions[:min(4, len(regions)-1)]), regions[len(regions)-1]}
}

// today is the policy date.
const today request.Date = "2026-11-22"

func clock() time.Time { return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC) }

// counting is an adapter that counts the questions.
type counting struct {
	adapter.Adapter
	asked *atomic.Int64
}

func (c counting) Evaluate(ctx context.Context, in adapter.Input) (adapter.Evaluation, error) {
	c.asked.Add(1)
	return c.Adapter.Evaluate(ctx, in)
}

// only returns a request that has only some fields.
func only(r request.Request, some set) (out request.Request) {
	for ; some != 0; some &= some - 1 {
		f := &fields[bits.TrailingZeros32(uint32(some))]
		f.Assign(&out, f.Get(&r))
	}
	return out
}

var fields = request.Fields()

// platform is a service with one installation, and another one for brute force, so that neither remembers the questions of the
// other.
type platform struct {
	provider
	text            string // of the profile
	searched, tried *service.Service
	asked           *atomic.Int64
	profile         profile.Profile
	description     adapter.Description
	policies        *policy.Set
}

func newPlatform(t testing.TB, p provider, text string) *platform {
	t.Helper()
	description, err := p.adapter.Describe(t.Context())
	require.NoError(t, err)
	out := &platform{provider: p, text: text, asked: new(atomic.Int64), description: description}
	install := func(impl adapter.Adapter) *service.Service {
		return providers.Installed(t, service.Options{Adapters: providers.Catalog{p.id: impl}, Now: clock}, text)
	}
	out.searched = install(counting{p.adapter, out.asked})
	out.tried = install(providers.Remembering(t, p.adapter))
	installation, err := out.tried.Installation(t.Context())
	require.NoError(t, err)
	out.profile = installation.Profile
	set, faults, err := policy.Compile(t.Context(), out.profile.Mode, out.profile.Policies)
	require.NoError(t, err)
	require.Empty(t, faults)
	out.policies = set
	return out
}

// decide returns the platform's answer to a request, without its resources.
func (p *platform) decide(t testing.TB, r request.Request) *service.Evaluated {
	t.Helper()
	e, err := p.tried.Evaluate(t.Context(), r, service.EvaluateOptions{Brief: true})
	require.NoError(t, err)
	return e
}
