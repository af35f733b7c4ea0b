package command

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/input"
	"platform.internal/platform-core/problem"
)

// Run runs one command line. The Result has no JSON when help or a completion
// was printed, which are text.
func Run(ctx context.Context, host Host, args []string) Result {
	a := &app{Host: host, input: input.NewReader(ctx, host.Stdin)}
	root := newRoot(a)
	root.SetArgs(args)
	root.SetIn(host.Stdin)
	root.SetOut(host.Help)
	root.SetErr(host.Warnings)
	err := root.ExecuteContext(ctx)
	result := a.outcome(err)
	if a.quiet {
		result.Notes = nil
	}
	return result
}

func (a *app) outcome(err error) Result {
	switch {
	case err != nil:
		return Refusal(asUsage(err))
	case a.result != nil:
		return *a.result
	default:
		return Result{}
	}
}

// run is what a command does with its arguments.
type run func(ctx context.Context, args []string) (Result, error)

// runs lets c do what do says, and keeps its Result.
func (a *app) runs(c *cobra.Command, do run) *cobra.Command {
	c.RunE = func(c *cobra.Command, args []string) error {
		result, err := do(c.Context(), args)
		if err != nil {
			return refused(err)
		}
		a.result = &result
		return nil
	}
	return c
}

// asUsage returns an error of cobra's own as wrong usage. All others are
// problems by then.
func asUsage(err error) error {
	var p *problem.Problem
	if err == nil || errors.As(err, &p) {
		return err
	}
	return problem.New(problem.UsageError, "%s.", err.Error())
}
