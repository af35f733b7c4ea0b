// Package requesttemplate is the command `platform request template`.
package requesttemplate

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/result"
	"platform.internal/platform-cli/internal/usage"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

type options struct {
	inv     *host.Invocation
	profile string
}

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	o := &options{inv: inv}
	c := &cobra.Command{
		Use:   "template --profile PROFILE",
		Short: "Print a request to start from, which policy accepts",
		Long: `Print a complete request document for the profile's first region, to be saved
and edited. Where policy asks for other values than the usual ones, they are
filled in; standard error says so when no list of suggested values leads to
acceptance.`,
		Example: "  platform request template --profile profile.json",
		Args:    usage.Exactly(),
	}
	usage.ProfileFlag(c, &o.profile, usage.ProfileUsage)
	return inv.Runs(c, o.run)
}

func (o *options) run(ctx context.Context, _ []string) (result.Result, error) {
	s, err := o.inv.Session(ctx, o.profile)
	if err != nil {
		return result.Result{}, err
	}
	defer s.Close()
	req, accepted, err := acceptable(ctx, s, request.Template(s.Installed.Profile.AllowedRegions[0]))
	if err != nil {
		return result.Result{}, err
	}
	note := "policy accepts this request; put in the values of your application"
	if !accepted {
		note = "policy denies this request, and no list of suggested values leads to acceptance; `platform request validate` says why"
	}
	return result.Encoded(req, problem.ExitDone, note)
}

// acceptable returns the request with the fix that the service offers.
func acceptable(ctx context.Context, s *host.Session, r request.Request) (fixed request.Request, accepted bool, err error) {
	evaluation, err := s.Evaluate(ctx, r)
	if err != nil {
		return r, false, err
	}
	for _, change := range evaluation.Fix {
		if r, err = r.With(change.Field, change.To); err != nil {
			return r, false, fmt.Errorf("apply the fix of %s: %w", change.Field, err)
		}
	}
	return r, evaluation.Record.Decision == request.Accepted || len(evaluation.Fix) > 0, nil
}
