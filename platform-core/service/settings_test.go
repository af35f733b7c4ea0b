package service_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
)

const enterprise = simulation + "mode: enterprise\nboundaries: {production: FFF, security: eee, test: eee}\n"

// TestSettingsThatTheAdapterRefusesAreNotInstalled checks that a conflict between settings rejects the
// profile. Install and Validate return the same fault.
func TestSettingsThatTheAdapterRefusesAreNotInstalled(t *testing.T) {
	s := newService(t, &scripted{})
	wrong := draft(t, enterprise+"settings: {egress: hub}")
	_, _, err := s.Install(t.Context(), wrong)
	p := problem.From(err)
	require.NotNil(t, p)
	assert.Equal(t, problem.InstallationRejected, p.Code)
	assert.Equal(t, []problem.Fault{{
		Field: "settings.next_hop", Code: problem.FaultConflict, Message: "is missing; egress hub needs it",
	}}, p.Faults)
	_, err = s.Validate(t.Context(), wrong)
	assert.Equal(t, p, problem.From(err), "validate says the same")
	_, err = s.Installation(t.Context())
	require.Error(t, err, "nothing is stored")

	right := draft(t, enterprise+"settings: {egress: hub, next_hop: 10.0.0.4}")
	r, err := s.Validate(t.Context(), right)
	require.NoError(t, err)
	assert.True(t, r.Ready)
	require.Len(t, r.Settings, 2)
	assert.Equal(t, "hub", r.Settings[0].Value)
	first, created, err := s.Install(t.Context(), right)
	require.NoError(t, err)
	assert.True(t, created)
	assert.Equal(t, map[string]string{"egress": "hub", "next_hop": "10.0.0.4"}, first.Profile.Settings)
	_, _, err = s.Install(t.Context(), draft(t, enterprise))
	assert.Equal(t, problem.InstallationLocked, code(err), "other settings are another profile")
}

// TestADefaultThatIsWrittenDownChangesNothing checks that a profile with explicit defaults is the same
// installation as a profile without them.
func TestADefaultThatIsWrittenDownChangesNothing(t *testing.T) {
	s := installed(t, &scripted{}, enterprise)
	_, created, err := s.Install(t.Context(), draft(t, enterprise+"settings: {egress: own, next_hop: ''}"))
	require.NoError(t, err)
	assert.False(t, created)
}

// TestPlaceholdersStayWithTheProposal checks that a proposal names the boundaries that have placeholders.
func TestPlaceholdersStayWithTheProposal(t *testing.T) {
	for name, c := range map[string]struct {
		profile string
		silent  bool // the adapter has no placement
		want    []string
	}{
		"a simulation":           {simulation, false, []string{"sandbox"}},
		"a sandbox":              {simulation + "mode: sandbox", false, []string{"sandbox"}},
		"a real sandbox":         {simulation + "mode: sandbox\nboundaries: {sandbox: '123'}", false, nil},
		"an enterprise":          {simulation + "mode: enterprise", true, []string{"production", "security", "test"}},
		"a real enterprise":      {enterprise, true, nil},
		"one left in a real one": {simulation + "mode: enterprise\nboundaries: {production: aaa, security: eee, test: eee}", true, []string{"production"}},
		"simulation, silent":     {simulation, true, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := installed(t, &scripted{silent: c.silent}, c.profile)
			record := decided(t, s, theRequest(t, "checkout"))
			p, err := s.Derive(t.Context(), record)
			require.NoError(t, err)
			assert.Equal(t, c.want, p.Placeholders)
			assert.Equal(t, "ready_for_review", p.Status)
		})
	}
}
