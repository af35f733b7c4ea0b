package requesttemplate_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/command/requesttemplate"
	"platform.internal/platform-cli/internal/command/requestvalidate"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// TestPolicyAcceptsTheTemplate checks that policy accepts the template, or that the note says
// otherwise.
func TestPolicyAcceptsTheTemplate(t *testing.T) {
	const never = "provider: provider_t\npolicies:\n- {id: team.never, title: t, field: owner, level: mandatory, require: 'false', message: m, remediation: r, expected: e}\n"
	commandtest.Folder(t, "never.yaml", never)
	for profile, exit := range map[string]int{"profile.yaml": problem.ExitDone, "enterprise.yaml": problem.ExitDone,
		"never.yaml": problem.ExitDenied} {
		r := commandtest.Run(t, requesttemplate.New, "--profile", profile)
		require.Equal(t, problem.ExitDone, r.Exit, r.Notes)
		require.NoError(t, os.WriteFile("new.json", r.JSON, 0o600))
		assert.Equal(t, exit, commandtest.Run(t, requestvalidate.New, "new.json", "--profile", profile).Exit, profile)
		assert.Equal(t, exit == problem.ExitDenied,
			r.Notes[0] == "no value that was tried is accepted; `platform request fix` says why")
	}
}

// TestTheTemplateSaysWhatToChoose checks the note if policy requires a value that only a person
// knows.
func TestTheTemplateSaysWhatToChoose(t *testing.T) {
	const team = "provider: provider_t\npolicies:\n- {id: team.owner, title: t, field: owner, level: mandatory, require: 'request.owner.endsWith(\"@team.example\")', message: m, remediation: r, expected: an address of the team}\n"
	commandtest.Folder(t, "team.yaml", team)
	r := commandtest.Run(t, requesttemplate.New, "--profile", "team.yaml")
	assert.Equal(t, "policy accepts this request once you choose owner (an address of the team); put in the values of your application", strings.Join(strings.Fields(strings.Join(r.Notes, " ")), " "))
}

// TestTheYAMLIsTheSameRequest checks the comment above each field and the first line for editors.
func TestTheYAMLIsTheSameRequest(t *testing.T) {
	const production = "provider: provider_t\npolicies:\n- {id: team.p, title: t, field: environment, level: mandatory, require: 'request.environment == \"production\"', message: m, remediation: r, expected: e, suggest: '\"production\"'}\n"
	commandtest.Folder(t, "production.yaml", production)
	for _, profile := range []string{"profile.yaml", "enterprise.yaml", "production.yaml"} {
		printed := commandtest.Run(t, requesttemplate.New, "--profile", profile, "-o", "yaml")
		require.Equal(t, problem.ExitDone, printed.Exit)
		assert.Equal(t, "# yaml-language-server: $schema=request.schema.json", printed.Text[0])
		text := strings.Join(printed.Text, "\n") + "\n"
		asYAML, err := request.Parse(document.Source{Format: document.YAML, Data: []byte(text)})
		require.NoError(t, err, text)
		asJSON, err := request.Parse(document.Source{Format: document.JSON,
			Data: commandtest.Run(t, requesttemplate.New, "--profile", profile).JSON})
		require.NoError(t, err)
		assert.Equal(t, asJSON, asYAML)
		for _, line := range printed.Text {
			assert.LessOrEqual(t, len(line), 80)
		}
	}
	text := commandtest.Run(t, requesttemplate.New, "--profile", "profile.yaml", "-o", "text")
	assert.Equal(t, commandtest.Run(t, requesttemplate.New, "--profile", "profile.yaml", "-o", "yaml").Text, text.Text)
	refused := commandtest.Run(t, requesttemplate.New, "--profile", "profile.yaml", "-o", "markdown")
	assert.Contains(t, commandtest.Sentences(refused), "write json, text or yaml")
}
