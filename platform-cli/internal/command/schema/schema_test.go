package schema_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/command/schema"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/schemas"
)

type shown struct {
	Properties struct {
		Region struct {
			Description string
			Examples    []string
		}
	}
}

func TestSchema(t *testing.T) {
	commandtest.Folder(t, "two.yaml", "provider: provider_t\nallowed_regions: [south-1, north-1]\n")
	for name, c := range map[string]struct {
		args    []string
		regions []string
	}{
		"of any installation": {[]string{"request"}, []string{"eu-west-1", "northeurope"}},
		"of one":              {[]string{"request", "--profile", "two.yaml"}, []string{"south-1", "north-1"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := commandtest.Run(t, schema.New, c.args...)
			require.Equal(t, problem.ExitDone, r.Exit, r.Notes)
			var s shown
			require.NoError(t, json.Unmarshal(r.JSON, &s))
			assert.Equal(t, c.regions, s.Properties.Region.Examples)
			assert.NotEmpty(t, s.Properties.Region.Description)
		})
	}
}

func TestNoSuchSchema(t *testing.T) {
	commandtest.Folder(t)
	for args, says := range map[string]string{"profile": "write one of request, deployment-proposal, environment-request,", "": "needs NAME"} {
		var list []string
		if args != "" {
			list = []string{args}
		}
		r := commandtest.Run(t, schema.New, list...)
		assert.Equal(t, problem.ExitUsage, r.Exit)
		assert.Contains(t, commandtest.Sentences(r), says)
	}
	assert.Equal(t, problem.ExitUsage, commandtest.Run(t, schema.New, "request", "--profile", "absent.yaml").Exit)
	r := commandtest.Run(t, schema.New, "handover", "--profile", "profile.yaml")
	assert.Equal(t, problem.ExitUsage, r.Exit)
	assert.Contains(t, commandtest.Sentences(r), "--profile is only for the schema request")
}

// TestEverySchema prints each document's schema as the server sends it.
func TestEverySchema(t *testing.T) {
	all, err := schemas.Load()
	require.NoError(t, err)
	for name, want := range all {
		r := commandtest.Run(t, schema.New, name)
		require.Equal(t, problem.ExitDone, r.Exit, name)
		assert.Equal(t, string(want), string(r.JSON), name)
	}
}
