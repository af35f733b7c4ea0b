// Package policylist is the command `platform policy list`.
package policylist

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/result"
	"platform.internal/platform-cli/internal/terminal"
	"platform.internal/platform-cli/internal/usage"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

type options struct {
	inv     *host.Invocation
	profile string
}

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	o := &options{inv: inv}
	c := &cobra.Command{
		Use:   "list [--profile PROFILE]",
		Short: "List the rules in force",
		Long: `List the rules in force in an installation, sorted by ID: the platform's own,
the mode's, the organisation's and the provider's. Without --profile, list the
rules that are built into the platform: the common ones and those of sandbox
mode.`,
		Example: `  platform policy list
  platform policy list --profile profile.json`,
		Args: usage.Exactly(),
	}
	usage.ProfileFlag(c, &o.profile, usage.ProfileUsage)
	return inv.Runs(c, o.run)
}

// items is the form in which the API lists things.
type items[T any] struct {
	Items []T `json:"items"`
}

func (o *options) run(ctx context.Context, _ []string) (result.Result, error) {
	if o.profile == "" {
		return builtinRules()
	}
	s, err := o.inv.Session(ctx, o.profile)
	if err != nil {
		return result.Result{}, err
	}
	defer s.Close()
	rules, err := s.Policies()
	if err != nil {
		return result.Result{}, err
	}
	return listed(rules, "in force in this installation")
}

// builtinRules lists what every installation starts from. Sandbox is the mode
// that adds to the common rules.
func builtinRules() (result.Result, error) {
	set, _, err := policy.Compile(profile.Sandbox, nil)
	if err != nil {
		return result.Result{}, err
	}
	return listed(set.Rules(), "built in; --profile adds those of the provider and of the organisation")
}

func listed[T any](rules []T, which string) (result.Result, error) {
	return result.Encoded(items[T]{rules}, problem.ExitDone, terminal.Count(len(rules), "rule")+" "+which)
}
