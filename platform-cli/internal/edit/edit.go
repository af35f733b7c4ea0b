// Package edit changes fields of a request document. [Replacements] returns the edits, and
// [Apply] makes them. An edit keeps the syntax and the quotes of the file and every
// other byte, including comments.
//
// It edits JSON, and plain and quoted YAML scalars in blocks and in braces. It refuses other forms
// of YAML: anchors, tags, block scalars, plain scalars of several lines, and keys with a question
// mark. The other fields of such a file can be changed. [Regions] finds where fields are written.
package edit

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

// Replacement is a part of a document, by offsets, and its new text.
type Replacement struct {
	Start, End int
	Text       string
}

var errUnusual = errors.New("the document has a form that is not edited")

// Replacements returns the edits, in the order of the document, that turn it into the wanted
// request. It fails if a change needs a form of YAML that the package does not edit.
func Replacements(src document.Source, changes []request.Change, wanted request.Request) ([]Replacement, error) {
	t := read(src)
	if t == nil {
		return nil, errUnusual
	}
	e := editor{text: t}
	e.edit(changes)
	slices.SortStableFunc(e.list,
		func(a, b Replacement) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	end := 0
	for _, r := range e.list {
		e.unusual = e.unusual || r.Start < end || r.End < r.Start
		end = r.End
	}
	if e.unusual {
		return nil, errUnusual
	}
	edited := src
	edited.Data = Apply(src.Data, e.list)
	if after, err := request.Parse(edited); err != nil || after != wanted {
		return nil, errUnusual
	}
	return e.list, nil
}

// Apply returns data with the replacements.
func Apply(data []byte, list []Replacement) []byte {
	var out []byte
	at := 0
	for _, r := range list {
		out = append(append(out, data[at:r.Start]...), r.Text...)
		at = r.End
	}
	return append(out, data[at:]...)
}

// editor collects the replacements.
type editor struct {
	*text
	removed []string
	list    []Replacement
	unusual bool // a change needs a form that the package does not edit
}

func (e *editor) put(start, end int, text string) {
	e.list = append(e.list, Replacement{start, end, text})
}

// between returns the text between two offsets.
func (e *editor) between(start, end int) string { return string(e.Data[start:max(start, end)]) }

func (e *editor) edit(changes []request.Change) {
	order := func(c request.Change) int {
		return slices.IndexFunc(request.Fields(), func(f request.Field) bool { return f.Name == c.Field })
	}
	changes = slices.SortedFunc(slices.Values(changes),
		func(a, b request.Change) int { return cmp.Compare(order(a), order(b)) })
	var controls []request.Change // controls to add to a document without any
	for _, c := range changes {
		switch in, i := e.find(c.Field); {
		case i < 0 && c.To.IsZero():
		case i < 0 && (in == nil || len(in.Content) == 0):
			controls = append(controls, c)
		case i < 0 && isBlock(in):
			e.addLines(in, nameOf(c.Field), nameOf(c.Field)+": "+e.scalar(c.To, ""))
		case i < 0:
			e.addInBraces(in, nameOf(c.Field), request.Literal(document.JSON, c.To))
		case c.To.IsZero():
			e.removed = append(e.removed, c.Field)
			e.remove(in, i)
		default:
			at := e.usual(in, i)
			e.replace(at, e.scalar(c.To, e.between(at.value.start, at.value.end)))
		}
	}
	if len(controls) > 0 {
		e.addControls(controls)
	}
}

func isBlock(n *yaml.Node) bool { return n.Style&yaml.FlowStyle == 0 }

// nameOf returns the name of a field in its object.
func nameOf(field string) string { return strings.TrimPrefix(field, request.ControlsField+".") }

// usual returns the position of a member. It marks the editor as unusual if the member has a form
// that the package does not edit.
func (e *editor) usual(in *yaml.Node, i int) position {
	p := e.position(in, i)
	e.unusual = e.unusual || p.unusual
	return p
}

// replace replaces the value of a member.
func (e *editor) replace(at position, text string) {
	if at.value.start == at.value.end {
		text = " " + text
	}
	e.put(at.value.start, at.value.end, text)
}

// scalar returns v as text, with the quotes of the value that is written.
func (e *editor) scalar(v request.Value, written string) string {
	switch {
	case e.Format == document.JSON || v.Kind != request.TextValue || strings.HasPrefix(written, `"`):
		return request.Literal(document.JSON, v)
	case strings.HasPrefix(written, "'"):
		return "'" + strings.ReplaceAll(v.Text, "'", "''") + "'"
	case isDate(written) && isDate(v.Text):
		return v.Text // keep the quotes: the parser reads a text
	case strings.ContainsAny(v.Text, ",[]{}"):
		return request.Literal(document.JSON, v) // a form that is valid in braces too
	default:
		return request.Literal(document.YAML, v)
	}
}

func isDate(text string) bool {
	n := yaml.Node{Kind: yaml.ScalarNode, Value: text}
	return n.ShortTag() == "!!timestamp"
}

// remove removes a member, with its lines or its comma.
func (e *editor) remove(in *yaml.Node, i int) {
	at := e.usual(in, i)
	start, end := at.key.start, at.value.end
	switch {
	case isBlock(in):
		start, end = offset(e.Data, in.Content[i].Line, 1), lineEnd(e.Data, end)
		if end < len(e.Data) {
			end += len(e.lineBreak())
		} else {
			start = max(start-len(e.lineBreak()), 0)
		}
	case i+2 < len(in.Content):
		end = e.position(in, i+2).key.start
	case i > 0:
		start = e.usual(in, i-2).value.end
	}
	if !isBlock(in) && strings.Contains(e.between(start, at.key.start)+e.between(at.value.end, end), "#") {
		e.unusual = true // the edit would remove a comment
	}
	e.put(start, end, "")
}

// lineBreak returns the line break of the document.
func (e *editor) lineBreak() string {
	if line, _, ok := bytes.Cut(e.Data, []byte("\n")); ok && bytes.HasSuffix(line, []byte("\r")) {
		return "\r\n"
	}
	return "\n"
}

// before returns the index of the member after which a new member is written, in the order of the
// fields. It returns -1 if the new member comes first.
func (e *editor) before(in *yaml.Node, name string) int {
	found := -1
	for _, f := range request.Fields() {
		if nameOf(f.Name) == name || in == e.root && f.IsControl() {
			break
		}
		if i := index(in, nameOf(f.Name)); i >= 0 && !slices.Contains(e.removed, f.Name) {
			found = i
		}
	}
	return found
}

// addLines adds a member to a block, on new lines.
func (e *editor) addLines(in *yaml.Node, name string, lines ...string) {
	next := e.lineBreak() + strings.Repeat(" ", in.Content[0].Column-1)
	text := strings.Join(lines, next)
	if i := e.before(in, name); i >= 0 {
		at := e.position(in, i).lastEnd
		e.put(at, at, next+text)
		return
	}
	first := e.position(in, 0).key.start
	e.put(first, first, text+next)
}

// addInBraces adds a member between braces in the style of its neighbours.
func (e *editor) addInBraces(in *yaml.Node, name, value string) {
	i := e.before(in, name)
	if i < 0 {
		first := e.position(in, 0).key.start
		e.put(first, first, e.inBraces(e.root, 0, name, ": ", value)+", ")
		return
	}
	at := e.usual(in, i)
	head := e.between(0, e.position(in, min(i+2, len(in.Content)-2)).key.start)
	gap := head[strings.LastIndexAny(head, ",{")+1:]
	if strings.TrimSpace(gap) != "" || len(in.Content) == 2 && gap == "" {
		gap = " "
	}
	colon := e.between(at.key.end, at.value.start)
	if at.value.start == at.value.end || strings.Trim(colon, " \t") != ":" || e.Format == document.YAML && colon == ":" {
		colon = ": "
	}
	e.put(at.value.end, at.value.end, ","+gap+e.inBraces(in, i, name, colon, value))
}

// inBraces returns the text of a member between braces. Its name has double quotes if the
// neighbour's name has them.
func (e *editor) inBraces(in *yaml.Node, neighbour int, name, colon, value string) string {
	if in.Content[neighbour].Style == yaml.DoubleQuotedStyle {
		name = `"` + name + `"`
	}
	return name + colon + value
}

// addControls adds controls to a document that has none.
func (e *editor) addControls(list []request.Change) {
	i := index(e.root, request.ControlsField)
	empty := i >= 0 && e.root.Content[i+1].Kind == yaml.MappingNode
	neighbour := i
	switch {
	case empty:
		neighbour = 0
	case i < 0:
		neighbour = e.before(e.root, request.ControlsField)
	}
	lines, members := []string{request.ControlsField + ":"}, []string{}
	for _, c := range list {
		lines = append(lines, "  "+nameOf(c.Field)+": "+request.Literal(document.YAML, c.To))
		members = append(members, e.inBraces(e.root, neighbour, nameOf(c.Field), ": ", request.Literal(document.JSON, c.To)))
	}
	braces := "{" + strings.Join(members, ", ") + "}"
	switch {
	case i < 0 && isBlock(e.root):
		e.addLines(e.root, request.ControlsField, lines...)
	case i < 0:
		e.addInBraces(e.root, request.ControlsField, braces)
	case empty:
		at := e.usual(e.root, i).value.start
		e.put(at, at+1, strings.TrimSuffix(braces, "}"))
	default: // the value is null
		e.replace(e.usual(e.root, i), braces)
	}
}
