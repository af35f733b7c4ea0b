package setup

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/profile"
)

func of(c profile.Confinement, more ...profile.Check) profile.Readiness {
	return profile.NewReadiness(profile.Profile{Provider: "provider_t", Mode: profile.Simulation},
		profile.Provider{DisplayName: "T"}, profile.AdapterFacts{Confinement: &c}, more)
}

func TestLines(t *testing.T) {
	ready := of(profile.Confinement{Level: profile.Enforced})
	assert.Equal(t, []string{
		"ready: provider_t in simulation mode, 5 checks passed",
		"  profile digest:", "    sha256:1f868e9af61cff5eb993ada4f38ab66cc6060579124556ed62e448d31fc7bda2",
	}, readinessLines(ready))
	open := of(profile.Confinement{Level: profile.Enforced},
		profile.Check{ID: "provider_t.x", Status: profile.Failed, Message: "Not there.", Remediation: "Add it."})
	assert.Equal(t, []string{
		"not ready: provider_t in simulation mode, 5 checks passed, 1 failed",
		"  failed provider_t.x: Not there. Add it.",
	}, readinessLines(open)[:2])
}

func TestSettingsHaveLines(t *testing.T) {
	r := of(profile.Confinement{Level: profile.Enforced})
	r.Settings = []profile.SettingInForce{{Name: "a", Default: true}, {Name: "b", Value: "2"},
		{Name: "c", Value: "3", Default: true}}
	assert.Equal(t, []string{"  setting b: 2", "  settings with their defaults: a (none), c (3)"}, readinessLines(r)[1:3])
}

// TestWorded checks that the command adds the name of its flag to the text of the core.
func TestWorded(t *testing.T) {
	for name, test := range map[string]struct {
		confinement profile.Confinement
		ends        string
	}{
		"enforced": {profile.Confinement{Level: profile.Enforced}, ""},
		"partial": {profile.Confinement{Level: profile.Partial, Open: []string{"files"}},
			"seccomp and Landlock; --require-confinement refuses anything less."},
		"unavailable": {profile.Confinement{Level: profile.Unavailable},
			"seccomp and Landlock; --require-confinement refuses anything less."},
		"loaded": {profile.Confinement{Level: profile.Partial, Open: []string{"libraries"}},
			"no dynamic loader; --require-confinement refuses anything less than enforced."},
	} {
		t.Run(name, func(t *testing.T) {
			r := of(test.confinement)
			for _, c := range r.AdviseConfinement().Checks {
				if c.ID == profile.ConfinementCheck {
					assert.Regexp(t, test.ends+"$", c.Remediation)
					assert.Equal(t, test.ends == "", c.Remediation == "")
				} else {
					assert.NotContains(t, c.Remediation, "--")
				}
			}
			for _, c := range r.Checks {
				assert.NotContains(t, c.Remediation, "--", "the readiness itself is as it was")
			}
		})
	}
}
