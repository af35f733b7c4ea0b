// Package policyrules has the commands `platform policy list` and `explain`.
package policyrules

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/terminal"
	"platform.internal/platform-core/wire"
)

type listOptions struct {
	inv     *host.Invocation
	profile string
}

// NewList returns the command `platform policy list`.
func NewList(inv *host.Invocation) *cobra.Command {
	o := &listOptions{inv: inv}
	c := &cobra.Command{
		Use:   "list [--profile PROFILE]",
		Short: "List the rules in force, and the exceptions from them",
		Long: `List the rules in force in an installation, sorted by ID: the platform's own,
the mode's, the organisation's and the provider's. Then list the profile's
exceptions: whose they are, why, until when, and which ended before the policy
date, so that their rule denies again.

Without --profile, list the rules that are built into the platform: the common
ones and those of sandbox mode.

The exit code is 0, also where an exception ended; 2 for wrong usage or a
profile that is rejected; 4 when an adapter or the platform failed.`,
		Example: `  platform policy list -o text
  platform policy list --profile profile.json`,
		Args: host.Exactly(),
	}
	host.ProfileFlag(c, &o.profile, host.ProfileUsage)
	inv.TakesFormat(c)
	return inv.Runs(c, o.run)
}

func (o *listOptions) run(ctx context.Context, _ []string) (host.Result, error) {
	list, which, err := o.list(ctx)
	if err != nil {
		return host.Result{}, err
	}
	head := terminal.Count(len(list.Items), "rule") + " " + which
	exceptions := exceptionLines(list.Exceptions)
	text := slices.Concat([]string{head}, ruleLines(list.Items), exceptions)
	return o.inv.Answer(list, problem.ExitDone, terminal.WrapAll(text), terminal.WrapAll(append([]string{head}, exceptions...)))
}

// list returns the rules, and which these are.
func (o *listOptions) list(ctx context.Context) (list wire.Policies, which string, err error) {
	if o.profile == "" {
		return builtinRules(ctx)
	}
	s, err := o.inv.Session(ctx, o.profile)
	if err != nil {
		return list, "", err
	}
	defer s.Close()
	list, err = s.PolicyList(ctx)
	return list, "in force in this installation", err
}

// builtinRules lists what every installation starts from. Sandbox is the mode
// that adds to the common rules.
func builtinRules(ctx context.Context) (list wire.Policies, which string, err error) {
	set, _, err := policy.Compile(ctx, profile.Sandbox, nil)
	if err != nil {
		return list, "", err
	}
	return wire.Policies{Items: set.Rules()}, "built in; --profile adds those of the provider and of the organisation", nil
}

func ruleLines(rules []profile.SourcedRule) []string {
	lines := make([]string, len(rules))
	for i, r := range rules {
		lines[i] = fmt.Sprintf("  %s: %s", r.ID, r.Title)
		if r.Level == profile.Advisory {
			lines[i] += " (advisory)"
		}
	}
	return lines
}

// exceptionLines say of each exception what it is from and for, and whose it is.
func exceptionLines(list []wire.ListedException) []string {
	if len(list) == 0 {
		return nil
	}
	lines, ended := []string{""}, 0
	for _, e := range list {
		until := "until " + string(e.Until)
		if e.Ended {
			ended++
			until = "ended on " + string(e.Until) + ", so the rule denies again"
		}
		lines = append(lines, fmt.Sprintf("  %s for %s in %s, %s", e.Policy, e.Application, e.Environment, until), fmt.Sprintf("    %s: %s", e.Owner, e.Reason))
	}
	lines[0] = terminal.Count(len(list), "exception") + " from them"
	if ended > 0 {
		lines[0] += fmt.Sprintf(", %d ended", ended)
	}
	return lines
}
