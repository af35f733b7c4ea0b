package api_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/service"
)

// TestVerificationsAndArtifactsKeepToTheSchemas validates answers of each outcome, and
// the difference of two bundles.
func TestVerificationsAndArtifactsKeepToTheSchemas(t *testing.T) {
	run, schema := folder(t), schemas(t, newAPI(t, profile, service.Options{}))
	altered := filepath.Join(t.TempDir(), "altered")
	for _, args := range [][]string{{"cheap.yaml", "excepting.yaml", "owned"}, {"cheap.yaml", "excepting.yaml", altered}, {"request.yaml", "plain.yaml", "plain"}} {
		require.Contains(t, run("request", "propose", args[0], "--profile", args[1], "--output", args[2]), "proposal_id")
	}
	pages, err := filepath.Glob(filepath.Join(altered, "environments", "reviews", "*.md"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(pages[0], []byte("# Reviewed\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(altered, "more"), nil, 0o600))
	for _, test := range []struct {
		outcome string
		args    []string
	}{
		{"verified", []string{"owned", "--profile", "excepting.yaml"}},
		{"made_with_another", []string{"owned", "--profile", "plain.yaml"}},
		{"altered", []string{altered, "--profile", "excepting.yaml"}},
		{"no_longer_accepted", []string{"plain", "--profile", "plain.yaml", "--on", "2027-01-01"}},
	} {
		content, err := jsonschema.UnmarshalJSON(strings.NewReader(run(append([]string{"request", "verify"}, test.args...)...)))
		require.NoError(t, err)
		require.NoError(t, schema("proposal-verification").Validate(content), test.args)
		object, ok := content.(map[string]any)
		require.True(t, ok)
		assert.Equal(t, test.outcome, object["outcome"])
		object["another"] = true
		assert.Error(t, schema("proposal-verification").Validate(content))
	}
	content, err := jsonschema.UnmarshalJSON(strings.NewReader(run("request", "diff", "plain", "owned")))
	require.NoError(t, err)
	require.NoError(t, schema("request-difference").Validate(content))
	object, is := content.(map[string]any)
	require.True(t, is)
	assert.NotEmpty(t, object["artifacts"])
}
