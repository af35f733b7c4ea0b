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
	// JSON is the document for standard output. It is nil if Text replaces it, or if the command
	// printed help.
	JSON []byte
	// Text has the lines for standard output if the user asked for text.
	Text []string
	// Notes are the lines for standard error.
	Notes []string
	// Exit is the exit code, such as [problem.ExitDone].
	Exit int
	// Color decides whether lines have colors: [terminal.Auto], [terminal.Always] or [terminal.Never].
	Color string
}

// ExitCode returns the exit code of a check: [problem.ExitDone] or [problem.ExitDenied].
func ExitCode(ok bool) int {
	if ok {
		return problem.ExitDone
	}
	return problem.ExitDenied
}

// Encoded returns a [Result] with v as its JSON document. It fails if v cannot be encoded.
func Encoded(v any, exit int, notes ...string) (*Result, error) {
	data, err := document.Encode(v)
	return &Result{JSON: data, Notes: notes, Exit: exit}, err
}

// Refusal returns the [Result] of an error: its problem document, its lines and its exit code.
func Refusal(err error) *Result {
	p := AsProblem(err)
	data, encodeErr := document.Encode(p)
	if encodeErr != nil { // the encoding of a problem cannot fail, so this is a fallback
		data = []byte("{\"code\": \"internal_error\"}\n")
	}
	return &Result{JSON: data, Notes: append(ProblemLines(p), causeLines(p)...), Exit: p.Code.Exit()}
}

// RefusalText returns the [Refusal] of an error as text.
func RefusalText(err error) *Result {
	r := Refusal(err)
	return &Result{Text: r.Notes, Exit: r.Exit}
}

// AsProblem returns the [problem.Problem] of an error. A canceled context becomes
// [problem.Interrupted].
func AsProblem(err error) *problem.Problem {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return problem.New(problem.Interrupted, "The command was interrupted before it finished.")
	}
	return problem.From(err)
}

// causeLines returns the cause of a failure of the platform. The command has no log for it.
func causeLines(p *problem.Problem) []string {
	if p.Cause == nil || p.Code.Exit() != problem.ExitFailure {
		return nil
	}
	return terminal.Wrap("cause: " + p.Cause.Error())
}
