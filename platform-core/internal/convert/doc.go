// Package convert turns the domain types of an adapter's contract into the
// messages of providerv1 and back, every field both ways.
//
// Lists and maps that come out of a message are never nil: what an adapter
// left out encodes as [] or {}, not as null, in every record and answer. This
// is the one place that sees to it.
//
// A message that has no meaning in the domain (a value of unknown kind, text
// that is no network range, an unusual list of pairs) is an *Error, which names the
// field.
package convert
