// Package command is the command tree of `platform`: the root and its groups. [Run] runs one
// command line.
//
// Each command is a package below this one. The commands of setup share a package, and so do policy
// list and explain. To add a command, write its package, its section of internal/host/help.txt and
// its constructor in groups.go. Also write a script in integration/scripts/testdata and a row of
// docs/cli.md.
package command

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/command/mcpserver"
	"platform.internal/platform-cli/internal/command/portfolio"
	"platform.internal/platform-cli/internal/command/schema"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/terminal"
)

// Run runs one command line and returns its [host.Result]. The result has no JSON if the command
// printed help or a completion.
func Run(ctx context.Context, h host.Host, args []string) *host.Result {
	inv := host.NewInvocation(ctx, h)
	inv.Args = args
	root := newRoot(inv)
	root.SetArgs(args)
	root.SetIn(h.Stdin)
	root.SetOut(h.Help)
	root.SetErr(h.Warnings)
	if len(args) > 0 && args[0] == cobra.ShellCompRequestCmd {
		completeWithoutFiles(root)
	}
	return inv.Result(root.ExecuteContext(ctx))
}

// newRoot returns the command tree.
func newRoot(inv *host.Invocation) *cobra.Command {
	root := host.NewCommand("")
	root.SilenceErrors, root.SilenceUsage = true, true
	inv.GlobalFlags(root)
	root.SetUsageTemplate(usageTemplate)
	root.SetHelpTemplate("{{with or .Long .Short}}{{filled .}}\n\n{{end}}{{.UsageString}}")
	help := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		terminal.SetColumns(inv.OutColumns)
		help(c, args)
	})
	group(inv, root, newSetup(inv), newRequest(inv), newPolicy(inv), newProvider(inv), portfolio.New(inv),
		mcpserver.New(inv), schema.New(inv), newVersion(inv), newCompletion(inv, root))
	versionFlag(inv, root)
	root.SetHelpCommand(newHelp(inv, root))
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return host.FlagProblem(c, inv.Args, err) })
	return root
}

// group adds children to a command that only groups them. The parent shows its help if it has no argument. Its exit
// code is then [problem.ExitUsage], because a script whose variable is empty must fail. The exit code of the root is 0.
func group(inv *host.Invocation, parent *cobra.Command, children ...*cobra.Command) *cobra.Command {
	parent.AddCommand(children...)
	parent.Args = cobra.ArbitraryArgs
	inv.TakesFormat(parent)
	return inv.Runs(parent, func(_ context.Context, _ *host.Invocation, args []string) (*host.Result, error) {
		if len(args) > 0 {
			return nil, host.NoCommand(parent, args)
		}
		r := &host.Result{}
		if parent.HasParent() {
			r.Exit = problem.ExitUsage
		}
		return r, parent.Help()
	})
}
