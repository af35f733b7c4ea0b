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
