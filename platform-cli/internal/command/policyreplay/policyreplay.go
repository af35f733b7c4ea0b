// Package policyreplay is the command `platform policy replay`.
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
	c := &cobra.Command{
		Use:   "replay FILE... --from PROFILE --to PROFILE",
		Short: "Show what other rules or adapters change for the requests you have",
		Long: `Evaluate requests under two installations, and show what differs: each decision
that flips with the rules that newly deny or no longer do, each other rule that
breaks or no longer does, the price, the resources, and the artifacts of the
proposals of what both accept. Every file is evaluated; none is sampled.

A FILE is a request document, a record, the answer to an evaluation, a saved
proposal, the folder of a bundle, or a folder of any of these; - is standard
input. Profiles, files of rules and files of cases are left out of a folder.
--from-adapters and --to-adapters name the adapters where these change; with the
same profile on both sides nothing else does.

Files of which only the evidence changes, because it names the profile and each
rule, are counted and listed by name, and so are those that stay the same. Where
a record or a proposal holds another decision than --from makes today, that is
listed too: pin policy_date in the profile to the day of the record.

With -o text standard output is what a person reads, and with -o markdown a page
for a pull request, of less than 65,536 characters.

Exit codes: 0 no file decides differently, though prices, resources, artifacts
or advisories may change; 1 one does; 2 a file is malformed; 4 an adapter or the
platform failed. The highest counts.`,
		Example: `  platform policy replay requests --from profile.yaml --to changed.yaml -o text
  platform policy replay bundle --from profile.yaml --to profile.yaml --to-adapters new/adapters`,
		Args:              host.AtLeastOne("FILE"),
		ValidArgsFunction: host.DocumentArguments,
	}
	o.flags.Declare(c)
	inv.TakesFormat(c, host.Markdown)
	return inv.Runs(c, o.run)
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
	both, err := service.NewBoth(ctx, before.Service, after.Service)
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
		return nil, problem.New(problem.FileNotReadable, "%s holds no request document, so nothing would be compared.", terminal.FileName(args[0]))
	}
	return c.result()
}

func named(args []string) (files []string) {
	for _, a := range args {
		files = append(files, fileio.Clean(a))
	}
	return files
}
