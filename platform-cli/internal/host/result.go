package host

import (
	"context"
	"errors"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/terminal"
)

// Result is the result of a command.
type Result struct {
	// JSON is the one document for standard output; nil for text that was printed,
	// such as help, and where Text is in its place.
	JSON []byte
	// Text are the lines for standard output where text was asked for.
	Text []string
	// Notes are the lines for a person.
	Notes []string
	// Exit is one of problem's exit codes.
	Exit int
	// Color says whether lines have colours: Auto, Always or Never.
	Color string
}

// Encoded returns the [Result] of a value.
func Encoded(v any, exit int, notes ...string) (*Result, error) {
	data, err := document.Encode(v)
	return &Result{JSON: data, Notes: notes, Exit: exit}, err
}

// Refusal returns the [Result] of an error.
func Refusal(err error) *Result {
	p := AsProblem(err)
	data, encodeErr := document.Encode(p)
	if encodeErr != nil { // a problem is only text; should it ever fail, say at least that
		data = []byte("{\"code\": \"internal_error\"}\n")
	}
	return &Result{JSON: data, Notes: append(ProblemLines(p), causeLines(p)...), Exit: p.Code.Exit()}
}

// RefusalText is [Refusal] as text.
func RefusalText(err error) *Result {
	r := Refusal(err)
	return &Result{Text: r.Notes, Exit: r.Exit}
}

// AsProblem returns the problem of an error: an interruption is one, too.
func AsProblem(err error) *problem.Problem {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return problem.New(problem.Interrupted, "The command was interrupted before it finished.")
	}
	return problem.From(err)
}

// causeLines say to an operator why the platform failed: the CLI has no log.
func causeLines(p *problem.Problem) []string {
	if p.Cause == nil || p.Code.Exit() != problem.ExitFailure {
		return nil
	}
	return terminal.Wrap("cause: " + p.Cause.Error())
}
