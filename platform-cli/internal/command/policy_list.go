package command

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

type policyList struct {
	app     *app
	profile string
}

func newPolicyList(a *app) *cobra.Command {
	o := &policyList{app: a}
	c := &cobra.Command{
		Use:   "list [--profile PROFILE]",
		Short: "List the rules in force",
		Long: `List the rules in force in an installation, sorted by ID: the platform's own, the
mode's, the organisation's and the provider's. Without --profile, list the rules
that are built into the platform: the common ones and those of sandbox mode.`,
		Example: `  platform policy list
  platform policy list --profile profile.json`,
		Args: exactly(),
	}
	profileFlag(c, &o.profile, profileUsage)
	return a.runs(c, o.run)
}

// items is the form in which the API lists things.
type items[T any] struct {
	Items []T `json:"items"`
}

func (o *policyList) run(ctx context.Context, _ []string) (Result, error) {
	if o.profile == "" {
		return builtinRules()
	}
	s, err := o.app.session(ctx, o.profile)
	if err != nil {
		return Result{}, err
	}
	defer s.close()
	rules, err := s.Policies()
	if err != nil {
		return Result{}, err
	}
	return listed(rules, "in force in this installation")
}

// builtinRules lists what every installation starts from. Sandbox is the mode
// that adds to the common rules.
func builtinRules() (Result, error) {
	set, _, err := policy.Compile(profile.Sandbox, nil)
	if err != nil {
		return Result{}, err
	}
	return listed(set.Rules(), "built in; --profile adds those of the provider and of the organisation")
}

func listed[T any](rules []T, words string) (Result, error) {
	return encoded(items[T]{rules}, problem.ExitDone, count(len(rules), "rule")+" "+words)
}
