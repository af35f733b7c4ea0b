package command

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/host"
)

// newHelp returns the help command. Unlike cobra's, it fails for a command that does not exist.
func newHelp(inv *host.Invocation, root *cobra.Command) *cobra.Command {
	c := inv.Command("help", func(_ context.Context, _ *host.Invocation, args []string) (*host.Result, error) {
		found, rest, err := root.Find(args)
		if err != nil || len(rest) > 0 {
			return nil, host.NoCommand(found, rest)
		}
		found.InitDefaultHelpFlag()
		return nil, found.Help()
	})
	c.Args = cobra.ArbitraryArgs
	c.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
		if found, rest, err := root.Find(args); err == nil && len(rest) == 0 {
			names = host.ChildNames(found)
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
	return c
}
