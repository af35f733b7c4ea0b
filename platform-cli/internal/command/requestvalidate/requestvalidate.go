// Package requestvalidate is the command `platform request validate`, which [New] returns. It
// evaluates one or more request files. It also writes the reports of the package [report].
package requestvalidate

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
)

type options struct {
	reports reportFiles
	// onlyFailures leaves accepted files out of the text for several files.
	onlyFailures bool
}

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	o := &options{}
	c := inv.Command("request validate", o.run)
	inv.TakesProfile(c)
	o.reports.declare(c)
	c.Flags().BoolVar(&o.onlyFailures, "only-failures", false,
		"of several files, say nothing of those that are accepted but how many they are")
	return c
}

func (o *options) run(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	files, err := fileio.Expand(args, inv.Profile)
	if err != nil {
		return nil, err
	}
	if err := o.reports.check(append(files, inv.Profile)); err != nil {
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
		return r, nil // an incomplete report would look complete
	}
	if err := o.reports.write(ctx, c.files, s); err != nil { // standard output already has the document
		p := host.AsProblem(err)
		r.Notes, r.Exit = append(r.Notes, host.ProblemLines(p)...), p.Code.Exit()
	}
	return r, nil
}
