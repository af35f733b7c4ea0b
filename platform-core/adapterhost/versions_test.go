package adapterhost

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	goplugin "github.com/hashicorp/go-plugin"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/rpc"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// todayAndTomorrow is an adapter of two versions of the contract.
func todayAndTomorrow() {
	today := rpc.Contracts(sample{})[1]
	serveVersions(map[int]goplugin.PluginSet{1: today, 2: today})
}

const advice = "Build the adapter against release 2.0 before release 3.0."

// next are the versions of a host that has moved on.
var next = []version{{number: 2}, {number: 1, deprecated: advice}}

// negotiated returns the version on which a host that speaks versions agrees
// with the process name, and what it logged.
func negotiated(t *testing.T, name string, versions []version) (int, string) {
	t.Helper()
	log := &journal{}
	p := newProgram("sample", filepath.Join(install(t, name), name), "", defaultLimits, log.logger())
	p.versions = versions
	adapter := p.supervised()
	defer adapter.supervisor.close()
	status, err := adapter.status(t.Context())
	require.NoError(t, err)
	return status.ContractVersion, log.String()
}

func TestTheBestVersionOfBothIsSpoken(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		adapter  string
		versions []version
		want     int
		warned   bool
	}{
		"host of today":           {"today-and-tomorrow", spoken, 1, false},
		"both of tomorrow":        {"today-and-tomorrow", next, 2, false},
		"adapter of tomorrow":     {"from-tomorrow", next, 2, false},
		"adapter of today is old": {"good", next, 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			got, log := negotiated(t, c.adapter, c.versions)
			assert.Equal(t, c.want, got)
			assert.Equal(t, c.warned, strings.Contains(log, advice), log)
		})
	}
}

// A version that the host still speaks is not too old when its adapter only
// fails to start.
func TestAnAdapterThatDiesOverItsStartIsToldNothingOfVersions(t *testing.T) {
	t.Parallel()
	p := newProgram("sample", filepath.Join(install(t, "gone-after-its-line"), "gone-after-its-line"), "", defaultLimits, (&journal{}).logger())
	p.versions = next
	adapter := p.supervised()
	defer adapter.supervisor.close()
	_, err := adapter.status(t.Context())
	problem := refusal(t, err, problem.AdapterUnavailable)
	assert.NotContains(t, problem.Detail, "version")
	assert.Equal(t, AdapterCrashed, problem.Fault(), "neither too old nor too new")
}

func TestVersionsAreRanked(t *testing.T) {
	assert.True(t, slices.IsSortedFunc(spoken, func(a, b version) int { return b.number - a.number }))
	assert.Equal(t, adapter.ContractVersion, spoken[0].number)
	assert.Empty(t, deprecation(spoken, 99), "nothing is known of a version that is not spoken")
}

// informed answers with what it knows of its host.
type informed struct{ sample }

func (informed) CheckInstallation(ctx context.Context, p profile.Profile) ([]profile.Check, error) {
	return []profile.Check{{
		ID: "sample.host", Title: "Host", Status: profile.Passed,
		Message: p.Provider + " " + strings.Join(adapter.HostOf(ctx).Capabilities, " "),
	}}, nil
}

func TestAnAdapterKnowsWhatItsHostUnderstands(t *testing.T) {
	adapter, end := InProcess(informed{})
	defer end()
	checks, err := adapter.CheckInstallation(t.Context(), sampleProfile())
	require.NoError(t, err)
	assert.Equal(t, "sample estimate infrastructure native-rules readiness", checks[0].Message)
}
