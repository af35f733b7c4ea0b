// Package requestvalidate is the command `platform request validate`.
package requestvalidate

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/decision"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/input"
	"platform.internal/platform-cli/internal/result"
	"platform.internal/platform-cli/internal/usage"
)

type options struct {
	inv     *host.Invocation
	profile string
	reports reportFiles
}

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	o := &options{inv: inv}
	c := &cobra.Command{
		Use:   "validate REQUEST... --profile PROFILE",
		Short: "Evaluate requests in an isolated service built from the profile",
		Long: `Evaluate request documents (JSON or YAML; - for standard input) in an isolated
service built from the profile.

One file prints its record: the bytes that the API returns for the same profile
and request. Several files, or a folder, print one report with a result for each
file, sorted by path. A folder means the .yaml, .yml and .json files below it,
without those whose name starts with a dot and without the profile itself; a
folder without any is a failure.

The exit code of a report is the highest of its results: 4 before 2 before 1
before 0. --sarif and --junit also write the results for code scanning and for
CI; they are protected files like any other.`,
		Example: `  platform request validate request.yaml --profile profile.json
  platform request validate requests other.json --profile profile.json --sarif requests.sarif --junit requests.xml --force`,
		Args:              usage.AtLeastOne("REQUEST"),
		ValidArgsFunction: usage.DocumentArguments,
	}
	usage.ProfileFlag(c, &o.profile, usage.ProfileUsage)
	c.Flags().Var((*usage.PathFlag)(&o.reports.sarif), "sarif", "also write the results to `FILE` as SARIF 2.1.0")
	c.Flags().Var((*usage.PathFlag)(&o.reports.junit), "junit", "also write the results to `FILE` as JUnit XML")
	usage.ForceFlag(c, &o.reports.force)
	return inv.Runs(c, o.run)
}

func (o *options) run(ctx context.Context, args []string) (result.Result, error) {
	if err := o.reports.check(); err != nil {
		return result.Result{}, err
	}
	files, err := input.Expand(args, o.profile)
	if err != nil {
		return result.Result{}, err
	}
	if err := o.reports.apart(append(files, o.profile)); err != nil {
		return result.Result{}, err
	}
	s, err := o.inv.Session(ctx, o.profile)
	if err != nil {
		return result.Result{}, err
	}
	defer s.Close()
	outcomes := o.evaluateAll(ctx, s, files)
	if err := ctx.Err(); err != nil {
		return result.Result{}, err
	}
	if err := o.reports.write(outcomes, s); err != nil {
		return result.Result{}, err
	}
	if len(args) == 1 && files[0] == input.Clean(args[0]) {
		return outcomes[0].single()
	}
	return reportOf(outcomes)
}

// evaluateAll evaluates every file.
func (o *options) evaluateAll(ctx context.Context, s *host.Session, files []string) []outcome {
	outcomes := make([]outcome, len(files))
	for i, file := range files {
		e, err := decision.Evaluate(ctx, o.inv.Input, s, file)
		outcomes[i] = outcome{e, err}
	}
	return outcomes
}
