// Package requestdiff is the command `platform request diff`.
package requestdiff

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
)

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	c := &cobra.Command{
		Use:   "diff A B",
		Short: "Show what B changes of A: fields, rules, resources and cost",
		Long: `Show what differs between A and B. Each is one of these, known by its content:

  a request document    JSON or YAML; - for standard input
  a record              the output of request validate, or of an evaluation
  a saved proposal      the output of request propose
  a bundle's folder     what request propose --output wrote

Compared is what both have: two request documents only in their fields, once
these are normalised; records also in decision, rules, cost and, in simulation,
resources; proposals and bundles in all of that, in what a change replaces, in
the inputs of Terraform, and file by file: main.tf with main.tf, whatever the
request IDs in their paths. "artifacts" has each file that differs, with a
unified diff; -o text shows them last. What is not compared, and why, is in
"missing".

Proposals of one environment (the same provider, application, environment and
region) have one state key, so that the second changes what the first has built.
Resources are added, changed in place, replaced or removed then. For two
environments the first line says so: nothing of A changes, and B is another
bill.

The exit code is 0 whether they differ or not; the member "same" is true or
false. What is read is taken as it is written: a bundle that was altered is
compared as it was altered, so check it first with request verify.`,
		Example: `  platform request diff request.yaml other.json
  platform request diff bundle proposal.json -o text`,
		Args:              host.Exactly("A", "B"),
		ValidArgsFunction: host.DocumentArguments,
	}
	inv.TakesFormat(c)
	return inv.Runs(c, run)
}

func run(_ context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	a, err := fileio.ReadDocument(inv.Input, args[0])
	if err != nil {
		return nil, fileio.In(args[0], err)
	}
	b, err := fileio.ReadDocument(inv.Input, args[1])
	if err != nil {
		return nil, fileio.In(args[1], err)
	}
	d := Compare(args[0], a, args[1], b)
	return inv.Answer(d, problem.ExitDone, d.Text(), d.Summary())
}
