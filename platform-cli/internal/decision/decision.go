// Package decision evaluates request documents and shows their decisions. [Evaluate],
// [EvaluateFile] and [EvaluateOne] return an [Evaluated]. Its methods return the lines for a person
// and the [host.Result] of a command.
package decision

import (
	"context"
	"slices"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/terminal"
	"platform.internal/platform-core/wire"
)

// Evaluated is a request document with the answer of [service.Service].
type Evaluated struct {
	// File is the path of the document, as the user typed it.
	File   string
	Source document.Source
	// Session is the service that evaluated the document.
	Session *host.Session
	Record  *service.Evaluated
	wire.Fixes
}

// Evaluate asks the service about a request document. It fails if src is not a request or if the
// adapter fails. File and Source are set also if it fails.
func Evaluate(
	ctx context.Context, s *host.Session, file string, src document.Source, o service.EvaluateOptions,
) (Evaluated, error) {
	e := Evaluated{File: file, Source: src, Session: s}
	req, err := request.Parse(src)
	if err != nil {
		return e, fileio.In(file, fileio.NotARequest(src, err))
	}
	if e.Record, err = s.Evaluate(ctx, req, o); err != nil {
		return e, err
	}
	e.Fixes = e.Record.Fixes
	return e, nil
}

// Confirmed returns the document with the fixes for the request after the facts are changed. Each
// fix includes the facts. It fails if policy accepts the request without them.
func (e Evaluated) Confirmed(ctx context.Context, facts []request.Change) (Evaluated, error) {
	if e.Record.Decision == request.Accepted {
		return e, problem.New(problem.UsageError,
			"Policy accepts %s as it is: leave --confirm out.", terminal.FileName(e.File))
	}
	declared := e.Record.Request
	for _, fact := range facts {
		var err error
		if declared, err = declared.With(fact.Field, fact.To); err != nil {
			return e, err
		}
	}
	facts = slices.DeleteFunc(facts, func(c request.Change) bool { return c.From == c.To })
	record, err := e.Session.Evaluate(ctx, declared,
		service.EvaluateOptions{Brief: true, Alternatives: service.MaxAlternatives})
	if err != nil {
		return e, err
	}
	e.Fixes = record.Fixes
	if record.Decision == request.Accepted {
		e.Alternatives = []wire.Alternative{{Request: record.Request, Estimate: wire.CostOf(record.Estimate)}}
	}
	for i := range e.Alternatives {
		a := &e.Alternatives[i]
		a.Changes = slices.Concat(facts, a.Changes)
	}
	return e, nil
}

// EvaluateFile calls [Evaluate] with the document of a file. It also fails if the file cannot be
// read.
func EvaluateFile(
	ctx context.Context, inv *host.Invocation, s *host.Session, file string, o service.EvaluateOptions,
) (Evaluated, error) {
	src, err := inv.Input.Source(file)
	if err != nil {
		return Evaluated{File: file, Source: src}, err
	}
	return Evaluate(ctx, s, file, src, o)
}

// EvaluateOne calls [EvaluateFile] in a new [host.Session].
func EvaluateOne(ctx context.Context, inv *host.Invocation, file string, o service.EvaluateOptions) (Evaluated, error) {
	s, err := inv.Session(ctx)
	if err != nil {
		return Evaluated{File: file}, err
	}
	return EvaluateFile(ctx, inv, s, file, o)
}

// AllAlternatives are the options for a search of every fix of a denied request.
var AllAlternatives = service.EvaluateOptions{Alternatives: service.MaxAlternatives}

// Exit returns the exit code of the decision, as the function [Exit] does.
func (e Evaluated) Exit() int { return Exit(e.Record.Decision) }

// Exit returns the exit code of a decision: [problem.ExitDone] or [problem.ExitDenied].
func Exit(d request.Decision) int { return host.ExitCode(d == request.Accepted) }

// Result returns the record as the document of a [host.Result], and its lines as notes.
func (e Evaluated) Result() *host.Result {
	return &host.Result{JSON: e.Record.JSON, Notes: shown{Evaluated: e, ID: e.id(), Notes: true}.lines(), Exit: e.Exit()}
}
