package command

import (
	"strings"

	"github.com/spf13/cobra"
)

// newRoot returns the command tree.
func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "platform",
		Short: "Check environment requests against policy and prepare review proposals",
		Long: `platform checks requests for governed cloud environments against policy and
prepares deterministic proposals for review. It makes no cloud call, reads no
environment variable and executes nothing.

Every command prints one JSON document to standard output, also when it fails;
the words for a person go to standard error. Only --help and completion print
plain text.

Exit codes:
  0  done, or accepted
  1  denied by policy, not found, or not as recorded
  2  wrong usage, or malformed input
  3  an existing file is protected
  4  an adapter or the platform itself failed`,
		Example: `  platform setup init --provider provider_a --output profile.json
  platform request template --profile profile.json
  platform request validate request.yaml --profile profile.json
  platform request propose request.yaml --profile profile.json --output bundle`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	a.globalFlags(root)
	group(root, newSetup(a), newRequest(a), newPolicy(a), newProvider(a), newVersion(a), newCompletion(root))
	a.versionFlag(root)
	root.SetHelpCommand(newHelp(root))
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return flagProblem(c, err) })
	return root
}

// group adds the children to a command that does nothing by itself.
func group(parent *cobra.Command, children ...*cobra.Command) *cobra.Command {
	parent.AddCommand(children...)
	parent.Args = cobra.ArbitraryArgs
	parent.RunE = func(c *cobra.Command, args []string) error { return noCommand(c, args) }
	usage := strings.Replace(parent.UsageTemplate(), "{{if .Runnable}}\n  {{.UseLine}}{{end}}", "", 1)
	parent.SetUsageTemplate(usage)
	for _, child := range children {
		if !child.HasSubCommands() { // templates are inherited; a leaf shows its own line
			child.SetUsageTemplate(leafUsage)
		}
	}
	return parent
}

var leafUsage = new(cobra.Command).UsageTemplate()
