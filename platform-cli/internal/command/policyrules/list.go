// Package policyrules has the commands `platform policy list` and `explain`: [NewList] and
// [NewExplain] return them.
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
	c := inv.Command("policy list", list)
	inv.TakesProfile(c)
	return c
}

func list(ctx context.Context, inv *host.Invocation, _ []string) (*host.Result, error) {
	shown := listed{Installed: inv.Profile != ""}
	if shown.Installed {
		s, err := inv.Session(ctx)
		if err != nil {
			return nil, err
		}
		if shown.Policies, err = s.Policies(ctx); err != nil {
			return nil, err
		}
	} else {
		set, err := builtin(ctx)
		if err != nil {
			return nil, err
		}
		shown.Items = set.Rules()
	}
	return inv.Answer(shown.Policies, problem.ExitDone, prose.Lines("policies", shown),
		prose.Lines("policies in short", shown))
}

// builtin returns the rules that every installation starts from. These are the common rules and
// those of sandbox mode, the only mode with its own rules.
func builtin(ctx context.Context) (*policy.Set, error) {
	set, _, err := policy.Compile(ctx, profile.Sandbox, nil)
	return set, err
}

// listed is the data of the template for a list of rules.
type listed struct {
	wire.Policies
	// Installed is true if the rules are those of an installation.
	Installed bool
}

// Ended returns the number of exceptions that have ended.
func (l listed) Ended() (n int) {
	for _, e := range l.Exceptions {
		if e.Ended {
			n++
		}
	}
	return n
}
