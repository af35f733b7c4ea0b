// Package requestverify is the command `platform request verify`.
//
// [Verify] compares a [Claim] with the proposal that the platform makes from the recorded request.
// It returns an [Answer], whose outcome is [Verified], [MadeWithAnother], [NoLongerAccepted] or
// [Altered].
package requestverify

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/terminal"
)

type options struct {
	on   string
	repo string
	expected
}

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	o := &options{}
	c := inv.Command("request verify", o.run)
	c.Args = func(c *cobra.Command, args []string) error {
		switch {
		case o.repo == "":
			return host.Exactly("BUNDLE")(c, args)
		case len(args) > 0:
			return problem.New(problem.UsageError, "Name a bundle, or a working tree with --repo, not both.")
		}
		return nil
	}
	inv.TakesProfile(c)
	host.OnFlag(c, &o.on)
	host.FolderFlag(c, "repo", &o.repo, "verify all environments in the working tree in `DIR`")
	host.CheckedFlag(c, "state-key", &o.stateKey, "with --repo, decide by the environment with this `KEY`",
		"the key is empty", func(text string) bool { return text != "" })
	host.CheckedFlag(c, "expect-request", &o.expected.request, "with --repo, require this request `ID`",
		"write an ID such as req-b3c4d1ed3908952de5f8", request.IsRequestID)
	host.CheckedFlag(c, "expect-proposal", &o.expected.proposal, "with --repo, require this proposal `ID`",
		"write an ID such as prop-b3c4d1ed3908952de5f8", proposal.IsID)
	return c
}

func (o *options) run(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	on, err := host.Day("on", o.on)
	if err != nil {
		return nil, err
	}
	if o.repo != "" {
		return o.verifyRepository(ctx, inv, on)
	}
	if o.expected != (expected{}) {
		return nil, problem.New(problem.UsageError,
			"The flags --state-key, --expect-request and --expect-proposal need --repo.")
	}
	claim, err := ReadClaim(inv, args[0])
	if err != nil {
		return nil, err
	}
	s, err := inv.Session(ctx)
	if err != nil {
		return nil, err
	}
	a, err := Verify(ctx, s, claim, on)
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

// ReadClaim reads the folder of a bundle or a saved proposal. Its error is a [*problem.Problem].
func ReadClaim(inv *host.Invocation, path string) (Claim, error) {
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
