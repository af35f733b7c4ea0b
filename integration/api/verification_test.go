package api_test

import (
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
	for _, bundle := range [][2]string{{"many/owned.yaml", "owned"}, {"many/owned.yaml", "altered"}, {"request.yaml", "plain"}} {
		profile := "excepting.yaml"
		if bundle[1] == "plain" {
			profile = "plain.yaml"
		}
		if made := run("request", "propose", bundle[0], "--profile", profile, "--output", bundle[1]); bundle[1] != "plain" {
			require.Contains(t, made, "proposal_id", "%s", made)
		}
	}
	for _, test := range []struct {
		outcome string
		args    []string
	}{
		{"verified", []string{"owned", "--profile", "excepting.yaml"}},
		{"made_with_another", []string{"owned", "--profile", "plain.yaml"}},
		{"no_longer_accepted", []string{"plain", "--profile", "plain.yaml", "--on", "2027-01-01"}},
	} {
		content, err := jsonschema.UnmarshalJSON(strings.NewReader(run(append([]string{"request", "verify"}, test.args...)...)))
		require.NoError(t, err)
		require.NoError(t, schema("proposal-verification").Validate(content), test.args)
		object, is := content.(map[string]any)
		require.True(t, is)
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
