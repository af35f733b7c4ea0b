package command

import (
	"io"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
)

// newCompletion returns the command `platform completion`, which completes the commands of root.
func newCompletion(root *cobra.Command) *cobra.Command {
	write := map[string]func(io.Writer) error{
		"bash":       func(to io.Writer) error { return root.GenBashCompletionV2(to, true) },
		"zsh":        root.GenZshCompletion,
		"fish":       func(to io.Writer) error { return root.GenFishCompletion(to, true) },
		"powershell": root.GenPowerShellCompletionWithDesc,
	}
	c := host.NewCommand("completion")
	c.ValidArgs = []string{"bash", "zsh", "fish", "powershell"}
	c.RunE = func(c *cobra.Command, args []string) error {
		if to, ok := write[args[0]]; ok {
			return to(c.OutOrStdout())
		}
		return problem.New(problem.UsageError, "There is no completion for %q. Write bash, zsh, fish or powershell.", args[0])
	}
	return c
}
