package command

import (
	"context"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// evaluated is a request document and what the service says of it.
type evaluated struct {
	file   string
	source document.Source
	record *service.Record
	// fix leads from a denied record to acceptance; nil where nothing does.
	fix []request.Change
}

// evaluate reads a request document and asks the service for its record.
func (a *app) evaluate(ctx context.Context, s *session, file string) (evaluated, error) {
	e := evaluated{file: file}
	req, src, err := a.input.Request(file)
	e.source = src
	if err != nil {
		return e, err
	}
	if e.record, err = s.Preview(ctx, req); err != nil {
		return e, err
	}
	if e.record.Decision == request.Denied {
		evaluation, err := s.Evaluate(ctx, req)
		if err != nil {
			return e, err
		}
		e.fix = evaluation.Fix
	}
	return e, nil
}

// evaluateOne builds the profile's service and evaluates one request in it.
// Close the session.
func (a *app) evaluateOne(ctx context.Context, profile, file string) (*session, evaluated, error) {
	s, err := a.session(ctx, profile)
	if err != nil {
		return nil, evaluated{}, err
	}
	e, err := a.evaluate(ctx, s, file)
	if err != nil {
		s.close()
		return nil, e, err
	}
	return s, e, nil
}

// exit returns the exit code of a decision.
func (e evaluated) exit() int {
	if e.record.Decision == request.Accepted {
		return problem.ExitDone
	}
	return problem.ExitDenied
}
