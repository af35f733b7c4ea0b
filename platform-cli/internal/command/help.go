package command

import (
	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/host"
)

// newHelp returns the help command. Unlike cobra's, it fails for a command that does not exist.
func newHelp(root *cobra.Command) *cobra.Command {
	c := host.NewCommand("help")
	c.Args = cobra.ArbitraryArgs
	c.RunE = func(_ *cobra.Command, args []string) error {
		found, rest, err := root.Find(args)
		if err != nil || len(rest) > 0 {
			return host.NoCommand(found, rest)
		}
		found.InitDefaultHelpFlag()
		return found.Help()
	}
	return c
}
