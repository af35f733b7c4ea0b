package command

import (
	"context"
	"errors"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// Result is what a command came to.
type Result struct {
	// JSON is the one document for standard output.
	JSON []byte
	// Notes are the lines for a person.
	Notes []string
	// Exit is one of problem's exit codes.
	Exit int
}

// encoded returns the Result of a value.
func encoded(v any, exit int, notes ...string) (Result, error) {
	data, err := document.Encode(v)
	return Result{JSON: data, Notes: notes, Exit: exit}, err
}

// Refusal returns the Result of an error.
func Refusal(err error) Result {
	p := refused(err)
	data, encodeErr := document.Encode(p)
	if encodeErr != nil { // a problem is text alone; should it ever fail, say at least that
		data = []byte("{\"code\": \"internal_error\"}\n")
	}
	return Result{JSON: data, Notes: append(problemLines(p), causeLines(p)...), Exit: p.Code.Exit()}
}

// refused returns the problem that an error stands for.
func refused(err error) *problem.Problem {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return problem.New(problem.InternalError, "The command was interrupted before it was done.")
	}
	return problem.From(err)
}

// causeLines tells an operator why the platform failed: the CLI has no log.
func causeLines(p *problem.Problem) []string {
	if p.Cause == nil || p.Code.Exit() != problem.ExitFailure {
		return nil
	}
	return []string{"cause: " + p.Cause.Error()}
}
