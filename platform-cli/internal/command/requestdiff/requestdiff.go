// Package requestdiff is the command `platform request diff`.
//
// [Compare] returns the [Difference] of two requests or proposals. It compares files of the same
// role and ignores the request IDs in their paths. It shows the files as unified diffs.
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
	c := inv.Command("request diff", run)
	c.ValidArgsFunction = host.DocumentArguments
	inv.TakesFormat(c)
	return c
}

func run(_ context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	a, err := fileio.ReadDocument(inv.Input, args[0])
	if err != nil {
		return nil, err
	}
	b, err := fileio.ReadDocument(inv.Input, args[1])
	if err != nil {
		return nil, err
	}
	d := Compare(args[0], a, args[1], b)
	return inv.Answer(d, problem.ExitDone, d.Text(), d.Summary())
}
