// Package policyrules has the commands `platform policy list` and `explain`.
package policyrules

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/wire"
)

// NewList returns the command `platform policy list`.
func NewList(inv *host.Invocation) *cobra.Command {
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
	inv.TakesProfile(c)
	inv.TakesFormat(c)
	return inv.Runs(c, list)
}

func list(ctx context.Context, inv *host.Invocation, _ []string) (*host.Result, error) {
	shown := listed{Installed: inv.Profile != ""}
	if shown.Installed {
		s, err := inv.Session(ctx)
		if err != nil {
			return nil, err
		}
		if shown.Policies, err = s.PolicyList(ctx); err != nil {
			return nil, err
		}
	} else {
		set, err := builtin(ctx)
		if err != nil {
			return nil, err
		}
		shown.Items = set.Rules()
	}
	return inv.Answer(shown.Policies, problem.ExitDone, prose.Lines("policies", shown), prose.Lines("policies in short", shown))
}

// builtin returns the rules that every installation starts from: the common ones, and those of
// sandbox mode, which is the mode that adds some.
func builtin(ctx context.Context) (*policy.Set, error) {
	set, _, err := policy.Compile(ctx, profile.Sandbox, nil)
	return set, err
}

// listed is what a person reads of the rules.
type listed struct {
	wire.Policies
	// Installed reports whether these are the rules of an installation.
	Installed bool
}

// Ended returns how many exceptions have ended.
func (l listed) Ended() (n int) {
	for _, e := range l.Exceptions {
		if e.Ended {
			n++
		}
	}
	return n
}
