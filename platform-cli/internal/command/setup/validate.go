package setup

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

type validateOptions struct{ inv *host.Invocation }

// NewValidate returns the command `platform setup validate`.
func NewValidate(inv *host.Invocation) *cobra.Command {
	o := &validateOptions{inv}
	c := &cobra.Command{
		Use:   "validate PROFILE",
		Short: "Check an installation profile and the readiness of its provider",
		Long: `Check an installation profile (JSON or YAML; - for standard input). A profile
that cannot be installed is refused with all its faults. Warnings, such as
placeholders in boundaries, do not fail the command; a failed check does.`,
		Example:           "  platform setup validate profile.json",
		Args:              host.Exactly("PROFILE"),
		ValidArgsFunction: host.DocumentArguments,
	}
	return inv.Runs(c, o.run)
}

func (o *validateOptions) run(ctx context.Context, args []string) (host.Result, error) {
	found, err := o.validate(ctx, args[0])
	if err != nil {
		return host.Result{}, err
	}
	exit := problem.ExitDone
	if tally(found.Checks)[profile.Failed] > 0 {
		exit = problem.ExitDenied
	}
	return host.Encoded(found, exit, readinessLines(found)...)
}

// validate validates the profile at path in a service of its own.
func (o *validateOptions) validate(ctx context.Context, path string) (profile.Readiness, error) {
	draft, err := o.inv.Input.Profile(path)
	if err != nil {
		return profile.Readiness{}, err
	}
	svc, end, err := o.inv.NewService()
	if err != nil {
		return profile.Readiness{}, err
	}
	defer end()
	found, err := svc.Validate(ctx, draft)
	return worded(found), fileio.In(path, err)
}
