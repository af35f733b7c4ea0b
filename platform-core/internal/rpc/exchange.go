package rpc

import (
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
)

// exchange is the state of one conversion. It either sends, which writes a message, or receives, which
// reads one. The functions below convert one field in the direction of the exchange.
type exchange struct {
	// sending is the direction. out has the bytes of the message so far.
	sending bool
	out     []byte

	// data is the received message. text has the same bytes, so that received texts are parts of it.
	data []byte
	text string
	// fields is a stack of the fields of the current message and of the messages around it. The fields
	// from at to end belong to the current message, and are not read yet.
	fields  []field
	at, end int
	// entries and total count the messages and the fields so far.
	entries, total int

	// fault reports the first field of the message with a wrong value. err reports why the message cannot
	// be read.
	fault *FieldError
	err   error
}

// field is the position of a field in the data. It has the content of a text or message, or the encoding
// of a number.
type field struct {
	number   protowire.Number
	kind     protowire.Type
	from, to uint32
}

// read pushes the fields of the message in a part of the data, sorted by number. Fields with the same
// number stay in their order. It sets err if the part is malformed, or if there are too many fields.
func (x *exchange) read(from, to int) {
	base := len(x.fields)
	x.entries++
	if to-from > largeMessage {
		x.reserve(x.data[from:to])
	}
	sorted := true
	for at := from; at < to && x.err == nil; {
		number, kind, size := protowire.ConsumeTag(x.data[at:to])
		if size < 0 {
			x.err = ErrMalformed
			return
		}
		at += size
		start, end, ok := valueOf(number, kind, x.data[at:to])
		if !ok {
			x.err = ErrMalformed
			return
		}
		sorted = sorted && (len(x.fields) == base || x.fields[len(x.fields)-1].number <= number)
		// #nosec G115 -- a message has less than 4 GiB
		x.fields = append(x.fields, field{number, kind, uint32(at + start), uint32(at + end)})
		at += end
		x.total++
		if x.total > maxFields || x.entries > maxMessages {
			x.err = ErrTooMany
		}
	}
	if !sorted {
		slices.SortStableFunc(x.fields[base:], func(a, b field) int { return cmp.Compare(a.number, b.number) })
	}
	x.at, x.end = base, len(x.fields)
}

// largeMessage is the size in bytes of a message whose fields are counted before they are stored. A smaller message
// cannot have many fields.
const largeMessage = 16 << 10

// reserve grows the stack once for all fields of a message. It sets err without growing the stack if the message is
// malformed or has too many fields: growing in steps took 172 MiB for a hostile answer (TestLargeAnswersAreBounded
// allows 128).
func (x *exchange) reserve(message []byte) {
	count := 0
	for at := 0; at < len(message); count++ {
		_, _, size := protowire.ConsumeField(message[at:])
		switch {
		case size < 0:
			x.err = ErrMalformed
			return
		case x.total+count >= maxFields:
			x.err = ErrTooMany
			return
		}
		at += size
	}
	x.fields = slices.Grow(x.fields, count)
}

// valueOf returns the position of the value at the beginning of data. It is not ok if the value is
// malformed or incomplete.
func valueOf(number protowire.Number, kind protowire.Type, data []byte) (from, to int, ok bool) {
	if kind == protowire.BytesType {
		content, size := protowire.ConsumeBytes(data)
		return size - len(content), size, size >= 0
	}
	size := protowire.ConsumeFieldValue(number, kind, data)
	return 0, size, size >= 0
}

// skip moves at to the first field with the number, or to the position that it would have.
func (x *exchange) skip(number protowire.Number) {
	for x.at < x.end && x.fields[x.at].number < number {
		x.at++
	}
}

// last returns the last field with the number and the kind. It is not ok if there is none.
func (x *exchange) last(number protowire.Number, kind protowire.Type) (last field, ok bool) {
	x.skip(number)
	for ; x.at < x.end && x.fields[x.at].number == number; x.at++ {
		if x.fields[x.at].kind == kind {
			last, ok = x.fields[x.at], true
		}
	}
	return last, ok
}

// list returns the fields of a list. They are valid until the conversion of the message ends.
func (x *exchange) list(number protowire.Number) []field {
	x.skip(number)
	from, to := x.at, x.at
	for ; x.at < x.end && x.fields[x.at].number == number; x.at++ {
		if x.fields[x.at].kind == protowire.BytesType { // ignores other kinds, like protobuf
			x.fields[to] = x.fields[x.at]
			to++
		}
	}
	return x.fields[from:to]
}

// string returns the text of a field. It sets err if the text is not UTF-8.
func (x *exchange) string(f field) string {
	text := x.text[f.from:f.to]
	if !utf8.ValidString(text) {
		x.err = ErrMalformed
	}
	return text
}

func (x *exchange) appendText(number protowire.Number, text string) {
	x.out = protowire.AppendString(protowire.AppendTag(x.out, number, protowire.BytesType), text)
}

// text converts texts of one type, in fields with consecutive numbers. It does not send empty texts.
func text[D ~string](x *exchange, number protowire.Number, fields ...*D) {
	for _, d := range fields {
		if f, ok := x.last(number, protowire.BytesType); ok {
			*d = D(x.string(f))
		}
		if x.sending && *d != "" {
			x.appendText(number, string(*d))
		}
		number++
	}
}

// texts converts a list of texts.
func texts[D ~string](x *exchange, number protowire.Number, d *[]D) {
	if x.sending {
		for _, item := range *d {
			x.appendText(number, string(item))
		}
		return
	}
	list := x.list(number)
	*d = make([]D, len(list))
	for i, f := range list {
		(*d)[i] = D(x.string(f))
	}
}

// content converts bytes. It does not send empty bytes.
func content(x *exchange, number protowire.Number, d *[]byte) {
	if f, ok := x.last(number, protowire.BytesType); ok {
		*d = slices.Clone(x.data[f.from:f.to])
	}
	if x.sending && len(*d) > 0 {
		x.out = protowire.AppendBytes(protowire.AppendTag(x.out, number, protowire.BytesType), *d)
	}
}

// integer converts a number. It does not send 0.
func integer(x *exchange, number protowire.Number, d *int64) {
	if x.sending && *d != 0 {
		x.appendNumber(number, *d)
	}
	if f, ok := x.last(number, protowire.VarintType); ok {
		*d = x.number(f)
	}
}

// number returns the number of a field.
func (x *exchange) number(f field) int64 {
	n, _ := protowire.ConsumeVarint(x.data[f.from:f.to])
	return int64(n) // #nosec G115 -- protobuf encodes an int64 in this way
}

func (x *exchange) appendNumber(number protowire.Number, n int64) {
	x.out = protowire.AppendTag(x.out, number, protowire.VarintType)
	x.out = protowire.AppendVarint(x.out, uint64(n)) // #nosec G115 -- protobuf encodes an int64 in this way
}

// flag converts a flag. It does not send false.
func flag(x *exchange, number protowire.Number, d *bool) {
	if x.sending {
		if *d { // several goroutines may send the same value, so this does not write to it
			x.appendNumber(number, 1)
		}
		return
	}
	var n int64
	integer(x, number, &n)
	*d = n != 0
}

// part converts a message.
func part[D any](x *exchange, number protowire.Number, d *D, c Conversion[D]) {
	if x.sending {
		send(x, number, d, c)
		return
	}
	f, _ := x.last(number, protowire.BytesType) // an absent message is an empty message
	receive(x, f, d, c)
}

// each converts a list of messages. name is the name of the list in a [FieldError]. It sets err if there
// are too many messages.
func each[D any](x *exchange, name string, number protowire.Number, d *[]D, entry Conversion[D]) {
	if x.fault != nil || x.err != nil {
		return
	}
	if x.sending {
		for i := range *d {
			send(x, number, &(*d)[i], entry)
		}
		return
	}
	list := x.list(number)
	if x.entries+len(list) > maxMessages {
		x.err = ErrTooMany
		return
	}
	*d = make([]D, len(list))
	for i, f := range list { // list stays valid if x.fields grows
		if receive(x, f, &(*d)[i], entry); x.fault != nil {
			x.fault.Field = fmt.Sprintf("%s[%d].%s", name, i, x.fault.Field)
		}
		if x.fault != nil || x.err != nil {
			return
		}
	}
}

// send appends a message, and then moves it to insert its length before it.
func send[D any](x *exchange, number protowire.Number, d *D, c Conversion[D]) {
	x.out = protowire.AppendTag(x.out, number, protowire.BytesType)
	from := len(x.out)
	c(x, d)
	length := len(x.out) - from
	x.out = protowire.AppendVarint(x.out, uint64(length)) // #nosec G115 -- a length is not negative
	var size [10]byte
	n := copy(size[:], x.out[from+length:])
	copy(x.out[from+n:], x.out[from:from+length])
	copy(x.out[from:], size[:n])
}

// receive reads the message in a field, and then returns to the message around it.
func receive[D any](x *exchange, f field, d *D, c Conversion[D]) {
	before, at, end := len(x.fields), x.at, x.end
	if x.read(int(f.from), int(f.to)); x.err == nil {
		c(x, d)
	}
	x.fields, x.at, x.end = x.fields[:before], at, end
}
