package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/input"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

type setupValidate struct{ app *app }

func newSetupValidate(a *app) *cobra.Command {
	o := &setupValidate{a}
	c := &cobra.Command{
		Use:   "validate PROFILE",
		Short: "Check an installation profile and the readiness of its provider",
		Long: `Check an installation profile (JSON or YAML; - for standard input). A profile
that cannot be installed is refused with all its faults. Warnings, such as
placeholders in boundaries, do not fail the command; a failed check does.`,
		Example:           "  platform setup validate profile.json",
		Args:              exactly("PROFILE"),
		ValidArgsFunction: documentArguments,
	}
	return a.runs(c, o.run)
}

func (o *setupValidate) run(ctx context.Context, args []string) (Result, error) {
	readiness, err := o.app.readiness(ctx, args[0])
	if err != nil {
		return Result{}, err
	}
	exit := problem.ExitDone
	if tally(readiness.Checks)[profile.Failed] > 0 {
		exit = problem.ExitDenied
	}
	return encoded(readiness, exit, readinessLines(readiness)...)
}

// readiness validates the profile at path in a service of its own.
func (a *app) readiness(ctx context.Context, path string) (profile.Readiness, error) {
	draft, err := a.input.Profile(path)
	if err != nil {
		return profile.Readiness{}, err
	}
	svc, end, err := a.service()
	if err != nil {
		return profile.Readiness{}, err
	}
	defer end()
	readiness, err := svc.Validate(ctx, draft)
	return readiness, input.In(path, err)
}

// tally counts checks by status.
func tally(checks []profile.Check) map[profile.CheckStatus]int {
	counts := map[profile.CheckStatus]int{}
	for _, c := range checks {
		counts[c.Status]++
	}
	return counts
}

// readinessLines say in a line whether all is well, and what is open.
func readinessLines(r profile.Readiness) []string {
	counts := tally(r.Checks)
	word := "ready"
	if !r.Ready {
		word = "not ready"
	}
	lines := []string{fmt.Sprintf("%s: %s in %s mode, %s, %s, %d failed", word, r.Provider, r.Mode,
		plural(counts[profile.Passed], "check passed", "checks passed"),
		plural(counts[profile.Warning], "warning", "warnings"), counts[profile.Failed])}
	for _, c := range r.Checks {
		if c.Status != profile.Passed {
			lines = append(lines, fmt.Sprintf("  %s %s: %s %s", c.Status, c.ID, c.Message, c.Remediation))
		}
	}
	return lines
}
