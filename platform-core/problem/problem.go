// Package problem is the platform's one error vocabulary. Every refusal that
// any view shows is a *Problem: a code from one table, a sentence, and the
// faults of the single fields. The table gives each code its HTTP status and
// its exit code, so that the API and the CLI cannot disagree. A sentence of the
// core names no route, page, header or flag: a view that has such a way out puts
// it into its own words.
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
	// RetryAfter is the number of seconds after which the same call may work;
	// 0 where waiting does not help.
	RetryAfter int
	// Cause is the underlying error, for logs only: it is never encoded.
	Cause error
}

// New returns a Problem with the formatted detail.
func New(code Code, format string, args ...any) *Problem {
	return &Problem{Code: code, Detail: fmt.Sprintf(format, args...)}
}

// Invalid returns a Problem that lists faults, the first hundred of them, or nil
// when there are none.
func Invalid(code Code, subject string, faults []Fault) *Problem {
	if len(faults) == 0 {
		return nil
	}
	things := "1 thing"
	if len(faults) > 1 {
		things = fmt.Sprintf("%d things", len(faults))
	}
	detail := fmt.Sprintf("The %s has %s to correct.", subject, things)
	if len(faults) > maxFaults {
		detail += fmt.Sprintf(" The first %d are listed.", maxFaults)
		faults = faults[:maxFaults]
	}
	return &Problem{Code: code, Detail: detail, Faults: faults}
}

// maxFaults bounds the faults of one answer. Nobody corrects more by hand, and
// a small input must not be able to ask for a large answer.
const maxFaults = 100

// Because returns a copy of p that carries cause for the logs.
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

// Attributes are what a log says of p, under the keys that every log uses: what
// it is, what is wrong, and why.
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

// Unwrap returns the cause, so that errors.Is and errors.As see it.
func (p *Problem) Unwrap() error { return p.Cause }

// From returns the Problem in err's chain. Any other error becomes an
// internal_error whose detail gives nothing away; nil stays nil.
func From(err error) *Problem {
	if err == nil {
		return nil
	}
	var p *Problem
	if errors.As(err, &p) {
		return p
	}
	return New(InternalError, "The platform failed; its log says why.").Because(err)
}
