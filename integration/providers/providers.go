// Package providers has the adapters of the workspace, for tests that run each of them in their own process.
package providers

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"example.com/platform/gke"
	"github.com/stretchr/testify/require"
	"gotest.tools/v3/golden"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	providera "platform.internal/provider-a"
	providerb "platform.internal/provider-b"
)

// Catalog has adapters by their IDs. It implements [adapter.Catalog].
type Catalog map[string]adapter.Adapter

func (c Catalog) Providers() []string { return slices.Sorted(maps.Keys(c)) }

func (c Catalog) Adapter(_ context.Context, id string) (adapter.Adapter, error) {
	impl, ok := c[id]
	if !ok {
		return nil, problem.New(problem.AdapterUnavailable, "No adapter for %s.", id)
	}
	return impl, nil
}

func (c Catalog) Status(ctx context.Context, id string) (adapter.Status, error) {
	impl, err := c.Adapter(ctx, id)
	if err != nil {
		return adapter.Status{}, err
	}
	description, err := impl.Describe(ctx)
	return adapter.Status{Description: description, ContractVersion: 1}, err
}

// newCatalog returns checked adapters. Each is asked once for its description.
func newCatalog(adapters ...adapter.Adapter) Catalog {
	c := Catalog{}
	for _, impl := range adapters {
		d, err := impl.Describe(context.Background())
		if err != nil {
			panic(err)
		}
		c[d.ID] = adapter.Checked(d.ID, described{impl, d})
	}
	return c
}

type described struct {
	adapter.Adapter
	description adapter.Description
}

func (d described) Describe(context.Context) (adapter.Description, error) { return d.description, nil }

// workspace has the adapter of each module provider-*.
var workspace = []adapter.Adapter{providera.New(), providerb.New()}

// Adapters has the adapters of the workspace. All also has the example for authors, which is outside. Tests do not
// change them.
var (
	Adapters = newCatalog(workspace...)
	All      = newCatalog(append(workspace, gke.New())...)
)

// IDs returns the sorted IDs of [Adapters].
func IDs() []string { return Adapters.Providers() }

// Regions returns the names of a provider's regions: the default region, and the others, from the last to the first.
func Regions(t testing.TB, impl adapter.Adapter) []string {
	t.Helper()
	d, err := impl.Describe(t.Context())
	require.NoError(t, err)
	names := []string{d.DefaultRegion}
	for _, r := range slices.Backward(d.Regions) {
		if r.Name != d.DefaultRegion {
			names = append(names, r.Name)
		}
	}
	return names
}

// Installed returns a service with a profile in YAML.
func Installed(t testing.TB, o service.Options, yaml string) *service.Service {
	t.Helper()
	s := service.New(o)
	draft, err := profile.Parse(document.Source{Format: document.YAML, Data: []byte(yaml)})
	require.NoError(t, err)
	_, _, err = s.Install(t.Context(), draft)
	require.NoError(t, err, yaml)
	return s
}

// Golden compares text with a file in testdata. If there is no such file, it says how to write it.
func Golden[T string | []byte](t *testing.T, text T, file string) {
	t.Helper()
	if !golden.FlagUpdate() {
		require.FileExists(t, filepath.Join("testdata", file), "run this test with -update, and read the file that it writes")
	}
	golden.Assert(t, string(text), file)
}

// remembering is an adapter that answers once for all requests with the same values of the fields that its rules
// and estimates read. Sometimes it asks again, to check this.
type remembering struct {
	adapter.Adapter
	t       testing.TB
	reads   []request.Field
	answers map[question]adapter.Evaluation
	again   int
}

type question struct {
	mode    profile.Mode
	request request.Request
}

// Remembering returns an adapter for brute force in installations that differ at most in mode and rules. It is not
// safe for concurrent use.
func Remembering(t testing.TB, impl adapter.Adapter) adapter.Adapter {
	t.Helper()
	d, err := impl.Describe(t.Context())
	require.NoError(t, err)
	reads := slices.Clone(d.EstimateReads)
	for _, r := range d.Rules {
		require.NotEmpty(t, r.Reads, "%s may read all fields", r.ID)
		reads = append(reads, r.Reads...)
	}
	return &remembering{Adapter: impl, t: t, reads: slices.DeleteFunc(request.Fields(), func(f request.Field) bool {
		return !slices.Contains(reads, f.Name) && !(f.IsControl() && slices.Contains(reads, request.ControlsField))
	}), answers: map[question]adapter.Evaluation{}}
}

func (m *remembering) Evaluate(ctx context.Context, in adapter.Input) (adapter.Evaluation, error) {
	const every = 100
	key := question{mode: in.Mode}
	for _, f := range m.reads {
		f.Assign(&key.request, f.Get(&in.Request))
	}
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
