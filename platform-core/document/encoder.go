package document

import (
	"bytes"
	"encoding"
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

const indent = "  "

// Texts is a value that encodes as an object of strings: names and their texts, sorted by name.
type Texts interface {
	Len() int
	At(i int) (name, text string)
}

// encoder appends a document to text. It prepares the encoding of each type once, from the types and tags that
// encoding/json uses. That package encodes the types that are rare in documents.
type encoder struct {
	text []byte
	err  error // the first
}

// usualText is the size of an ordinary record, in bytes.
const usualText = 48 << 10

var encoders = sync.Pool{New: func() any { return &encoder{text: make([]byte, 0, usualText)} }}

// encode appends a value, which has an address, at a depth.
type encode func(e *encoder, v reflect.Value, depth int)

func (e *encoder) any(v any) {
	value := reflect.ValueOf(v)
	if value.Kind() == reflect.Pointer && !value.IsNil() {
		value = value.Elem()
	} else if value.IsValid() { // a copy that has an address, as methods want one
		own := reflect.New(value.Type()).Elem()
		own.Set(value)
		value = own
	}
	if !value.IsValid() {
		e.text = append(e.text, "null"...)
		return
	}
	encodeOf(value.Type())(e, value, 0)
}

func (e *encoder) line(depth int) {
	const few = "\n                "
	if size := 1 + depth*len(indent); size <= len(few) {
		e.text = append(e.text, few[:size]...)
		return
	}
	e.text = append(e.text, '\n')
	for range depth {
		e.text = append(e.text, indent...)
	}
}

// known are the types that are prepared.
var known sync.Map // of reflect.Type to encode

func encodeOf(t reflect.Type) encode {
	if found, ok := known.Load(t); ok {
		return found.(encode)
	}
	// A type that contains itself finds this function, which looks up the type again when it is called.
	known.Store(t, encode(func(e *encoder, v reflect.Value, depth int) { encodeOf(t)(e, v, depth) }))
	made := newEncode(t)
	known.Store(t, made)
	return made
}

var writes = []reflect.Type{reflect.TypeFor[json.Marshaler](), reflect.TypeFor[encoding.TextMarshaler]()}

func newEncode(t reflect.Type) encode {
	if t.Implements(reflect.TypeFor[Texts]()) {
		return listedEncode
	}
	if t.Implements(reflect.TypeFor[json.Marshaler]()) && (t.Kind() == reflect.Struct || t.Kind() == reflect.String) {
		return marshalled
	}
	for _, method := range writes {
		if t.Implements(method) || reflect.PointerTo(t).Implements(method) {
			return libraryEncode
		}
	}
	switch t.Kind() {
	case reflect.String:
		return func(e *encoder, v reflect.Value, _ int) { e.text = AppendText(e.text, v.String()) }
	case reflect.Bool:
		return func(e *encoder, v reflect.Value, _ int) { e.text = strconv.AppendBool(e.text, v.Bool()) }
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(e *encoder, v reflect.Value, _ int) { e.text = strconv.AppendInt(e.text, v.Int(), 10) }
	case reflect.Struct:
		return newStruct(t)
	case reflect.Slice:
		if t.Elem().Kind() != reflect.Uint8 {
			return newSlice(t)
		}
	case reflect.Pointer:
		of := encodeOf(t.Elem())
		return func(e *encoder, v reflect.Value, depth int) {
			if v.IsNil() {
				e.text = append(e.text, "null"...)
				return
			}
			of(e, v.Elem(), depth)
		}
	}
	return libraryEncode
}

func libraryEncode(e *encoder, v reflect.Value, depth int) {
	text, err := byLibrary(v.Addr().Interface(), depth) // a method may want the address
	if err != nil && e.err == nil {
		e.err = err
	}
	e.text = append(e.text, text...)
}

// marshalled appends what MarshalJSON returns. The library indents an object or a list.
func marshalled(e *encoder, v reflect.Value, depth int) {
	text, err := v.Interface().(json.Marshaler).MarshalJSON()
	if err != nil || bytes.ContainsAny(text[:min(len(text), 1)], "{[") {
		libraryEncode(e, v, depth)
		return
	}
	e.text = append(e.text, Escaped(text)...)
}

// encodedField is a field of a struct.
type encodedField struct {
	name   string // encoded, with the colon
	index  int
	omit   func(reflect.Value) bool
	encode encode
}

// newStruct prepares a struct with plain fields. The library encodes a struct with embedded ones, since it knows which
// field wins.
func newStruct(t reflect.Type) encode {
	var members []encodedField
	for i := range t.NumField() {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case field.Anonymous || strings.Contains(options, "string"):
			return libraryEncode
		case !field.IsExported() || name == "-" && options == "":
			continue
		case name == "":
			name = field.Name
		}
		members = append(
			members,
			encodedField{string(AppendText(nil, name)) + ": ", i, omitted(field.Type, options), encodeOf(field.Type)},
		)
	}
	return func(e *encoder, v reflect.Value, depth int) {
		empty := true
		for i := range members {
			m := &members[i]
			value := v.Field(m.index)
			if m.omit != nil && m.omit(value) {
				continue
			}
			e.next('{', &empty, depth)
			e.text = append(e.text, m.name...)
			m.encode(e, value, depth+1)
		}
		e.end("{}", empty, depth)
	}
}

// next begins another entry of a list or object.
func (e *encoder) next(opening byte, first *bool, depth int) {
	if *first {
		e.text = append(e.text, opening)
		*first = false
	} else {
		e.text = append(e.text, ',')
	}
	e.line(depth + 1)
}

// end ends a list or object.
func (e *encoder) end(brackets string, empty bool, depth int) {
	if empty {
		e.text = append(e.text, brackets...)
		return
	}
	e.line(depth)
	e.text = append(e.text, brackets[1])
}

// omitted returns the condition under which a field is left out; nil for never.
func omitted(t reflect.Type, options string) func(reflect.Value) bool {
	switch {
	case strings.Contains(options, "omitzero"):
		if t.Implements(reflect.TypeFor[zeroer]()) && t.Kind() != reflect.Pointer {
			return func(v reflect.Value) bool { return v.Addr().Interface().(zeroer).IsZero() }
		}
		return reflect.Value.IsZero
	case !strings.Contains(options, "omitempty"):
		return nil
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Map, reflect.String, reflect.Array:
		return func(v reflect.Value) bool { return v.Len() == 0 }
	case reflect.Struct:
		return nil
	}
	return reflect.Value.IsZero
}

type zeroer interface{ IsZero() bool }

func newSlice(t reflect.Type) encode {
	of := encodeOf(t.Elem())
	return func(e *encoder, v reflect.Value, depth int) {
		if v.IsNil() {
			e.text = append(e.text, "null"...)
			return
		}
		empty := true
		for i := range v.Len() {
			e.next('[', &empty, depth)
			of(e, v.Index(i), depth+1)
		}
		e.end("[]", empty, depth)
	}
}

// listedEncode appends texts that are sorted already.
func listedEncode(e *encoder, v reflect.Value, depth int) {
	list, empty := v.Addr().Interface().(Texts), true // the address needs no copy
	for i := range list.Len() {
		name, text := list.At(i)
		e.next('{', &empty, depth)
		e.text = append(AppendText(e.text, name), ": "...)
		e.text = AppendText(e.text, text)
	}
	e.end("{}", empty, depth)
}

// AppendText appends text as a JSON string, as [Encode] writes it.
func AppendText(b []byte, text string) []byte {
	b = append(b, '"')
	from := 0
	for at := 0; at < len(text); {
		c := text[at]
		if c >= ' ' && c < 0x7f && c != '"' && c != '\\' {
			at++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[at:])
		b = append(b, text[from:at]...)
		if short := strings.IndexByte("\"\\\b\f\n\r\t", c); short >= 0 {
			b = append(b, '\\', "\"\\bfnrt"[short])
		} else if r == utf8.RuneError && size == 1 {
			b = append(b, `\ufffd`...)
		} else {
			b = appendRune(b, r)
		}
		at += size
		from = at
	}
	return append(append(b, text[from:]...), '"')
}
