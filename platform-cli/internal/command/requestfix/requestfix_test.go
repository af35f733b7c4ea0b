package requestfix_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/command/requestfix"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

// Profiles with a rule that only a person can satisfy, and with two contradicting rules.
const (
	personal = `provider: provider_t
policies:
- {id: team.owner, title: t, field: owner, level: mandatory, require: 'request.owner.endsWith("@team.example")', message: m, remediation: Name a team., expected: an address of team.example}
`
	contradicting = `provider: provider_t
policies:
- {id: team.small, title: t, field: cluster_size, level: mandatory, require: 'request.cluster_size == "small"', message: m, remediation: r, expected: small}
- {id: team.large, title: t, field: cluster_size, level: mandatory, require: 'request.cluster_size != "small"', message: m, remediation: r, expected: medium or large}
`
)

func run(t *testing.T, args ...string) *host.Result {
	t.Helper()
	return commandtest.Run(t, func(inv *host.Invocation) *cobra.Command { return requestfix.New(inv) }, args...)
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(data)
}

func TestFix(t *testing.T) {
	commandtest.Folder(t)
	before := content(t, "denied.yaml")
	r := run(t, "denied.yaml", "--profile", "profile.yaml")
	assert.Equal(t, 0, r.Exit)
	assert.Equal(t, "platform.request-fix/v1", commandtest.Member(t, r, "schema"))
	assert.Equal(t, "denied", commandtest.Member(t, r, "decision"))
	first := commandtest.Member(t, r, "alternatives").([]any)[0].(map[string]any)
	assert.Equal(t, strings.Replace(before, "8.8.0.0/20", "10.8.0.0/20", 1), first["document"])
	assert.Equal(t, before, content(t, "denied.yaml"))
	assert.Nil(t, commandtest.Member(t, r, "written"))

	r = run(t, "denied.yaml", "--profile", "profile.yaml", "--write")
	assert.Equal(t, 0, r.Exit)
	assert.EqualValues(t, 1, commandtest.Member(t, r, "written"))
	assert.Equal(t, first["document"], content(t, "denied.yaml"))
	r = run(t, "denied.yaml", "--profile", "profile.yaml", "--write")
	assert.Equal(t, "accepted", commandtest.Member(t, r, "decision"))
	assert.Nil(t, commandtest.Member(t, r, "written"), "there is nothing to write")
}

func TestText(t *testing.T) {
	commandtest.Folder(t, "personal.yaml", personal, "contradicting.yaml", contradicting)
	for profile, want := range map[string]struct {
		exit  int
		lines []string
	}{
		"profile.yaml": {0, []string{
			"Fix 1 of 1. Cost a month: 200.50 USD before and after.",
			"    7 - network_cidr: 8.8.0.0/20", "    7 + network_cidr: 10.8.0.0/20",
			"--write writes it into denied.yaml.",
		}},
		"personal.yaml": {1, []string{
			"Policy accepts it once a person chooses:", "  owner: an address of team.example", "    Name a team.",
			"  network_cidr: 8.8.0.0/20 -> 10.8.0.0/20", "Nothing is written, as a person has to choose.",
		}},
		"contradicting.yaml": {1, []string{
			"No request satisfies these rules together:",
			"  team.large expects of cluster_size: medium or large", "  team.small expects of cluster_size: small",
			"These values come nearest to acceptance:", "  network_cidr: 10.8.0.0/20",
			"With them, the request still breaks 1 rule:",
		}},
	} {
		r := run(t, "denied.yaml", "--profile", profile, "-o", "text")
		assert.Equal(t, want.exit, r.Exit, profile)
		assert.Subset(t, r.Text, want.lines, profile)
		assert.Nil(t, r.JSON)
	}
	r := run(t, "request.yaml", "--profile", "profile.yaml", "-o", "text")
	assert.Equal(t, 0, r.Exit)
	assert.Len(t, r.Text, 1)
}

// TestOneLine checks that fields are shown if a line is too long to show.
func TestOneLine(t *testing.T) {
	commandtest.Folder(t)
	req, err := request.Parse(document.Source{Format: document.YAML, Data: []byte(content(t, "denied.yaml"))})
	require.NoError(t, err)
	text, err := json.Marshal(req)
	require.NoError(t, err)
	for _, name := range []string{"one.json", "one.yaml"} {
		require.NoError(t, os.WriteFile(name, text, 0o600))
		r := run(t, name, "--profile", "profile.yaml", "-o", "text")
		assert.Equal(t, 0, r.Exit)
		assert.Contains(t, r.Text, "  network_cidr: 8.8.0.0/20 -> 10.8.0.0/20")
	}
}

// unusual is denied.yaml in braces with an untyped tag, which the package edit refuses.
var unusual = strings.NewReplacer("network_cidr", `! "network_cidr"`, "\n", ", ", "10.20.0.0/20",
	"8.8.0.0/20").Replace("{"+strings.TrimSpace(commandtest.Request)) + "} # ours\n"

// TestAnUnusualForm checks that the changes are shown, and that --write fails and lists them.
func TestAnUnusualForm(t *testing.T) {
	commandtest.Folder(t, "unusual.yaml", unusual)
	r := run(t, "unusual.yaml", "--profile", "profile.yaml")
	assert.Equal(t, 0, r.Exit)
	first := commandtest.Member(t, r, "alternatives").([]any)[0].(map[string]any)
	assert.Equal(t, "network_cidr", first["changes"].([]any)[0].(map[string]any)["field"])
	assert.NotContains(t, first, "document")
	assert.Subset(t, r.Notes, []string{
		"  network_cidr: 8.8.0.0/20 -> 10.8.0.0/20",
		"Write it by hand: unusual.yaml has a form that --write does not edit.",
	})
	r = run(t, "unusual.yaml", "--profile", "profile.yaml", "-o", "text")
	assert.Equal(t, 0, r.Exit)
	assert.Contains(t, r.Text, "  network_cidr: 8.8.0.0/20 -> 10.8.0.0/20")
	for _, format := range []string{"json", "text"} {
		r = run(t, "unusual.yaml", "--profile", "profile.yaml", "--write", "-o", format)
		assert.Equal(t, 3, r.Exit)
		assert.Contains(t, commandtest.Sentences(r),
			"file_protected: unusual.yaml has a form that is not edited; write these values by hand. "+
				"unusual.yaml: protected: network_cidr is 8.8.0.0/20; write 10.8.0.0/20")
		assert.Equal(t, unusual, content(t, "unusual.yaml"))
	}
}

// TestTabs checks that tabs are shown as spaces and stay in the file.
func TestTabs(t *testing.T) {
	commandtest.Folder(t, "tabs.yaml",
		strings.Replace(commandtest.Request, "network_cidr: 10.20.0.0/20", "network_cidr:\t8.8.0.0/20\t# ours", 1))
	r := run(t, "tabs.yaml", "--profile", "profile.yaml", "-o", "text", "--write")
	assert.Contains(t, r.Text, "    7 + network_cidr:  10.8.0.0/20  # ours")
	assert.Contains(t, content(t, "tabs.yaml"), "network_cidr:\t10.8.0.0/20\t# ours\n")
}

// TestNothingIsWrittenWhereAPersonHasToChoose checks that --write fails if a person has to choose.
func TestNothingIsWrittenWhereAPersonHasToChoose(t *testing.T) {
	commandtest.Folder(t, "personal.yaml", personal)
	before := content(t, "denied.yaml")
	r := run(t, "denied.yaml", "--profile", "personal.yaml", "--write")
	assert.Equal(t, 1, r.Exit)
	assert.Nil(t, commandtest.Member(t, r, "written"))
	assert.Equal(t, before, content(t, "denied.yaml"))
}

func TestRefusals(t *testing.T) {
	commandtest.Folder(t)
	require.NoError(t, os.Symlink("denied.yaml", "link.yaml"))
	for name, tt := range map[string]struct {
		args []string
		exit int
		says string
	}{
		"standard input":      {[]string{"-", "--write"}, 2, "--write needs a file"},
		"no such alternative": {[]string{"denied.yaml", "--alternative", "2"}, 2, "only one fix for denied.yaml"},
		"no number":           {[]string{"denied.yaml", "--alternative", "0"}, 2, "a number from 1"},
		"malformed":           {[]string{"malformed.yaml"}, 2, "owner"},
		"a symbolic link":     {[]string{"link.yaml", "--write"}, 3, "symbolic link"},
		"no such file":        {[]string{"none.yaml"}, 2, "does not exist"},
		"no such output":      {[]string{"denied.yaml", "-o", "yaml"}, 2, "write json or text"},
		"malformed, as text":  {[]string{"malformed.yaml", "-o", "text"}, 2, "owner"},
	} {
		t.Run(name, func(t *testing.T) {
			r := run(t, append(tt.args, "--profile", "profile.yaml")...)
			assert.Equal(t, tt.exit, r.Exit)
			assert.Contains(t, string(r.JSON)+strings.Join(r.Text, "\n"), tt.says)
		})
	}
}

// TestAFactIsConfirmed checks that a fix changes a fact only if the user declares it.
func TestAFactIsConfirmed(t *testing.T) {
	commandtest.Folder(t, "restricted.yaml",
		strings.Replace(commandtest.Request, "data_classification: internal", "data_classification: restricted", 1))
	before := content(t, "restricted.yaml")
	require.Contains(t, before, "restricted")
	for _, args := range [][]string{{"-o", "text"}, {"-o", "text", "--write"}} {
		r := run(t, append([]string{"restricted.yaml", "--profile", "profile.yaml"}, args...)...)
		assert.Equal(t, 1, r.Exit)
		assert.Subset(t, r.Text, []string{
			"Policy accepts it only with other facts. Only you know whether they are true:",
			"  environment: production",
		})
		assert.Contains(t, strings.ReplaceAll(strings.Join(r.Text, " "), "   ", " "),
			"Nothing is written. If other facts are true, add --confirm environment=production.")
		assert.Contains(t, strings.ReplaceAll(strings.Join(r.Text, " "), "   ", " "),
			"Fix 2 of 2, 200.50 USD a month: data_classification confidential, public or internal, if that is true.")
		assert.Equal(t, before, content(t, "restricted.yaml"))
	}
	for want, flags := range map[string][]string{
		`The flag --confirm does not take "data_classification=secret": data_classification must be one of public, internal, confidential, restricted`: {"data_classification=secret"},
		`The flag --confirm does not take "confidential"; write FACT=VALUE, such as environment=production.`:                                           {"confidential"},
		`The flag --confirm does not take "region=north-1"; write FACT=VALUE, such as environment=production.`:                                         {"region=north-1"},
		`The flag --confirm has environment twice; write each fact once.`:                                                                              {"environment=test", "environment=production"},
	} {
		args := []string{"restricted.yaml", "--profile", "profile.yaml", "--write"}
		for _, flag := range flags {
			args = append(args, "--confirm", flag)
		}
		r := run(t, args...)
		assert.Equal(t, 2, r.Exit)
		assert.Contains(t, commandtest.Sentences(r), want)
		assert.Equal(t, before, content(t, "restricted.yaml"))
	}
	r := run(t, "request.yaml", "--profile", "profile.yaml", "--confirm", "environment=test")
	assert.Equal(t, 2, r.Exit)
	assert.Contains(t, commandtest.Sentences(r), "Policy accepts request.yaml as it is: leave --confirm out.")

	for _, fact := range []string{"data_classification=restricted", "owner=a@b.example", "environment=test"} {
		r := run(t, "restricted.yaml", "--profile", "profile.yaml", "--write", "--confirm", fact)
		assert.Equal(t, 1, r.Exit, "it is not enough, so another fact is left to confirm")
		assert.Equal(t, before, content(t, "restricted.yaml"))
	}
	r = run(t, "restricted.yaml", "--profile", "profile.yaml", "--confirm", "environment=prod")
	assert.Equal(t, 0, r.Exit, "a short form is one of its values")
	r = run(t, "restricted.yaml", "--profile", "profile.yaml", "--write", "--confirm", "data_classification=internal")
	assert.Equal(t, 0, r.Exit)
	assert.Equal(t, commandtest.Request, content(t, "restricted.yaml"))
	assert.EqualValues(t, 1, commandtest.Member(t, r, "written"))
}

// TestAConfirmedFactIsShown checks that a fix contains the facts of --confirm, in the lines and in
// the document.
func TestAConfirmedFactIsShown(t *testing.T) {
	commandtest.Folder(t, "restricted.yaml",
		strings.Replace(commandtest.Request, "data_classification: internal", "data_classification: restricted", 1))
	args := []string{"restricted.yaml", "--profile", "profile.yaml", "--confirm", "environment=production"}
	text := strings.Join(run(t, append(args, "-o", "text")...).Text, "\n")
	assert.Contains(t, text, "Fix 1 of 1.")
	assert.Contains(t, text, "+ environment: production")
	assert.NotContains(t, text, "need environment too")

	var answer struct {
		Alternatives []struct {
			Changes []request.Change
			Confirm any
			Request request.Request
		}
	}
	require.NoError(t, json.Unmarshal(run(t, args...).JSON, &answer))
	taken := answer.Alternatives[0]
	assert.Equal(t, request.EnvironmentField, taken.Changes[0].Field)
	assert.Nil(t, taken.Confirm)
	assert.Equal(t, "production", taken.Request.Environment)
}

// TestEachFactThatPolicyAcceptsMayBeConfirmed also confirms a fact that the answer does not list,
// or a field that it leaves open.
func TestEachFactThatPolicyAcceptsMayBeConfirmed(t *testing.T) {
	profile := `provider: provider_t
policies:
- id: team.pairs
  title: Few pairs
  field: environment
  level: mandatory
  require: request.environment == "production" && request.data_classification == "public" || request.environment == "test" && request.data_classification == "confidential"
  message: No such pair.
  expected: production with public, or test with confidential
  remediation: Take another.
- id: team.owner
  title: A team
  field: owner
  level: mandatory
  require: request.owner.startsWith("team-")
  message: It is a person.
  remediation: Name a team.
  expected: a team
`
	for _, pair := range [][]string{{"production", "public"}, {"test", "confidential"}} {
		commandtest.Folder(t, "profile.yaml", profile)
		args := []string{"request.yaml", "--profile", "profile.yaml", "--write", "--confirm",
			"data_classification=" + pair[1], "--confirm", "environment=" + pair[0]}
		r := run(t, args...)
		require.Equal(t, 1, r.Exit, "the owner is open: %s %v", r.JSON, commandtest.Sentences(r))
		r = run(t, append(args, "--confirm", "owner=team-a@example.com")...)
		require.Equal(t, 0, r.Exit, "%s", r.JSON)
		written := content(t, "request.yaml")
		for _, line := range []string{"environment: " + pair[0], "data_classification: " + pair[1],
			"owner: team-a@example.com"} {
			assert.Contains(t, written, line)
		}
	}
}
