package setup_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/command/setup"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-core/problem"
)

func TestPrintsAProfile(t *testing.T) {
	for name, test := range map[string]struct {
		args  []string
		mode  string
		notes []string
	}{
		"the default mode": {[]string{"--provider", "provider_t"}, "simulation", nil},
		"with boundaries": {[]string{"--provider", "provider_t", "--mode", "enterprise"}, "enterprise",
			[]string{"The boundaries hold placeholders; write the real identifiers before anyone", "  relies on the profile.",
				"Settings of provider_t, which --setting NAME=VALUE chooses:",
				"  egress (own or hub; default own): How traffic leaves.",
				"  dns_servers (an IPv4 address, or several separated by commas, such as",
				"    10.0.0.4,10.0.0.5; default none): Who resolves names."}},
	} {
		t.Run(name, func(t *testing.T) {
			r := commandtest.Run(t, setup.NewInit, test.args...)
			assert.Equal(t, problem.ExitDone, r.Exit)
			assert.Equal(t, test.mode, commandtest.Member(t, r, "mode"))
			assert.Equal(t, []any{"north-1"}, commandtest.Member(t, r, "allowed_regions"))
			assert.Equal(t, test.notes, r.Notes)
		})
	}
}

func TestSettings(t *testing.T) {
	enterprise := []string{"--provider", "provider_t", "--mode", "enterprise"}
	r := commandtest.Run(t, setup.NewInit,
		append(enterprise, "--setting", "egress=HUB", "--setting", "dns_servers=10.0.0.5, 10.0.0.4")...)
	assert.Equal(t, problem.ExitDone, r.Exit)
	assert.Equal(t, map[string]any{"egress": "hub", "dns_servers": "10.0.0.5,10.0.0.4"},
		commandtest.Member(t, r, "settings"))
	r = commandtest.Run(t, setup.NewInit, append(enterprise, "--setting", "egress=own", "--setting", "dns_servers=")...)
	assert.Equal(t, problem.ExitDone, r.Exit)
	assert.NotContains(t, string(r.JSON), "settings")
	for name, test := range map[string]struct {
		args         []string
		code, faulty string
	}{
		"another value":   {append(enterprise, "--setting", "egress=peer"), "installation_rejected", "settings.egress"},
		"another setting": {append(enterprise, "--setting", "way=hub"), "installation_rejected", "settings.way"},
		"what is needed":  {append(enterprise, "--setting", "egress=hub"), "installation_rejected", "settings.dns_servers"},
		"another mode": {[]string{"--provider", "provider_t", "--setting", "egress=hub"},
			"installation_rejected", "settings.egress"},
		"no value": {append(enterprise, "--setting", "egress"), "usage_error", ""},
		"no name":  {append(enterprise, "--setting", "=hub"), "usage_error", ""},
		"twice":    {append(enterprise, "--setting", "egress=hub", "--setting", "egress=own"), "usage_error", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := commandtest.Run(t, setup.NewInit, test.args...)
			assert.Equal(t, test.code, commandtest.Member(t, r, "code"))
			assert.Equal(t, problem.ExitUsage, r.Exit)
			if test.faulty != "" {
				assert.Contains(t, string(r.JSON), `"field": "`+test.faulty+`"`)
			}
		})
	}
}

// TestWritesTheSameBytes checks that equal inputs give equal bytes, and that only --force replaces
// a file.
func TestWritesTheSameBytes(t *testing.T) {
	commandtest.Folder(t)
	args := []string{"--provider", "provider_t", "--output", "new.json"}
	r := commandtest.Run(t, setup.NewInit, args...)
	assert.Equal(t, []string{"wrote new.json"}, r.Notes)
	written, err := os.ReadFile("new.json")
	require.NoError(t, err)
	assert.Equal(t, string(r.JSON), string(written))
	assert.Equal(t, problem.ExitProtected, commandtest.Run(t, setup.NewInit, args...).Exit)
	assert.Equal(t, problem.ExitDone, commandtest.Run(t, setup.NewInit, append(args, "--force")...).Exit)
}

func TestRefusals(t *testing.T) {
	commandtest.Folder(t)
	for name, test := range map[string]struct {
		args []string
		code problem.Code
	}{
		"no provider":      {nil, problem.InstallationRejected},
		"another provider": {[]string{"--provider", "provider_z"}, problem.InstallationRejected},
		"another mode":     {[]string{"--provider", "provider_t", "--mode", "moon"}, problem.InstallationRejected},
		"an empty path":    {[]string{"--provider", "provider_t", "--output", ""}, problem.UsageError},
		"a folder":         {[]string{"--provider", "provider_t", "--output", "."}, problem.UsageError},
		"an argument":      {[]string{"profile.json"}, problem.UsageError},
		"an adapter":       {[]string{"--provider", "provider_t", "--adapter", "x"}, problem.UsageError},
		"one twice": {[]string{"--provider", "provider_t", "--adapter", "a=b", "--adapter", "a=c"},
			problem.UsageError},
	} {
		t.Run(name, func(t *testing.T) {
			r := commandtest.Run(t, setup.NewInit, test.args...)
			assert.Equal(t, string(test.code), commandtest.Member(t, r, "code"))
			assert.Equal(t, test.code.Exit(), r.Exit)
		})
	}
}

func TestQuietHasNoNotes(t *testing.T) {
	assert.Empty(t, commandtest.Run(t, setup.NewInit, "--provider", "provider_t", "--mode", "enterprise", "--quiet").Notes)
	assert.Empty(t, commandtest.Run(t, setup.NewInit, "--provider", "provider_z", "-q").Notes)
}
