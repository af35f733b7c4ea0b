// Package policycompare is the command `platform policy compare`, which [New] returns. It searches
// for requests that two installation profiles decide differently. Its document lists the rules that
// cause each difference.
package policycompare

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/space"
)

type options struct {
	flags host.PairFlags
}

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	o := &options{}
	c := inv.Command("policy compare", o.run)
	c.SuggestFor = []string{"diff"}
	o.flags.Declare(c)
	inv.TakesFormat(c, host.Markdown)
	c.Args = func(c *cobra.Command, args []string) error {
		if len(args) == 0 || len(args) == 2 && o.flags.From == "" && o.flags.To == "" {
			return nil
		}
		return problem.New(problem.UsageError,
			"%q takes two profiles, as arguments or with --from and --to."+host.ExampleMark+"platform policy compare profile.yaml changed.yaml",
			c.CommandPath())
	}
	return c
}

func (o *options) run(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	if len(args) == 2 {
		o.flags.From, o.flags.To = args[0], args[1]
	}
	r, err := o.compare(ctx, inv)
	if err != nil {
		return nil, err
	}
	text := prose.Lines("comparison", shown{r, true})
	if inv.Format == host.Markdown {
		text = markdown(r)
	}
	return inv.Answer(r, host.ExitCode(r.Result == alike), text, prose.Lines("comparison", shown{r, false}))
}

func (o *options) compare(ctx context.Context, inv *host.Invocation) (comparison, error) {
	before, after, err := o.flags.Open(ctx, inv)
	if err != nil {
		return comparison{}, err
	}
	from, err := before.Explorable(ctx)
	if err != nil {
		return comparison{}, err
	}
	to, err := after.Explorable(ctx)
	if err != nil {
		return comparison{}, err
	}
	if from.Profile.Provider != to.Profile.Provider {
		return comparison{}, problem.New(problem.UsageError,
			"The profile of --from is for %s and that of --to for %s, whose regions and rules are not the same. Compare two profiles of one provider.",
			from.Profile.Provider, to.Profile.Provider)
	}
	found, err := space.Compare(ctx, from, to)
	if err != nil {
		return comparison{}, err
	}
	w := writer{before: before, after: after, from: from, to: to, found: found}
	return w.comparison(ctx, o.flags)
}
