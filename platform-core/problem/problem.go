// Package problem has the errors that users see. Every refusal is a [Problem]: a [Code], a sentence, and a [Fault] for
// each wrong field.
//
// [New] returns a problem, [Invalid] one for a list of faults, and [From] the problem in the chain of any error. One
// table has the HTTP status and the exit code of each code, so that API and command agree. A sentence of the core
// names no route, page, header or flag. Views that have such an advice add it.
package problem

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
)

// MediaType is the media type of an encoded Problem (RFC 9457, section 3).
const MediaType = "application/problem+json"

// Problem is a refusal. It is an error, and the one body that is sent for it.
type Problem struct {
	Code   Code
	Detail string
	// Faults are the single faults, in the order of the input.
	Faults []Fault
	// RetryAfter is the number of seconds after which the same call may work; 0 if waiting does not help.
	RetryAfter int
	// Cause is the underlying error, for logs only: it is never encoded.
	Cause error
}

// New returns a Problem with the formatted detail.
func New(code Code, format string, args ...any) *Problem {
	return &Problem{Code: code, Detail: fmt.Sprintf(format, args...)}
}

// Invalid returns a [Problem] with the first hundred faults, or nil if there are none.
func Invalid(code Code, subject string, faults []Fault) *Problem {
	if len(faults) == 0 {
		return nil
	}
	detail := fmt.Sprintf("The %s has 1 problem.", subject)
	if len(faults) > 1 {
		detail = fmt.Sprintf("The %s has %d problems.", subject, len(faults))
	}
	if len(faults) > maxFaults {
		detail += fmt.Sprintf(" The first %d are listed.", maxFaults)
		faults = faults[:maxFaults]
	}
	return &Problem{Code: code, Detail: detail, Faults: faults}
}

// maxFaults bounds the faults of one answer: a small input must not result in a large answer.
const maxFaults = 100

// Because returns a copy of p with the cause, which only logs show.
func (p *Problem) Because(cause error) *Problem {
	with := *p
	with.Cause = cause
	return &with
}

// Fault returns the code of the one fault that p has; empty for none or many.
func (p *Problem) Fault() FaultCode {
	if len(p.Faults) != 1 {
		return ""
	}
	return p.Faults[0].Code
}

// Attributes returns the log attributes of p: code, fault, detail and cause.
func (p *Problem) Attributes() []slog.Attr {
	attributes := []slog.Attr{slog.String("code", string(p.Code))}
	if fault := p.Fault(); fault != "" {
		attributes = append(attributes, slog.String("fault", string(fault)))
	}
	attributes = append(attributes, slog.String("detail", p.Detail))
	if p.Cause != nil {
		attributes = append(attributes, slog.Any("cause", p.Cause))
	}
	return attributes
}

// Error returns the code, the detail and every fault on one line.
func (p *Problem) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", p.Code, p.Detail)
	for _, f := range p.Faults {
		fmt.Fprintf(&b, " [%s: %s]", f.Field, f.Message)
	}
	return b.String()
}

// Unwrap returns the cause, for [errors.Is] and [errors.As].
func (p *Problem) Unwrap() error { return p.Cause }

// From returns the [Problem] in the chain of err, or nil for nil. Any other error becomes an [InternalError] that shows
// no detail of it.
func From(err error) *Problem {
	if err == nil {
		return nil
	}
	var p *Problem
	if errors.As(err, &p) {
		return p
	}
	return New(InternalError, "The platform failed. Its log has the reason.").Because(err)
}
