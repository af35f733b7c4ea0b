// Package convert turns the domain types of an adapter's contract into the
// messages of provider.proto and back, byte by byte: each field is named once, for
// both ways, with its number. The code that protobuf generates would make every
// message twice, and its tests hold this package to it.
//
// Lists and maps that come out of a message are never nil: what an adapter
// left out encodes as [] or {}, not as null, in every record and answer. This
// is the one place that sees to it.
//
// A message that has no meaning in the domain (a value of unknown kind, text
// that is no network range, an unusual list of pairs) is an *Error, which names the
// field.
package convert

import (
	"errors"
	"fmt"
	"sync"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// Conversion carries the fields of a domain value into a message, or back, in the
// order of their numbers. It takes no field from where it carries to.
type Conversion[Domain any] func(x *exchange, d *Domain)

// The conversions of what host and adapter send each other.
var (
	Host        = Conversion[[]string](hostFields) // its capabilities
	Description = Conversion[adapter.Description](descriptionFields)
	Profile     = Conversion[profile.Profile](profileFields)
	Checks      = Conversion[[]profile.Check](checksFields)
	Input       = Conversion[adapter.Input](inputFields)
	Evaluation  = Conversion[adapter.Evaluation](evaluationFields)
	Generation  = Conversion[adapter.Generation](generationFields)
)

// Question is what a host asks an adapter, with the capabilities of the host.
type Question[Domain any] struct {
	Of   Domain
	Host []string
}

// In returns the conversion of a message with the value in its first field.
func (c Conversion[Domain]) In() Conversion[Domain] {
	return func(x *exchange, d *Domain) { part(x, 1, d, c) }
}

// Asked returns the conversion of a question about the value.
func Asked[Domain any](c Conversion[Domain]) Conversion[Question[Domain]] {
	return func(x *exchange, q *Question[Domain]) {
		part(x, 1, &q.Of, c)
		part(x, 2, &q.Host, Host)
	}
}

func hostFields(x *exchange, capabilities *[]string) { texts(x, 1, capabilities) }

// exchanges are those that nobody reads with now, with the memory that they grew.
var exchanges = sync.Pool{New: func() any { return &exchange{} }}

// usualFields is more than the answers of ordinary requests have in one message and
// those around it.
const usualFields = 1 << 10

func (x *exchange) free() {
	if cap(x.fields) <= usualFields {
		*x = exchange{fields: x.fields}
		exchanges.Put(x)
	}
}

// Encode returns d as a message.
func (c Conversion[Domain]) Encode(d Domain) []byte { return c.Append(nil, d) }

// Append appends d as a message to b.
func (c Conversion[Domain]) Append(b []byte, d Domain) []byte {
	x := &exchange{sending: true, out: b}
	c(x, &d)
	return x.out
}

// Decode returns the value that a message carries, of which it keeps nothing. The
// error is an *Error, ErrMalformed or ErrTooMany.
func (c Conversion[Domain]) Decode(message []byte) (Domain, error) {
	var d, none Domain
	x := exchanges.Get().(*exchange)
	defer x.free()
	*x = exchange{data: message, text: string(message), fields: x.fields[:0]}
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

// The errors of what is no message, and of one that holds too much: two bytes of it
// can be an empty message, which takes a hundred times as much once it is decoded.
var (
	ErrMalformed = errors.New("no message of the contract")
	ErrTooMany   = errors.New("the message has more entries than any may have")
)

const (
	// maxMessages is more than the contract allows entries in all lists together.
	maxMessages = 10_000
	// maxFields is a hundred for each of the resources that the contract allows.
	maxFields = 200_000
)

// Error names a field of a message that has no meaning in the domain.
type Error struct {
	// Field is the dotted path of the field, as in the domain's JSON.
	Field string
	// Reason says what is wrong, after "the field".
	Reason string
}

// Error returns the field and the reason.
func (e *Error) Error() string { return e.Field + " " + e.Reason }

func (x *exchange) wrong(field, format string, args ...any) {
	if x.fault == nil {
		x.fault = &Error{Field: field, Reason: fmt.Sprintf(format, args...)}
	}
}
