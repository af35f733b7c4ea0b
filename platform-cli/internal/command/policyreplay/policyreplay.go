// Package policyreplay is the command `platform policy replay`, which [New] returns. It evaluates
// existing requests under two installation profiles. Its document counts the changes of decisions,
// costs and proposals.
package policyreplay

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/terminal"
)

type options struct {
	flags host.PairFlags
}

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	o := &options{}
	c := inv.Command("policy replay", o.run)
	o.flags.Declare(c)
	inv.TakesFormat(c, host.Markdown)
	return c
}

func (o *options) run(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	files, err := fileio.ExpandBundles(args, o.flags.From, o.flags.To)
	if err != nil {
		return nil, err
	}
	before, after, err := o.flags.Open(ctx, inv)
	if err != nil {
		return nil, err
	}
	both, err := service.NewPair(ctx, before.Service, after.Service)
	if err != nil {
		return nil, err
	}
	from, to := sides(o.flags, before, after, both)
	c := newCollected(inv.Format, from, to)
	replay := replayer{inv.Input, both, named(args)}
	fileio.Each(files, func(file string) outcome { return replay.file(ctx, file) }, c.add)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if c.summary.Files == 0 {
		return nil, problem.New(problem.FileNotReadable,
			"%s holds no request document, so there is nothing to compare.", terminal.FileName(args[0]))
	}
	return c.result()
}

func named(args []string) (files []string) {
	for _, a := range args {
		files = append(files, fileio.Clean(a))
	}
	return files
}
