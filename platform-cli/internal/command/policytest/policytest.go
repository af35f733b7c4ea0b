// Package policytest is the command `platform policy test`, which [New] returns. It evaluates a
// request, or files of cases with their expected decisions. It also reports the rules that no case
// covers.
package policytest

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/terminal"
)

type options struct {
	junit    string
	force    bool
	covering bool
}

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	o := &options{}
	c := inv.Command("policy test", o.run)
	inv.TakesProfile(c)
	c.Flags().BoolVar(&o.covering, "require-coverage", false,
		"fail where the cases do not show all of the organisation's rules")
	host.PathFlag(c, "junit", &o.junit, "also write the results of the cases to `FILE` as JUnit XML")
	host.ForceFlag(c, &o.force)
	return c
}

func (o *options) run(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	found, err := readFiles(inv.Input, args, inv.Profile)
	if err != nil {
		return nil, err
	}
	if err := fileio.CheckFile(o.junit, o.force, found.names()...); err != nil {
		return nil, err
	}
	s, err := inv.Session(ctx)
	if err != nil {
		return nil, err
	}
	if found.request == nil {
		return o.testCases(ctx, inv, s, found.cases)
	}
	if o.junit != "" || o.covering {
		return nil, problem.New(problem.UsageError,
			"%s is a request; --junit and --require-coverage are for files of cases.", terminal.FileName(found.request.name))
	}
	return outcomes(ctx, inv, s, *found.request)
}

func (o *options) testCases(
	ctx context.Context, inv *host.Invocation, s *host.Session, files []source,
) (*host.Result, error) {
	policies, err := s.Policies(ctx)
	if err != nil {
		return nil, err
	}
	reader := &casesReader{from: inv.Input, rules: policies.Items, named: map[string]request.Request{}}
	for _, f := range files {
		reader.add(f.name, f.Source)
	}
	if err := reader.problem(); err != nil {
		return nil, err
	}
	run, err := runCases(ctx, s, len(files), reader.cases)
	if err != nil {
		return nil, err
	}
	data, err := run.junit(o.covering)
	if err != nil {
		return nil, err
	}
	if err := fileio.Write(o.junit, data, o.force); err != nil {
		return nil, err
	}
	return inv.Answer(run, run.exit(o.covering), prose.Lines("cases", run), prose.Page("cases", run))
}
