// Package command is the command tree of `platform`: the root and its groups.
// Each command is a package below this one, with its constructor, its options,
// its run and its test; the setup commands share one, and those that need nothing but
// the tree are here. A command returns a Result and prints nothing.
//
// To add a command, write its package, add its constructor to groups.go, a script
// to integration/scripts/testdata and a row to docs/cli.md.
package command

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/command/mcpserver"
	"platform.internal/platform-cli/internal/command/schema"
	"platform.internal/platform-cli/internal/host"
)

// Run runs one command line. The Result has no JSON when help or a completion
// was printed, which are text.
func Run(ctx context.Context, h host.Host, args []string) *host.Result {
	inv := host.NewInvocation(ctx, h)
	inv.Args = args
	root := newRoot(inv)
	root.SetArgs(args)
	root.SetIn(h.Stdin)
	root.SetOut(h.Help)
	root.SetErr(h.Warnings)
	return inv.Result(root.ExecuteContext(ctx))
}

// newRoot returns the command tree.
func newRoot(inv *host.Invocation) *cobra.Command {
	root := &cobra.Command{
		Use:   "platform",
		Short: "Check environment requests against policy and prepare review proposals",
		Long: `platform checks requests for governed cloud environments against policy and
prepares deterministic proposals for review. It makes no cloud call, reads no
environment variable and executes nothing.

Every command prints one JSON document to standard output, also when it fails;
the lines for a person go to standard error. Only --help and completion print
plain text, and a command that is asked for it with -o text.

Exit codes:
    0  done, or accepted
    1  denied by policy, not found, or not as recorded
    2  wrong usage, or malformed input
    3  an existing file is protected
    4  an adapter or the platform itself failed
  130  interrupted by a signal, such as Ctrl-C`,
		Example: `  platform setup init --provider provider_a --output profile.json
  platform request template --profile profile.json
  platform request validate request.yaml --profile profile.json
  platform request propose request.yaml --profile profile.json --output bundle`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	inv.GlobalFlags(root)
	root.SetUsageFunc(showUsage)
	group(root, newSetup(inv), newRequest(inv), newPolicy(inv), newProvider(inv), mcpserver.New(inv), schema.New(inv), newVersion(inv), newCompletion(root))
	bareHelp(root)
	versionFlag(inv, root)
	root.SetHelpCommand(newHelp(root))
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return host.FlagProblem(c, inv.Args, err) })
	return root
}

// bareHelp lets the command show its help where nothing else is asked of it.
func bareHelp(root *cobra.Command) {
	other := root.RunE
	root.RunE = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return c.Help()
		}
		return other(c, args)
	}
}

// group adds the children to a command that does nothing by itself.
func group(parent *cobra.Command, children ...*cobra.Command) *cobra.Command {
	parent.AddCommand(children...)
	parent.Args = cobra.ArbitraryArgs
	parent.RunE = func(c *cobra.Command, args []string) error { return host.NoCommand(c, args) }
	return parent
}
