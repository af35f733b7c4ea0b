package document

// kind is the type of a value as it was written.
type kind int

const (
	kindNull kind = iota
	kindBool
	kindNumber
	kindString
	kindArray
	kindObject
)

// article names each kind in a message.
var article = map[kind]string{
	kindNull:   "nothing",
	kindBool:   "true or false",
	kindNumber: "a number",
	kindString: "text",
	kindArray:  "a list",
	kindObject: "an object",
}

// value is one value of a document. A scalar keeps its text, so that no number is rounded.
type value struct {
	kind    kind
	text    string
	members []member
	items   []value
	location
}

// location is a place in a text: a line and the character in it, both from 1. The column is 0 if only the line is
// known.
type location struct{ line, column int }

// member is one field of an object.
type member struct {
	name string
	location
	value value
}

// valueAt returns the place of the value, or of the name if the value is empty or begins on a later line.
func (m member) valueAt() location {
	if m.value.kind == kindNull || m.value.line != m.line {
		return m.location
	}
	return m.value.location
}

// child returns the path of a member below path.
func child(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
