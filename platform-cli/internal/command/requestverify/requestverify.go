// Package requestverify is the command `platform request verify`.
package requestverify

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/terminal"
)

type options struct {
	on string
}

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	o := &options{}
	c := inv.Command("request verify", o.run)
	inv.TakesProfile(c)
	c.Flags().StringVar(&o.on, "on", "", "evaluate the rules of this `DATE` (YYYY-MM-DD) instead of policy_date or today")
	inv.TakesFormat(c)
	return c
}

func (o *options) run(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	a, err := o.verify(ctx, inv, args[0])
	if err != nil {
		return nil, err
	}
	exit := problem.ExitDone
	if !a.Verified {
		exit = problem.ExitDenied
	}
	lines := a.Lines()
	return inv.Answer(a, exit, lines, lines)
}

func (o *options) verify(ctx context.Context, inv *host.Invocation, path string) (Answer, error) {
	on, err := o.date()
	if err != nil {
		return Answer{}, err
	}
	c, err := readClaim(inv, path)
	if err != nil {
		return Answer{}, err
	}
	s, err := inv.Session(ctx)
	if err != nil {
		return Answer{}, err
	}
	return Verify(ctx, s, c, on)
}

// date returns the day that --on names; "" for none.
func (o *options) date() (request.Date, error) {
	if o.on == "" {
		return "", nil
	}
	on, err := request.ParseDate(o.on)
	if err != nil {
		return "", problem.New(problem.UsageError, "The flag --on does not take %q: it %v.", problem.Excerpt(o.on, 40), err)
	}
	return on, nil
}

func readClaim(inv *host.Invocation, path string) (Claim, error) {
	if path != fileio.Stdin && fileio.IsFolder(path) {
		folder, err := fileio.ReadBundle(path)
		if err != nil {
			return Claim{}, err
		}
		return ClaimFolder(terminal.FileName(path), folder)
	}
	data, err := inv.Input.Read(path, fileio.MaxProposal)
	if err != nil {
		return Claim{}, err
	}
	return ClaimSaved(terminal.FileName(path), data)
}
