package service_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// rule returns the policies of a profile with one rule.
func rule(level, require string) string {
	return `
policies: [{id: team.owner, title: Teams, field: owner, level: ` + level + `, require: '` + require + `',
  message: No team., remediation: Name a team., expected: a team}]
`
}

const exception = "exceptions: [{policy: team.owner, application: checkout, environment: development, " +
	"owner: cto@example.com, reason: A migration until spring., until: 2026-12-31}]\n"

const anotherDigest = "sha256:11"

// differing returns the paths of the files that differ between two proposals.
func differing(a, b proposal.Proposal) (paths []string) {
	after := b.Files()
	for i, file := range a.Files() {
		if file.SHA256 != after[i].SHA256 {
			paths = append(paths, file.Path)
		}
	}
	return paths
}

// TestBothAreWhatEachIs checks that a [service.Pair] returns the same records as two separate services,
// and that the same artifacts differ. The pair saves calls of the adapter.
func TestBothAreWhatEachIs(t *testing.T) {
	for _, c := range []struct {
		name, from, to string
		alike          bool
	}{
		{"the same", simulation, simulation, true},
		{"another rule that is met", simulation, simulation + rule("mandatory", "true"), true},
		{"another rule that is broken", simulation, simulation + rule("mandatory", "false"), true},
		{"an advisory", simulation, simulation + rule("advisory", "false"), true},
		{"an advisory that becomes a rule", simulation + rule("advisory", "false"), simulation + rule("mandatory", "false"), true},
		{"an exception", simulation, simulation + rule("mandatory", "false") + exception, true},
		{"another exception", simulation + rule("mandatory", "false") + exception, simulation + rule("mandatory", "false") + strings.Replace(exception, "cto", "ceo", 1), true},
		{"another day", simulation + "policy_date: 2026-11-20\n", simulation + "policy_date: 2026-12-20\n", true},
		{"other regions", simulation, simulation + "allowed_regions: [south-1, north-1]\n", true},
		{"another mode", simulation, "provider: provider_t\nmode: enterprise\n", false},
		{"another boundary", "provider: provider_t\nmode: sandbox\n", "provider: provider_t\nmode: sandbox\nboundaries: {sandbox: '123'}\n", false},
		{"another setting", "provider: provider_t\nmode: enterprise\n", "provider: provider_t\nmode: enterprise\nsettings: {next_hop: 10.0.0.9}\n", false},
	} {
		for _, application := range []string{"checkout", "reserved"} {
			t.Run(c.name+" for "+application, func(t *testing.T) {
				from, to := installed(t, &scripted{}, c.from), installed(t, &scripted{}, c.to)
				both, err := service.NewPair(t.Context(), from, to)
				require.NoError(t, err)
				assert.Equal(t, c.alike, both.Alike())
				checkBoth(t, both, from, to, theRequest(t, application))
			})
		}
	}
}

func checkBoth(t *testing.T, both *service.Pair, from, to *service.Service, r request.Request) {
	t.Helper()
	before, after, err := both.Evaluate(t.Context(), r)
	require.NoError(t, err)
	var derived []proposal.Proposal
	for _, side := range []struct {
		service *service.Service
		found   *service.Evaluated
	}{{from, before}, {to, after}} {
		whole := decided(t, side.service, r)
		assert.Equal(t, whole.Record, side.found.Record)
		if whole.Decision == request.Accepted {
			d, err := side.service.Derive(t.Context(), whole)
			require.NoError(t, err)
			derived = append(derived, d.Proposal)
		}
	}
	if len(derived) < 2 {
		_, _, err := both.Proposals(t.Context(), before, after)
		assert.Equal(t, problem.RequestNotAccepted, code(err))
		return
	}
	a, b, err := both.Proposals(t.Context(), before, after)
	require.NoError(t, err)
	first, err := proposal.Build(*a)
	require.NoError(t, err)
	second, err := proposal.Build(*b)
	require.NoError(t, err)
	assert.Equal(t, differing(derived[0], derived[1]), differing(first, second))
}

func TestAnAdapterOfBothIsAskedOnce(t *testing.T) {
	impl := &scripted{}
	from, to := installed(t, impl, simulation), installed(t, impl, simulation+rule("mandatory", "false"))
	both, err := service.NewPair(t.Context(), from, to)
	require.NoError(t, err)
	_, _, err = both.Evaluate(t.Context(), theRequest(t, "checkout"))
	require.NoError(t, err)
	assert.EqualValues(t, 1, impl.calls.Load())
}

// TestTwoAdaptersAreAskedBoth checks that a pair asks both adapters if their digests differ, even if
// their descriptions are equal.
func TestTwoAdaptersAreAskedBoth(t *testing.T) {
	old, changed := &scripted{}, &scripted{}
	changed.changed.Store(true)
	from := installed(t, old, simulation)
	to := installedWith(t, service.Options{Adapters: catalogOf{changed, anotherDigest}}, simulation)
	both, err := service.NewPair(t.Context(), from, to)
	require.NoError(t, err)
	assert.False(t, both.Alike())
	before, after, err := both.Evaluate(t.Context(), theRequest(t, "checkout"))
	require.NoError(t, err)
	assert.Equal(t, "network", before.Estimate.Items[0].Item)
	assert.Equal(t, "another", after.Estimate.Items[0].Item)
	checkBoth(t, both, from, to, theRequest(t, "checkout"))
	a, b, err := both.Proposals(t.Context(), before, after)
	require.NoError(t, err)
	assert.NotEmpty(t, a.Root)
	assert.NotEmpty(t, b.Root)
}

func TestAnAdapterWithoutInfrastructureHasNoProposal(t *testing.T) {
	without := &scripted{capabilities: []string{adapter.CapabilityEstimate}}
	from := installed(t, &scripted{}, simulation)
	to := installedWith(t, service.Options{Adapters: catalogOf{without, anotherDigest}}, simulation)
	both, err := service.NewPair(t.Context(), from, to)
	require.NoError(t, err)
	before, after, err := both.Evaluate(t.Context(), theRequest(t, "checkout"))
	require.NoError(t, err)
	a, b, err := both.Proposals(t.Context(), before, after)
	require.NoError(t, err)
	assert.NotNil(t, a)
	assert.Nil(t, b)
}

func TestBothNeedAnInstallation(t *testing.T) {
	_, err := service.NewPair(t.Context(), installed(t, &scripted{}, simulation), newService(t, &scripted{}))
	assert.Equal(t, problem.InstallationRequired, code(err))
}

func TestAFailureOfEitherIsAFailure(t *testing.T) {
	for i := range 2 {
		impls := []*scripted{{}, {}}
		impls[i].fail.Store(problem.New(problem.AdapterUnavailable, "Gone."))
		from := installed(t, impls[0], simulation)
		to := installedWith(t, service.Options{Adapters: catalogOf{impls[1], anotherDigest}}, simulation)
		both, err := service.NewPair(t.Context(), from, to)
		require.NoError(t, err)
		_, _, err = both.Evaluate(t.Context(), theRequest(t, "checkout"))
		assert.Equal(t, problem.AdapterUnavailable, code(err))
	}
}
