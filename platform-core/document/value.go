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
	line    int
	// column is where a text begins in its line, from 1: in JSON a byte, in YAML a
	// character.
	column int
}

// member is one field of an object.
type member struct {
	name  string
	line  int
	value value
}

// child returns the path of a member below path.
func child(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
