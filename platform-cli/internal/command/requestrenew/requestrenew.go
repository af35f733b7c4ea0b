// Package requestrenew is the command `platform request renew`, which [New] returns. It moves the expiry date of
// request documents to the latest day that policy allows, or to a given day.
package requestrenew

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/decision"
	"platform.internal/platform-cli/internal/edit"
	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/terminal"
)

// schema is the schema of an encoded [Renewals].
const schema = "platform.request-renewal/v1"

// Renewals is the document of the command.
type Renewals struct {
	Schema  string    `json:"schema"`
	Results []Renewal `json:"results"`
}

// Renewal is the result for one file.
type Renewal struct {
	File string `json:"file"`
	// From and To are the expiry dates before and after. From is empty for a request without one. To is empty if policy
	// allows no day, or a day without limit.
	From request.Date `json:"from,omitempty"`
	To   request.Date `json:"to,omitempty"`
	// Decision is that of the renewed request, or of the request itself if To is empty.
	Decision   request.Decision    `json:"decision,omitempty"`
	RequestID  string              `json:"request_id,omitempty"`
	Violations []request.Violation `json:"violations,omitempty"`
	// Document is the file with the date To. Every other byte is the same.
	Document string           `json:"document,omitempty"`
	Problem  *problem.Problem `json:"problem,omitempty"`
}

type options struct{ until, output string }

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	o := &options{}
	c := inv.Command("request renew", o.run)
	inv.TakesProfile(c)
	c.Flags().StringVar(&o.until, "until", "",
		"renew until this `DATE` (YYYY-MM-DD) instead of the latest that policy allows")
	host.FolderFlag(c, "output", &o.output,
		"write the renewed documents into the new folder `DIR`, with the names of the files")
	return c
}

func (o *options) run(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	until, err := host.Day("until", o.until)
	if err != nil {
		return nil, err
	}
	files, _, err := fileio.ExpandInForce(args, inv.Profile)
	if err == nil {
		files, err = fileio.RequestsOf(files)
	}
	if err != nil {
		return nil, err
	}
	if o.output != "" {
		if err := o.check(files); err != nil {
			return nil, err
		}
	}
	s, err := inv.Session(ctx)
	if err != nil {
		return nil, err
	}
	found, exit := Renewals{Schema: schema}, problem.ExitDone
	var entries []fileio.Entry
	fileio.Each(files, func(file string) Renewal { return renewed(ctx, inv, s, file, until) }, func(r Renewal) {
		found.Results = append(found.Results, r)
		exit = max(exit, r.exit()) // a higher code is a worse outcome
		if r.Document != "" {
			entries = append(entries, fileio.Entry{Path: filepath.Base(r.File), Content: r.Document})
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if o.output != "" && exit == problem.ExitDone {
		if err := fileio.WriteFolder(o.output, entries, false, nil); err != nil {
			return nil, err
		}
	}
	lines := prose.Lines("renewals", found)
	return inv.Answer(found, exit, lines, lines)
}

// check fails if the folder exists, or if two files would have one name there.
func (o *options) check(files []string) error {
	names := map[string]string{}
	for _, file := range files {
		name := filepath.Base(file)
		if other, ok := names[name]; ok || file == fileio.Stdin {
			return problem.New(problem.UsageError, "%s and %s would have one name below --output; renew them one by one.",
				terminal.FileName(other), terminal.FileName(file))
		}
		names[name] = file
	}
	return fileio.CheckFolder(o.output, false, nil)
}

// renewed renews the request in a file until a day. An empty day stands for the latest that policy allows.
func renewed(ctx context.Context, inv *host.Invocation, s *host.Session, file string, until request.Date) Renewal {
	fail := func(err error) Renewal { return Renewal{File: file, Problem: host.AsProblem(err)} }
	brief := service.EvaluateOptions{Brief: true}
	e, err := decision.EvaluateFile(ctx, inv, s, file, brief)
	if err != nil {
		return fail(err)
	}
	r := Renewal{File: file, From: e.Record.Request.ExpiryDate, To: until}
	if until == "" {
		if r.To, err = s.LatestExpiry(ctx, e.Record.Request); err != nil {
			return fail(err)
		}
	}
	record := e.Record
	if r.To != "" {
		to, err := e.Record.Request.With(request.ExpiryField, request.Text(string(r.To)))
		if err != nil {
			return fail(err)
		}
		if record, err = s.Evaluate(ctx, to, brief); err != nil {
			return fail(err)
		}
		change := request.Change{Field: request.ExpiryField, From: e.Record.Request.Value(request.ExpiryField),
			To: request.Text(string(r.To))}
		edits, err := edit.Replacements(e.Source, []request.Change{change}, to)
		if err != nil {
			return fail(problem.New(problem.FileProtected, "%s has a form that is not edited; write the %s %s by hand.",
				terminal.FileName(file), request.ExpiryField, r.To))
		}
		r.Document = string(edit.Apply(e.Source.Data, edits))
	}
	r.Decision, r.RequestID, r.Violations = record.Decision, record.RequestID, record.Violations
	return r
}

// Refusal returns the lines of the problem.
func (r Renewal) Refusal() []string {
	p := *r.Problem
	if len(p.Faults) == 0 {
		p.Detail = terminal.FileName(r.File) + ": " + p.Detail
	}
	return host.ProblemLines(&p)
}

func (r Renewal) exit() int {
	if r.Problem != nil {
		return r.Problem.Code.Exit()
	}
	return decision.Exit(r.Decision)
}
