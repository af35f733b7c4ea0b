// Package decision evaluates request documents, and words for a person the
// decision and what to type.
package decision

import (
	"context"
	"slices"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/input"
	"platform.internal/platform-cli/internal/result"
	"platform.internal/platform-core/diagnostic"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// Evaluated is a request document and what the service says of it.
type Evaluated struct {
	// File is the document as the person named it.
	File   string
	Source document.Source
	Record *service.Evaluated
	service.Fixes
}

// Evaluate reads a request document and asks the service for its record. File
// and Source come back also with an error.
func Evaluate(ctx context.Context, from *input.Reader, s *host.Session, file string) (Evaluated, error) {
	return evaluate(ctx, from, file, s, s.Preview, service.MaxAlternatives)
}

// Decide is Evaluate for many files: the record has neither resources nor an encoding, and
// there is one alternative.
func Decide(ctx context.Context, from *input.Reader, s *host.Session, file string) (Evaluated, error) {
	return evaluate(ctx, from, file, s, s.Decide, 1)
}

// Negotiate is Decide with all the alternatives.
func Negotiate(ctx context.Context, from *input.Reader, s *host.Session, file string) (Evaluated, error) {
	return evaluate(ctx, from, file, s, s.Decide, service.MaxAlternatives)
}

// NegotiateSource is Negotiate for the text of a file that was read already.
func NegotiateSource(ctx context.Context, s *host.Session, file string, src document.Source) (Evaluated, error) {
	return evaluateSource(ctx, file, src, s, s.Decide, service.MaxAlternatives)
}

func evaluate(
	ctx context.Context, from *input.Reader, file string, s *host.Session, ask func(context.Context, request.Request) (*service.Evaluated, error), most int,
) (Evaluated, error) {
	src, err := from.Source(file)
	if err != nil {
		return Evaluated{File: file, Source: src}, err
	}
	return evaluateSource(ctx, file, src, s, ask, most)
}

// EvaluateSource is Evaluate for the text of a file that was read already.
func EvaluateSource(ctx context.Context, s *host.Session, file string, src document.Source) (Evaluated, error) {
	return evaluateSource(ctx, file, src, s, s.Preview, 1)
}

func evaluateSource(
	ctx context.Context, file string, src document.Source, s *host.Session, ask func(context.Context, request.Request) (*service.Evaluated, error), most int,
) (Evaluated, error) {
	e := Evaluated{File: file, Source: src}
	req, err := request.Parse(src)
	if err != nil {
		return e, input.In(file, input.NotARequest(src, err))
	}
	if e.Record, err = ask(ctx, req); err != nil {
		return e, err
	}
	e.Fixes, err = s.Fixes(ctx, e.Record, most)
	return e, err
}

// Confirmed is the document with the fixes of the request in which facts are changed. The facts
// are changes of each fix.
func (e Evaluated) Confirmed(ctx context.Context, s *host.Session, facts []request.Change) (Evaluated, error) {
	if e.Record.Decision == request.Accepted {
		return e, problem.New(problem.UsageError, "Policy accepts %s as it is: leave --confirm out.", diagnostic.FileName(e.File))
	}
	declared := e.Record.Request
	for _, fact := range facts {
		var err error
		if declared, err = declared.With(fact.Field, fact.To); err != nil {
			return e, err
		}
	}
	facts = slices.DeleteFunc(facts, func(c request.Change) bool { return c.From == c.To })
	record, err := s.Decide(ctx, declared)
	if err != nil {
		return e, err
	}
	e.Fixes, err = s.Fixes(ctx, record, service.MaxAlternatives)
	if record.Decision == request.Accepted {
		e.Alternatives = []service.Alternative{{Request: record.Request, Estimate: service.CostOf(record.Estimate)}}
	}
	for i := range e.Alternatives {
		a := &e.Alternatives[i]
		a.Changes = slices.Concat(facts, a.Changes)
	}
	return e, err
}

// EvaluateOne builds the profile's service and evaluates one request in it.
// Close the session.
func EvaluateOne(ctx context.Context, inv *host.Invocation, profile, file string) (*host.Session, Evaluated, error) {
	s, err := inv.Session(ctx, profile)
	if err != nil {
		return nil, Evaluated{}, err
	}
	e, err := Evaluate(ctx, inv.Input, s, file)
	if err != nil {
		s.Close()
		return nil, e, err
	}
	return s, e, nil
}

// Exit returns the exit code of the decision.
func (e Evaluated) Exit() int { return Exit(e.Record.Decision) }

// Exit returns the exit code of a decision.
func Exit(d request.Decision) int {
	if d == request.Accepted {
		return problem.ExitDone
	}
	return problem.ExitDenied
}

// Result returns the record and its lines.
func (e Evaluated) Result() result.Result {
	return result.Result{JSON: e.Record.JSON, Notes: append(e.Lines(), e.placeholderLines()...), Exit: e.Exit()}
}
