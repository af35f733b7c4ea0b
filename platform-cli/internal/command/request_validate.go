package command

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/input"
)

type requestValidate struct {
	app     *app
	profile string
	reports reportFiles
}

func newRequestValidate(a *app) *cobra.Command {
	o := &requestValidate{app: a}
	c := &cobra.Command{
		Use:   "validate REQUEST... --profile PROFILE",
		Short: "Evaluate requests in an isolated service built from the profile",
		Long: `Evaluate request documents (JSON or YAML; - for standard input) in an isolated
service built from the profile.

One file prints its record: the bytes that the API returns for the same profile
and request. Several files, or a folder, print one report with a result for each
file, sorted by path. A folder stands for the .yaml, .yml and .json files below
it, without those whose name starts with a dot and without the profile itself; a
folder without any is a failure.

The exit code of a report is the highest of its results: 4 before 2 before 1
before 0. --sarif and --junit also write the results for code scanning and for
CI; they are protected files like any other.`,
		Example: `  platform request validate request.yaml --profile profile.json
  platform request validate requests other.json --profile profile.json --sarif requests.sarif --junit requests.xml --force`,
		Args:              atLeastOne("REQUEST"),
		ValidArgsFunction: documentArguments,
	}
	profileFlag(c, &o.profile, profileUsage)
	c.Flags().Var((*pathFlag)(&o.reports.sarif), "sarif", "also write the results to `FILE` as SARIF 2.1.0")
	c.Flags().Var((*pathFlag)(&o.reports.junit), "junit", "also write the results to `FILE` as JUnit XML")
	forceFlag(c, &o.reports.force)
	return a.runs(c, o.run)
}

func (o *requestValidate) run(ctx context.Context, args []string) (Result, error) {
	if err := o.reports.check(); err != nil {
		return Result{}, err
	}
	files, err := input.Expand(args, o.profile)
	if err != nil {
		return Result{}, err
	}
	if err := o.reports.apart(append(files, o.profile)); err != nil {
		return Result{}, err
	}
	s, err := o.app.session(ctx, o.profile)
	if err != nil {
		return Result{}, err
	}
	defer s.close()
	outcomes := o.app.evaluateAll(ctx, s, files)
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	if err := o.reports.write(outcomes, s); err != nil {
		return Result{}, err
	}
	if len(args) == 1 && files[0] == input.Clean(args[0]) {
		return outcomes[0].alone()
	}
	return reportOf(outcomes)
}

// evaluateAll evaluates every file.
func (a *app) evaluateAll(ctx context.Context, s *session, files []string) []outcome {
	outcomes := make([]outcome, len(files))
	for i, file := range files {
		e, err := a.evaluate(ctx, s, file)
		outcomes[i] = outcome{evaluated: e, err: err}
	}
	return outcomes
}
