// Package requestvalidate is the command `platform request validate`.
package requestvalidate

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
)

type options struct {
	reports reportFiles
	// onlyFailures leaves accepted files out of what a person reads of several.
	onlyFailures bool
}

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	o := &options{}
	c := &cobra.Command{
		Use:   "validate REQUEST... --profile PROFILE",
		Short: "Evaluate requests in an isolated service built from the profile",
		Long: `Evaluate request documents (JSON or YAML; - for standard input) in an isolated
service built from the profile.

One file prints its record: the bytes that the API returns for the same profile
and request. Several files, or a folder, print one report with a result for each
file, sorted by path. A folder means the .yaml, .yml and .json files below it,
without those whose name starts with a dot and without the profile itself; a
folder without any is a failure. The report has for a denied file the changes
with which policy accepts it (fix); or what a person has to choose (open) and
the changes besides; or the rules that contradict each other (contradicting).

With -o text standard output is, in place of the document, what a person reads:
of one file its verdict with what to write instead, or with its resources and
costs. Of several, what is wrong comes first, while others are evaluated, then
up to 20 that are accepted, which --only-failures leaves out, and the totals.
Interrupted, the command says what was done and how many files were left.

The exit code of a report is the highest of its results: 4 before 2 before 1
before 0. --sarif, --junit and --markdown also write the results for code
scanning, for CI and for a comment on a pull request; they are protected files
like any other.`,
		Example: `  platform request validate request.yaml --profile profile.json
  platform request validate requests --profile profile.json -o text
  platform request validate requests other.json --profile profile.json --sarif requests.sarif --junit requests.xml --markdown requests.md --force`,
		Args:              host.AtLeastOne("REQUEST"),
		ValidArgsFunction: host.DocumentArguments,
	}
	inv.TakesProfile(c)
	inv.TakesFormat(c)
	host.PathFlag(c, "sarif", &o.reports.sarif, "also write the results to `FILE` as SARIF 2.1.0")
	host.PathFlag(c, "junit", &o.reports.junit, "also write the results to `FILE` as JUnit XML")
	host.PathFlag(c, "markdown", &o.reports.markdown, "also write the results to `FILE` as Markdown, of less than 65,536 characters")
	c.Flags().StringVar(&o.reports.reference, "help-uri", "", "link each rule of --sarif to `ADDRESS`#RULE")
	host.ForceFlag(c, &o.reports.force)
	c.Flags().BoolVar(&o.onlyFailures, "only-failures", false, "of several files, say nothing of those that are accepted but how many they are")
	return inv.Runs(c, o.run)
}

func (o *options) run(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	if err := o.reports.check(); err != nil {
		return nil, err
	}
	files, err := fileio.Expand(args, inv.Profile)
	if err != nil {
		return nil, err
	}
	if err := o.reports.apart(append(files, inv.Profile)); err != nil {
		return nil, err
	}
	s, err := inv.Session(ctx)
	if err != nil {
		return nil, err
	}
	c := &collected{inv: inv, text: inv.Format == host.Text, reported: o.reports.asked(), onlyFailures: o.onlyFailures}
	single := len(args) == 1 && files[0] == fileio.Clean(args[0])
	if !single {
		c.all = len(files)
	}
	evaluateAll(ctx, inv, s, files, c.add, c.left)
	if err := ctx.Err(); err != nil && single {
		return nil, err
	}
	if single {
		if err := o.reports.write(ctx, c.files, s); err != nil {
			return nil, err
		}
		return c.single()
	}
	r := c.result()
	if c.summary.NotEvaluated > 0 {
		return r, nil // a report of some would be taken for one of all
	}
	if err := o.reports.write(ctx, c.files, s); err != nil { // the document is there already
		p := host.AsProblem(err)
		r.Notes, r.Exit = append(r.Notes, host.ProblemLines(p)...), p.Code.Exit()
	}
	return r, nil
}
