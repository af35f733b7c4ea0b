// Package requesttemplate is the command `platform request template`, which [New] returns. It
// prints a request that policy accepts, as a start for your own request. Agents get the same
// request from [Document].
package requesttemplate

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/terminal"
)

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	c := inv.Command("request template", run)
	inv.TakesProfile(c)
	inv.TakesFormat(c, host.YAML)
	return c
}

func run(ctx context.Context, inv *host.Invocation, _ []string) (*host.Result, error) {
	s, err := inv.Session(ctx)
	if err != nil {
		return nil, err
	}
	req, note, err := Document(ctx, s)
	if err != nil {
		return nil, err
	}
	if inv.Format != host.JSON {
		return &host.Result{Text: commented(req), Notes: terminal.Wrap(note)}, nil
	}
	return host.Encoded(req, problem.ExitDone, terminal.Wrap(note)...)
}

// Document returns the document of the command and a note for the user. It fails if the template
// cannot be evaluated.
func Document(ctx context.Context, s *host.Session) (r request.Request, note string, err error) {
	e, err := s.Evaluate(ctx, request.Template(s.Installed.Profile.AllowedRegions[0]),
		service.EvaluateOptions{Brief: true, Alternatives: service.MaxAlternatives})
	if err != nil {
		return r, "", err
	}
	r, note = acceptable(e)
	return r, note, nil
}

// acceptable returns the request with the fix of the service, and a note for the user.
func acceptable(e *service.Evaluated) (r request.Request, note string) {
	const own = "put in the values of your application"
	switch {
	case e.Record.Decision == request.Accepted:
		return e.Record.Request, "policy accepts this request; " + own
	case len(e.Fix) > 0:
		return e.Alternatives[0].Request, "policy accepts this request; " + own
	case len(e.Alternatives) > 0:
		var open []string
		r := e.Alternatives[0].Request
		for _, c := range e.Alternatives[0].Confirm { // the user must still confirm an example
			if err := r.Set(c.Field, c.Values[0]); err == nil {
				open = append(open, c.Field+" ("+c.Values[0].String()+", or another)")
			}
		}
		for _, o := range e.Alternatives[0].Open {
			open = append(open, o.Field+" ("+o.Expected+")")
		}
		return r, "policy accepts this request once you choose " + strings.Join(open, " and ") + "; " + own
	default:
		return e.Record.Request, "no value that was tried is accepted; `platform request fix` says why"
	}
}
