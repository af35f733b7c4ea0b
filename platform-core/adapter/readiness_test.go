package adapter_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

func TestLoggingCheck(t *testing.T) {
	check := adapter.LoggingCheck("provider_t.logs", "Logs stay.", "Logs are copied.")
	for mode, message := range map[profile.Mode]string{
		profile.Simulation: "Logs are copied.", profile.Enterprise: "Logs are copied.", profile.Sandbox: "Logs stay.",
	} {
		assert.Equal(t, profile.Check{ID: "provider_t.logs", Title: "Central logging", Status: profile.Passed, Message: message},
			check(profile.Profile{Mode: mode}))
	}
}

func TestAccess(t *testing.T) {
	access := adapter.Access{Provider: "provider_t", Passed: "Admins.", Remediation: "Set admins.", Lacking: func(setting func(string) string) string {
		if setting("admins") == "" {
			return "Nobody administers."
		}
		return ""
	}}
	for _, tt := range []struct {
		mode   profile.Mode
		admins string
		status profile.CheckStatus
		says   string
	}{
		{profile.Simulation, "", profile.Passed, "Simulation builds no cluster."},
		{profile.Sandbox, "", profile.Warning, "Nobody administers."},
		{profile.Sandbox, "a", profile.Passed, "Admins."},
		{profile.Enterprise, "", profile.Warning, "Nobody administers."},
	} {
		check := access.Check(profile.Profile{Mode: tt.mode, Settings: map[string]string{"admins": tt.admins}})
		assert.Equal(t, tt.status, check.Status)
		assert.Equal(t, tt.says, check.Message)
		v, found := access.Rule().Find(adapter.Input{Mode: tt.mode, Settings: []adapter.Setting{{Name: "admins", Value: tt.admins}}})
		assert.Equal(t, tt.status == profile.Warning, found, "the rule agrees with the check")
		if found {
			assert.Equal(t, "Nobody administers. Set admins.", v.Message+" "+v.Remediation)
		}
	}
}
