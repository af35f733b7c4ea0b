package command

import (
	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
)

// newHelp returns the help command. Unlike cobra's, it fails for a command that does not exist.
func newHelp(root *cobra.Command) *cobra.Command {
	c := host.NewCommand("help")
	c.Args = cobra.ArbitraryArgs
	c.RunE = func(_ *cobra.Command, args []string) error {
		found, rest, err := root.Find(args)
		if err != nil || len(rest) > 0 {
			return noCommand(found, rest)
		}
		found.InitDefaultHelpFlag()
		return found.Help()
	}
	return c
}

func noCommand(found *cobra.Command, rest []string) error {
	if found == nil || len(rest) == 0 {
		return problem.New(problem.UsageError, "This command does not exist. `platform --help` lists all commands.")
	}
	return host.NoCommand(found, rest)
}
