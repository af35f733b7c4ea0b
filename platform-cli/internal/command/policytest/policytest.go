// Package policytest is the command `platform policy test`.
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
	c := &cobra.Command{
		Use:   "test FILE... --profile PROFILE",
		Short: "Test the rules with cases, or with one request",
		Long: `Test the rules in force with the cases of files (JSON or YAML; - for standard
input). A folder means the files with cases below it. A case has a request, in
it or in a file beside it, values for some fields, and what has to come of it:

  policy_date: 2026-11-21       # for the cases without their own; optional
  request_file: request.yaml    # or request: with the fields of a request
  cases:
    - name: production belongs to a team
      with: {environment: production, owner: anna@example.com}
      decision: denied
      breaks: [payments.owner.team-address]
      suggests: {owner: anna-team@example.com}

breaks lists all rules that the request breaks, and none where it is []; it may
leave out advisories of the platform and of the provider. What is left out of a
case is not tested.

The result also says what the cases do not show of the organisation's rules:
each has to be satisfied, broken and, where it may not apply, not applicable in
some case, and each condition in it true in one and false in another.

A single request, in place of cases, shows each rule with its outcome for it:
satisfied, violated, not_applicable, excepted (violated, with an exception of
the profile) or failed, where failed means that the rule could not be evaluated,
which denies.

The exit code is 0 when every case passed, or the request is accepted; 1 when a
case failed, when the request is denied, or, with --require-coverage, when the
cases do not show all; 2 when a file is malformed.`,
		Example: `  platform policy test cases --profile profile.json -o text
  platform policy test cases.yaml --profile profile.json --require-coverage --junit cases.xml
  platform policy test request.yaml --profile profile.json`,
		Args:              host.AtLeastOne("FILE"),
		ValidArgsFunction: host.DocumentArguments,
	}
	inv.TakesProfile(c)
	inv.TakesFormat(c)
	c.Flags().BoolVar(&o.covering, "require-coverage", false, "fail where the cases do not show all of the organisation's rules")
	host.PathFlag(c, "junit", &o.junit, "also write the results of the cases to `FILE` as JUnit XML")
	host.ForceFlag(c, &o.force)
	return inv.Runs(c, o.run)
}

func (o *options) run(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	s, err := inv.Session(ctx)
	if err != nil {
		return nil, err
	}
	found, err := readFiles(inv.Input, args, inv.Profile)
	if err != nil {
		return nil, err
	}
	if found.request == nil {
		return o.testCases(ctx, inv, s, found.cases)
	}
	if o.junit != "" || o.covering {
		return nil, problem.New(problem.UsageError, "%s is a request; --junit and --require-coverage are for files of cases.", terminal.FileName(found.request.name))
	}
	return outcomes(ctx, inv, s, *found.request)
}

// check refuses before any work is done what could not be written.
func (o *options) check() error {
	if o.junit == "" {
		return nil
	}
	return fileio.CheckFile(o.junit, o.force)
}

func (o *options) testCases(ctx context.Context, inv *host.Invocation, s *host.Session, files []source) (*host.Result, error) {
	rules, err := s.Policies(ctx)
	if err != nil {
		return nil, err
	}
	reader := &casesReader{from: inv.Input, rules: rules, named: map[string]request.Request{}}
	for _, f := range files {
		if o.junit != "" && fileio.SameFile(o.junit, f.name) {
			return nil, problem.New(problem.UsageError, "The report %q would be written over the input %q; name another file.", o.junit, f.name)
		}
		reader.add(f.name, f.Source)
	}
	if err := reader.problem(); err != nil {
		return nil, err
	}
	run, err := runCases(ctx, s, len(files), reader.cases)
	if err != nil {
		return nil, err
	}
	if o.junit != "" {
		data, err := run.junit(o.covering)
		if err != nil {
			return nil, err
		}
		if err := fileio.Write(o.junit, data, o.force); err != nil {
			return nil, err
		}
	}
	return inv.Answer(run, run.exit(o.covering), prose.Lines("cases", run), prose.Page("cases", run))
}
