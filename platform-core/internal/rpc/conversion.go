package rpc

import (
	"errors"
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// Conversion copies the fields of a domain value into a message, or back, in the order of
// their numbers. It writes only to the destination.
type Conversion[Domain any] func(x *exchange, d *Domain)

// The conversions of what host and adapter send each other. Host is the host's capabilities.
var (
	Host        = Conversion[[]string](hostFields)
	Description = Conversion[adapter.Description](descriptionFields)
	Profile     = Conversion[profile.Profile](profileFields)
	Checks      = Conversion[[]profile.Check](checksFields)
	Input       = Conversion[adapter.Input](inputFields)
	Evaluation  = Conversion[adapter.Evaluation](evaluationFields)
	Generation  = Conversion[adapter.Generation](generationFields)
)

// In returns the conversion of a message that has the value in its first field.
func (c Conversion[Domain]) In() Conversion[Domain] {
	return func(x *exchange, d *Domain) { part(x, 1, d, c) }
}

// withHost returns the conversion of a question with the capabilities of the host. An adapter
// ignores them: no answer depends on the host.
func withHost[Domain any](c Conversion[Domain]) Conversion[Domain] {
	return func(x *exchange, d *Domain) {
		part(x, 1, d, c)
		capabilities := adapter.Capabilities()
		part(x, 2, &capabilities, Host)
	}
}

func hostFields(x *exchange, capabilities *[]string) { texts(x, 1, capabilities) }

// Encode returns the message that carries d.
func (c Conversion[Domain]) Encode(d Domain) []byte { return c.Append(nil, d) }

// Append appends the message that carries d to b.
func (c Conversion[Domain]) Append(b []byte, d Domain) []byte {
	x := &exchange{sending: true, out: b}
	c(x, &d)
	return x.out
}

// Decode returns the value that a message carries. It keeps no reference to the message. The
// error is a [FieldError], [ErrMalformed] or [ErrTooMany].
func (c Conversion[Domain]) Decode(message []byte) (Domain, error) {
	var d, none Domain
	x := &exchange{data: message, text: string(message)}
	x.read(0, len(message))
	if x.err == nil {
		c(x, &d)
	}
	if x.err != nil {
		return none, x.err
	}
	if x.fault != nil {
		return none, x.fault
	}
	return d, nil
}

// The errors of bytes that are no message, and of a message with too many entries. Two bytes
// can be an empty message, which takes a hundred times the memory once it is decoded.
var (
	ErrMalformed = errors.New("no message of the contract")
	ErrTooMany   = errors.New("the message has more entries than any may have")
)

const (
	// maxMessages is more than the entries that the contract allows in all lists together.
	maxMessages = 10_000
	// maxFields allows 100 fields for each resource that the contract allows.
	maxFields = 200_000
)

// FieldError names a field of a message that has no meaning in the domain.
type FieldError struct {
	// Field is the dotted path of the field, as in the domain's JSON.
	Field string
	// Reason completes a sentence that starts with "the field".
	Reason string
}

// Error returns the field and the reason.
func (e *FieldError) Error() string { return e.Field + " " + e.Reason }

func (x *exchange) wrong(field, format string, args ...any) {
	if x.fault == nil {
		x.fault = &FieldError{Field: field, Reason: fmt.Sprintf(format, args...)}
	}
}
