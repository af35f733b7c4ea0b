// Package policycompare is the command `platform policy compare`.
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
	c := &cobra.Command{
		Use:   "compare --from PROFILE --to PROFILE",
		Short: "Show what a change of the rules denies and accepts",
		Long: `Compare how the rules of two installation profiles of one provider decide: their
modes, regions, own rules and settings may differ, and with --from-adapters or
--to-adapters the adapters too. The new rules decide alike, or are stricter,
looser, or both.

For each rule that decides differently, the nearest request to a plain one is
shown that the rule denies and the other installation accepts, with what both
decide and cost. No request of yours is needed: the values that are tried are
those that the rules compare a field with, and their neighbours. Where that does
not show everything, "gaps" says why, and "complete" is false: exit code 0 is no
proof then. In CI, check both the exit code and "complete".

Also shown are the organisation's rules of --to that decide nothing, because no
request breaks them or other rules deny all that do, and rules of --to that
contradict, so that no request is accepted. Where one of these is not sure, it
is not stated, and "gaps" says that nothing was found.

Exit codes: 0 no difference was found; 1 a request is decided differently; 2
wrong usage, a malformed profile, or profiles of two providers; 4 an adapter or
the platform failed.`,
		Example: `  platform policy compare --from profile.yaml --to changed.yaml -o text
  platform policy compare --from profile.yaml --to changed.yaml -o markdown`,
		Args: host.Exactly(),
	}
	o.flags.Declare(c)
	inv.TakesFormat(c, host.Markdown)
	return inv.Runs(c, o.run)
}

func (o *options) run(ctx context.Context, inv *host.Invocation, _ []string) (*host.Result, error) {
	r, err := o.compare(ctx, inv)
	if err != nil {
		return nil, err
	}
	exit := problem.ExitDone
	if r.Result != alike {
		exit = problem.ExitDenied
	}
	text := prose.Lines("comparison", shown{r, true})
	if inv.Format == host.Markdown {
		text = markdown(r)
	}
	return inv.Answer(r, exit, text, prose.Lines("comparison", shown{r, false}))
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
