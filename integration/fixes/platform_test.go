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
	"platform.internal/platform-core/document"
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

// drawProvider draws regions of an adapter of the workspace. Regions with more prices come first.
func drawProvider(t testing.TB, g generator, id string) provider {
	t.Helper()
	a := providers.Adapters[id]
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
	return provider{id, a, slices.Clone(regions[:min(4, len(regions))]), regions[len(regions)-1]}
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

// remembering is an adapter that answers once for all requests with the same values of the fields that its rules and estimates read.
// Sometimes it asks again, to check this.
type remembering struct {
	adapter.Adapter
	t       testing.TB
	reads   set
	answers map[request.Request]adapter.Evaluation
	again   int
}

func (m *remembering) Evaluate(ctx context.Context, in adapter.Input) (adapter.Evaluation, error) {
	const every = 100
	key := only(in.Request, m.reads)
	answer, ok := m.answers[key]
	if m.again++; ok && m.again%every != 0 {
		return copied(answer), nil
	}
	in.WithoutResources = true
	own, err := m.Adapter.Evaluate(ctx, in)
	if ok {
		require.Equal(m.t, answer, own, "the adapter reads no more than it declares: %+v", in.Request)
	}
	m.answers[key] = copied(own)
	return own, err
}

// copied is for the service, which completes the suggestions in place.
func copied(e adapter.Evaluation) adapter.Evaluation {
	e.Violations, e.Advisories = slices.Clone(e.Violations), slices.Clone(e.Advisories)
	return e
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

// catalog is a catalog of one adapter.
type catalog struct {
	id   string
	impl adapter.Adapter
}

func (c catalog) Providers() []string { return []string{c.id} }

func (c catalog) Adapter(context.Context, string) (adapter.Adapter, error) { return c.impl, nil }

func (c catalog) Status(ctx context.Context, _ string) (adapter.Status, error) {
	description, err := c.impl.Describe(ctx)
	return adapter.Status{Description: description, ContractVersion: 1}, err
}

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
	reads := slices.Clone(description.EstimateReads)
	for _, r := range description.Rules {
		require.NotEmpty(t, r.Reads, "%s may read all fields", r.ID)
		reads = append(reads, r.Reads...)
	}
	checked := adapter.Checked(p.id, p.adapter)
	out := &platform{provider: p, text: text, asked: new(atomic.Int64), description: description}
	install := func(impl adapter.Adapter) *service.Service {
		s := service.New(service.Options{Adapters: catalog{p.id, impl}, Now: clock})
		draft, err := profile.Parse(document.Source{Format: document.YAML, Data: []byte(text)})
		require.NoError(t, err)
		installation, _, err := s.Install(t.Context(), draft)
		require.NoError(t, err, "%s", text)
		out.profile = installation.Profile
		return s
	}
	out.searched = install(counting{checked, out.asked})
	out.tried = install(&remembering{Adapter: checked, t: t, reads: setOf(reads), answers: map[request.Request]adapter.Evaluation{}})
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
