// Package requestpropose is the command `platform request propose`, which [New] returns. [Derive]
// makes the proposal of an accepted request. The command prints it, and writes a bundle with
// --output.
package requestpropose

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/decision"
	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/terminal"
)

type options struct {
	output string
	force  bool
}

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	o := &options{}
	c := inv.Command("request propose", o.run)
	inv.TakesProfile(c)
	host.OutputFlags(c, &o.output, &o.force, "also write the bundle to `FOLDER`")
	_ = c.MarkFlagDirname("output")
	return c
}

func (o *options) run(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	if err := fileio.CheckBundle(o.output, o.force); err != nil {
		return nil, err
	}
	e, err := decision.EvaluateOne(ctx, inv, args[0], decision.AllAlternatives)
	if err != nil {
		return nil, err
	}
	p, err := Derive(ctx, e)
	if e.Record.Decision == request.Denied {
		refusal := host.Refusal(err)
		refusal.Notes = append(terminal.Wrap(string(problem.From(err).Code)+": "+problem.From(err).Detail), e.Lines()...)
		return refusal, nil
	}
	if err != nil {
		return nil, err
	}
	return o.deliver(inv, p, append(e.Exceptions(), prose.Lines("cut", e)...))
}

// Derive returns the proposal of an accepted request. It fails with [problem.RequestNotAccepted] if
// policy denies the request. It fails with [problem.InvalidRequest] if the request has values of
// the template.
func Derive(ctx context.Context, e decision.Evaluated) (*service.Derived, error) {
	p, err := e.Session.Derive(ctx, e.Record)
	if err != nil {
		return nil, err
	}
	if left := e.Placeholders(); len(left) > 0 {
		return nil, fileio.In(e.File, problem.Invalid(problem.InvalidRequest, "request", left))
	}
	return p, nil
}

// deliver returns a proposal as the result of the command. requestNotes are about the request.
func (o *options) deliver(inv *host.Invocation, p *service.Derived, requestNotes []string) (*host.Result, error) {
	notes := slices.Concat(prose.Lines("proposal", p), requestNotes, prose.Lines("lacks", p))
	if inv.Format == host.Text {
		notes = append([]string{"accepted: " + p.RequestID}, notes...)
	}
	result := &host.Result{JSON: p.JSON, Exit: problem.ExitDone, Notes: notes}
	if o.output == "" {
		if inv.Format == host.Text {
			result.Notes = append(result.Notes, terminal.Wrap("nothing is written; --output FOLDER writes the bundle")...)
		}
		return result, nil
	}
	result.Notes = append(result.Notes, fmt.Sprintf("wrote %d files to %s", len(p.Files()), o.output))
	if inv.Format == host.Text {
		result.Notes = append(result.Notes, "next:",
			fmt.Sprintf("  platform request handover %s --repo DIR --profile %s", o.output, inv.Profile))
	}
	return result, fileio.WriteBundle(o.output, p.Proposal, o.force)
}
