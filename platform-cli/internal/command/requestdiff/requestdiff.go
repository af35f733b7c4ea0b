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
	var files bool
	c := inv.Command("request diff", func(_ context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
		return run(inv, args, files)
	})
	c.SuggestFor = []string{"compare"}
	c.Flags().BoolVar(&files, "files", false, "in text, show each resource, each input and the changed lines of files")
	return c
}

func run(inv *host.Invocation, args []string, files bool) (*host.Result, error) {
	a, err := fileio.ReadDocument(inv.Input, args[0])
	if err != nil {
		return nil, err
	}
	b, err := fileio.ReadDocument(inv.Input, args[1])
	if err != nil {
		return nil, err
	}
	d := Compare(args[0], a, args[1], b)
	text := append(d.Summary(), d.more()...)
	if files {
		text = d.Text()
	}
	return inv.Answer(d, problem.ExitDone, text, d.Summary())
}
