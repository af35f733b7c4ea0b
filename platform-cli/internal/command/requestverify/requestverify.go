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
	c := &cobra.Command{
		Use:   "verify BUNDLE --profile PROFILE",
		Short: "Derive a proposal again from its request and compare every byte",
		Long: `Derive a proposal again from the request that it records, and compare every
byte. BUNDLE is a folder that request propose wrote, or a saved proposal
document. The member "outcome" is one of these; all but the first are exit
code 1:

  verified            every byte is derived again
  made_with_another   it says that it was made with another adapter, contract,
                      profile, policy set or platform: "parts" has which, and
                      it agrees with itself
  no_longer_accepted  policy denies the request on the day; "verify_on" is a
                      day for --on on which every byte is derived again
  altered             it is not as it was made: "altered" has each file, with
                      its first difference

Links, further folders, and files that are executable or that everybody may
write are alterations too; who may read them is not.

--on names the day of which the rules are evaluated, for this command only. It
goes before policy_date of the profile; the digest of a profile does not depend
on that date, so the profile stays the one of the proposal.`,
		Example: `  platform request verify bundle --profile profile.json
  platform request verify proposal.json --profile profile.json --on 2026-12-01`,
		Args: host.Exactly("BUNDLE"),
	}
	inv.TakesProfile(c)
	c.Flags().StringVar(&o.on, "on", "", "evaluate the rules of this `DATE` (YYYY-MM-DD) instead of policy_date or today")
	inv.TakesFormat(c)
	return inv.Runs(c, o.run)
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
