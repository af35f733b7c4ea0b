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

// article names each kind as a person would read it in a message.
var article = map[kind]string{
	kindNull:   "nothing",
	kindBool:   "true or false",
	kindNumber: "a number",
	kindString: "text",
	kindArray:  "a list",
	kindObject: "an object",
}

// value is one value of a document. Scalars keep their literal text, so that
// no number is rounded on the way.
type value struct {
	kind    kind
	text    string
	members []member
	items   []value
	location
}

// location is where something begins in a text: its line, from 1, and the character in it,
// from 1; 0 where only the line is known.
type location struct{ line, column int }

// member is one field of an object.
type member struct {
	name string
	location
	value value
}

// valueAt is where the value of a member is written; its name, where it is empty or begins
// on a line below.
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
