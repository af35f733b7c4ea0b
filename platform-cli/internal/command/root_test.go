package command

import (
	"encoding/json"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
)

// tree returns every command of a new tree.
func tree() []*cobra.Command {
	var all []*cobra.Command
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		all = append(all, c)
		for _, child := range c.Commands() {
			walk(child)
		}
	}
	root := newRoot(&host.Invocation{})
	root.InitDefaultHelpCmd()
	walk(root)
	return all
}

// TestEveryCommandHasExamplesThatParse parses the examples that --help shows. The scripts of the
// module integration run them.
func TestEveryCommandHasExamplesThatParse(t *testing.T) {
	for _, c := range tree() {
		t.Run(c.CommandPath(), func(t *testing.T) {
			require.NotEmpty(t, c.Example)
			for line := range strings.SplitSeq(c.Example, "\n") {
				parses(t, c, line)
			}
		})
	}
}

// TestEveryCommandTakesAFormat also checks groups, which then print their help.
func TestEveryCommandTakesAFormat(t *testing.T) {
	for _, c := range tree() {
		assert.NotNil(t, c.Flags().ShorthandLookup("o"), c.CommandPath())
		if !c.HasAvailableSubCommands() {
			continue
		}
		path := strings.Fields(c.CommandPath())[1:]
		var help strings.Builder
		r := Run(t.Context(), host.Host{Help: &help}, append(path, "-o", "text"))
		assert.Contains(t, help.String(), "Available Commands:")
		assert.Equal(t, c.HasParent(), r.Exit != problem.ExitDone)
		r = Run(t.Context(), host.Host{Help: io.Discard}, append(path, "-o", "nope"))
		assert.Equal(t, []string{`usage_error: The flag --format does not take "nope"; write json or text.`}, r.Notes)
	}
}

// TestAnEmptyPathIsRefused checks all flags that name a file or a folder. An empty path is most often
// an unset variable of a shell.
func TestAnEmptyPathIsRefused(t *testing.T) {
	for _, c := range tree() {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			switch name, _ := pflag.UnquoteUsage(f); name {
			case "FILE", "DIR", "PROFILE":
				assert.ErrorContains(t, f.Value.Set(""), "the path is empty", "%s --%s", c.CommandPath(), f.Name)
			}
		})
	}
}

func parses(t *testing.T, of *cobra.Command, line string) {
	t.Helper()
	words := strings.Fields(line)
	require.Equal(t, "platform", words[0], "%q", line)
	root := newRoot(&host.Invocation{}) // a new tree, because flags keep their values
	root.InitDefaultHelpCmd()
	found, rest, err := root.Find(words[1:])
	require.NoError(t, err, line)
	require.NoError(t, found.ParseFlags(rest), line)
	require.NoError(t, found.ValidateArgs(found.Flags().Args()), line)
	assert.True(t, strings.HasPrefix(found.CommandPath(), of.CommandPath()), "%q is an example of another command", line)
	assert.False(t, found.HasSubCommands(), "%q names no command", line)
}

// TestHelpSpeaksPlainly checks that help has no courtesy and no blame.
func TestHelpSpeaksPlainly(t *testing.T) {
	unwanted := regexp.MustCompile(`(?i)\b(please|sorry|invalid|oops|todo)\b`)
	for _, c := range tree() {
		text := c.Short + c.Long + c.Example + c.Flags().FlagUsages()
		assert.NotRegexp(t, unwanted, text, c.CommandPath())
		assert.NotEmpty(t, c.Short, c.CommandPath())
		for line := range strings.SplitSeq(c.Long, "\n") {
			assert.LessOrEqual(t, len(line), 80, "%s: %s", c.CommandPath(), line)
		}
	}
}

// TestNoForbiddenCommand checks that no command changes a cloud.
func TestNoForbiddenCommand(t *testing.T) {
	for _, c := range tree() {
		assert.NotContains(t, []string{"plan", "apply", "rollback", "drift", "destroy"}, c.Name())
	}
}

// TestACommandOfAnotherGroupIsSuggested: a name that the group lacks, in the whole tree.
func TestACommandOfAnotherGroupIsSuggested(t *testing.T) {
	for line, want := range map[string]string{
		"compare a b":         "platform policy compare, platform request diff",
		"diff a b":            "platform policy compare, platform request diff",
		"diff --files":        "platform policy compare, platform request diff",
		"request compare a b": "platform policy compare, platform request diff",
		"policy diff":         "platform policy compare, platform request diff",
		"validate":            "platform request validate, platform setup validate",
		"policy validate":     "platform request validate, platform setup validate",
		"propose x":           "platform request propose",
		"verify":              "platform request verify",
		"list":                "platform policy list",
		"lint":                "platform setup validate",
		"show x":              "platform policy compare, platform policy replay, platform request diff, platform request status",
		"vlidate":             "platform request validate, platform setup validate",
		"request propse":      "platform request propose",
		"reqest":              "platform request",
		"help compare":        "platform policy compare, platform request diff",
		"provider policy":     "platform policy",
	} {
		var result struct{ Detail string }
		require.NoError(t, json.Unmarshal(Run(t.Context(), host.Host{Help: io.Discard}, strings.Fields(line)).JSON, &result), line)
		_, suggested, _ := strings.Cut(result.Detail, "Did you mean: ")
		assert.Equal(t, want+"?", suggested, "%s: %s", line, result.Detail)
	}
}
