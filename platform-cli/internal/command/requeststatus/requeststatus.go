// Package requeststatus is the command `platform request status`, which [New] returns. It prints
// the decision of a request, or the status of a saved proposal.
package requeststatus

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/decision"
	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	c := inv.Command("request status", run)
	inv.TakesProfile(c)
	c.Flags().Lookup("profile").Usage = "evaluate a request document with this installation `PROFILE`"
	return c
}

func run(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	what := args[0]
	switch {
	case request.IsRequestID(what) && inv.Service == nil:
		return nil, otherProcess(problem.RequestNotFound, what)
	case proposal.IsID(what) && inv.Service == nil:
		return nil, otherProcess(problem.ProposalNotFound, what)
	case request.IsRequestID(what):
		return keptRecord(ctx, inv, what)
	case proposal.IsID(what):
		return keptProposal(ctx, inv, what)
	case inv.Profile != "":
		return evaluate(ctx, inv, what)
	default:
		return saved(inv, what)
	}
}

func evaluate(ctx context.Context, inv *host.Invocation, file string) (*host.Result, error) {
	e, err := decision.EvaluateOne(ctx, inv, file, decision.AllAlternatives)
	switch {
	case err != nil && fileio.IsSaved(inv.Input, file):
		return saved(inv, file)
	case err != nil:
		return nil, err
	}
	return e.Result(), nil
}

func keptRecord(ctx context.Context, inv *host.Invocation, id string) (*host.Result, error) {
	r, err := inv.Service.Record(ctx, id)
	if err != nil {
		return nil, err
	}
	return &host.Result{JSON: r.JSON(), Exit: decision.Exit(r.Decision),
		Notes: []string{fmt.Sprintf("%s: %s", r.Decision, r.RequestID)}}, nil
}

func keptProposal(ctx context.Context, inv *host.Invocation, id string) (*host.Result, error) {
	p, err := inv.Service.Proposal(ctx, id)
	if err != nil {
		return nil, err
	}
	return &host.Result{JSON: p.JSON(), Exit: problem.ExitDone, Notes: prose.Lines("kept", p)}, nil
}

func otherProcess(code problem.Code, id string) error {
	return problem.New(code,
		"This process holds no %s: the platform keeps requests and proposals in memory, and each command is a process of its own. Name a file instead, or ask the API of the server that made it.",
		id)
}

func saved(inv *host.Invocation, file string) (*host.Result, error) {
	p, err := fileio.ReadSaved(inv.Input, file)
	if err != nil {
		return nil, err
	}
	return host.Encoded(p, problem.ExitDone, prose.Lines("saved", p)...)
}
