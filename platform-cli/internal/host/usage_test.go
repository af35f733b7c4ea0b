package host_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"

	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
)

// says returns the error text of a command line in a small command tree.
func says(t *testing.T, args ...string) string {
	t.Helper()
	var path string
	root := &cobra.Command{Use: "tool", SilenceErrors: true, SilenceUsage: true,
		Args: cobra.ArbitraryArgs, RunE: host.NoCommand}
	diff := &cobra.Command{Use: "diff A B", Example: "  tool diff a b\n  tool diff c d", Args: host.Exactly("A", "B"),
		RunE: func(*cobra.Command, []string) error { return nil }}
	validate := &cobra.Command{Use: "validate FILE --mode MODE", Example: "  tool validate a",
		Args: host.AtLeastOne("FILE"), RunE: func(*cobra.Command, []string) error { return nil }}
	var force bool
	host.OutputFlags(diff, &path, &force, "`FILE`")
	host.CheckedFlag(diff, "id", new(string), "`ID`", "write an ID such as x-1",
		func(text string) bool { return strings.HasPrefix(text, "x-") })
	root.AddCommand(diff, validate)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return host.FlagProblem(c, nil, err) })
	root.SetArgs(append([]string{}, args...))
	err := root.ExecuteContext(t.Context())
	if err == nil {
		return ""
	}
	return refused(t, err)
}

// refused returns the detail of the usage error that err becomes.
func refused(t *testing.T, err error) string {
	t.Helper()
	r := host.NewInvocation(t.Context(), host.Host{}).Result(err)
	assert.Equal(t, "usage_error", commandtest.Member(t, r, "code"))
	return commandtest.Member(t, r, "detail").(string)
}

func TestWhatIsWrongWithACommandLine(t *testing.T) {
	for want, args := range map[string][]string{
		"": {"diff", "a", "b", "--output", "x", "--force"},
		`"tool diff" needs B. For example: tool diff a b`:                                             {"diff", "a"},
		`"tool diff" needs A and B. For example: tool diff a b`:                                       {"diff"},
		`"tool diff" takes 2 arguments, so "c" is too much.`:                                          {"diff", "a", "b", "c"},
		`"tool validate" needs FILE. For example: tool validate a`:                                    {"validate"},
		`"tool" has no command "dif". Did you mean: tool diff?`:                                       {"dif"},
		`"tool" has no command "xyz". Write one of: diff, validate.`:                                  {"xyz"},
		`"tool diff" has no flag "--loud". Its flags are --force, --help, --id, --output.`:            {"diff", "--loud"},
		`"tool diff" has no flag "-x". Its flags are --force, --help, --id, --output.`:                {"diff", "-x"},
		`"tool validate" has no flag "--file": write it as an argument. For example: tool validate a`: {"validate", "--file", "a"},
		`"tool validate" has no flag "--mode". Its flags are --help.`:                                 {"validate", "--mode", "a"},
		"The flag --output needs a value.":                                                            {"diff", "--output"},
		"The flag --output has an empty value. Write a value, or leave the flag out.":                 {"diff", "--output", ""},
		`The flag --output does not take "--force": the path is empty or a flag.`:                     {"diff", "--output", "--force"},
		`The flag --id does not take "y": write an ID such as x-1.`:                                   {"diff", "--id", "y"},
		`The flag --force does not take "perhaps".`:                                                   {"diff", "--force=perhaps"},
	} {
		assert.Equal(t, want, says(t, args...), args)
	}
	inv := host.NewInvocation(t.Context(), host.Host{})
	assert.Equal(t, problem.FileProtected.Exit(), inv.Result(problem.New(problem.FileProtected, "No.")).Exit)
	assert.Equal(t, "other.", refused(t, errors.New("other")))
}
