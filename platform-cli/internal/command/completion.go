package command

import (
	"context"
	_ "embed"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
)

// bashFunctions are the functions that [writeBash] puts before the completion for bash.
//
//go:embed completion.bash
var bashFunctions string

// writeBash writes cobra's completion for bash. It calls [bashFunctions], so it does not need the package
// bash-completion.
func writeBash(root *cobra.Command, to io.Writer) error {
	var script strings.Builder
	if err := root.GenBashCompletionV2(&script, true); err != nil {
		return err
	}
	_, err := strings.NewReplacer(
		`_get_comp_words_by_ref "$@" cur prev words cword`, "__platform_words",
		"_filedir", "__platform_files",
		"declare -F _init_completion", "false",
	).WriteString(to, bashFunctions+script.String())
	return err
}

// completeWithoutFiles removes the quotes around the names of values in what flags say, because only help needs them. It
// completes no files for flags that name none.
func completeWithoutFiles(c *cobra.Command) {
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		var value string
		value, f.Usage = pflag.UnquoteUsage(f)
		if _, completes := c.GetFlagCompletionFunc(f.Name); !completes && !namesFile.MatchString(value) {
			_ = c.RegisterFlagCompletionFunc(f.Name, cobra.NoFileCompletions)
		}
	})
	for _, child := range c.Commands() {
		completeWithoutFiles(child)
	}
}

// namesFile matches what flags call a file or a folder.
var namesFile = regexp.MustCompile(`FILE|DIR|PROFILE`)

// newCompletion returns the command `platform completion`, which completes the commands of root.
func newCompletion(inv *host.Invocation, root *cobra.Command) *cobra.Command {
	write := map[string]func(io.Writer) error{
		"bash":       func(to io.Writer) error { return writeBash(root, to) },
		"zsh":        root.GenZshCompletion,
		"fish":       func(to io.Writer) error { return root.GenFishCompletion(to, true) },
		"powershell": root.GenPowerShellCompletionWithDesc,
	}
	c := inv.Command("completion", func(_ context.Context, _ *host.Invocation, args []string) (*host.Result, error) {
		if to, ok := write[args[0]]; ok {
			return nil, to(root.OutOrStdout())
		}
		return nil, problem.New(problem.UsageError, "There is no completion for %q. Write bash, zsh, fish or powershell.", args[0])
	})
	c.ValidArgsFunction = cobra.FixedCompletions([]string{"bash", "zsh", "fish", "powershell"}, cobra.ShellCompDirectiveNoFileComp)
	return c
}
