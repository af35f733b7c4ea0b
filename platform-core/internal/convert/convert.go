// Package convert turns the domain types of an adapter's contract into the
// messages of providerv1 and back: each field is named once, for both ways.
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
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/profile"
)

// Conversion carries the fields of a domain value into a message, or back. It
// takes no field from where it carries to.
type Conversion[Domain, Message any] func(x *exchange, d *Domain, m *Message)

// The conversions of what host and adapter send each other.
var (
	Description = Conversion[adapter.Description, providerv1.Description](descriptionFields)
	Profile     = Conversion[profile.Profile, providerv1.Profile](profileFields)
	Checks      = Conversion[[]profile.Check, providerv1.CheckInstallationResponse](checksFields)
	Input       = Conversion[adapter.Input, providerv1.Order](inputFields)
	Evaluation  = Conversion[adapter.Evaluation, providerv1.EvaluateResponse](evaluationFields)
	Generation  = Conversion[adapter.Generation, providerv1.GenerateResponse](generationFields)
)

// ToMessage returns d as a message.
func (c Conversion[Domain, Message]) ToMessage(d Domain) *Message {
	m := new(Message)
	c(&exchange{sending: true}, &d, m)
	return m
}

// FromMessage returns the value that m carries, or an *Error; nil carries the
// zero value.
func (c Conversion[Domain, Message]) FromMessage(m *Message) (Domain, error) {
	var d, none Domain
	if m == nil {
		m = new(Message)
	}
	x := &exchange{}
	if c(x, &d, m); x.fault != nil {
		return none, x.fault
	}
	return d, nil
}

// Error names a field of a message that has no meaning in the domain.
type Error struct {
	// Field is the dotted path of the field, as in the domain's JSON.
	Field string
	// Reason says what is wrong, after "the field".
	Reason string
}

// Error returns the field and the reason.
func (e *Error) Error() string { return e.Field + " " + e.Reason }

// exchange is one conversion under way. The functions below carry one field the
// way that it goes.
type exchange struct {
	// sending is the way into a message.
	sending bool
	// fault is the first field of the message that has no meaning.
	fault *Error
}

func (x *exchange) wrong(field, format string, args ...any) {
	if x.fault == nil {
		x.fault = &Error{Field: field, Reason: fmt.Sprintf(format, args...)}
	}
}

// same carries a field that has one type.
func same[T any](x *exchange, d, m *T) {
	if x.sending {
		*m = *d
	} else {
		*d = *m
	}
}

// text carries a text of any kind.
func text[D, M ~string](x *exchange, d *D, m *M) {
	if x.sending {
		*m = M(*d)
	} else {
		*d = D(*m)
	}
}

// texts carries a list of texts.
func texts[D, M ~string](x *exchange, d *[]D, m *[]M) {
	if x.sending {
		*m = copied[M](*d)
	} else {
		*d = copied[D](*m)
	}
}

func copied[To, From ~string](items []From) []To {
	list := make([]To, len(items))
	for i, item := range items {
		list[i] = To(item)
	}
	return list
}

// each carries a list, entry by entry. name is the list's in an *Error.
func each[D, M any](x *exchange, name string, d *[]D, m *[]*M, entry Conversion[D, M]) {
	if x.fault != nil {
		return
	}
	if x.sending {
		*m = make([]*M, len(*d))
	} else {
		*d = make([]D, len(*m))
	}
	for i := range *d {
		if x.sending {
			(*m)[i] = new(M)
		}
		if entry(x, &(*d)[i], (*m)[i]); x.fault != nil {
			x.fault.Field = fmt.Sprintf("%s[%d].%s", name, i, x.fault.Field)
			return
		}
	}
}
