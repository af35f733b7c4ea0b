package command

import (
	"io"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
)

// shells are the shells that cobra writes completions for.
var shells = []string{"bash", "zsh", "fish", "powershell"}

// newCompletion returns the command `platform completion`, which completes what root has.
func newCompletion(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print the completion script of a shell (text, not JSON)",
		Long: `Print the script that lets bash, zsh, fish or powershell complete commands,
flags and values. This is the one command whose output is not JSON.`,
		Example: `  platform completion bash
  platform completion zsh`,
		Args:      host.Exactly("SHELL"),
		ValidArgs: shells,
		RunE: func(c *cobra.Command, args []string) error {
			return writeCompletion(root, args[0], c.OutOrStdout())
		},
	}
}

func writeCompletion(root *cobra.Command, shell string, to io.Writer) error {
	switch shell {
	case "bash":
		return root.GenBashCompletionV2(to, true)
	case "zsh":
		return root.GenZshCompletion(to)
	case "fish":
		return root.GenFishCompletion(to, true)
	case "powershell":
		return root.GenPowerShellCompletionWithDesc(to)
	default:
		return problem.New(problem.UsageError, "There is no completion for %q. Write bash, zsh, fish or powershell.", shell)
	}
}
