package edit

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

// Replacement is a part of a document, by offsets, and what is written in its place.
type Replacement struct {
	Start, End int
	Text       string
}

// Replacements returns how to change fields of a document that has fields as from has
// them, in the order of the document.
func Replacements(src document.Source, changes []request.Change, to request.Request) (list []Replacement, err error) {
	defer unusual(&err)
	t, err := read(src)
	if err != nil {
		return nil, err
	}
	e := editor{text: t, removed: map[string]bool{}}
	list = e.edit(changes)
	if overlap(list) {
		return nil, errUnusual
	}
	edited := src
	edited.Data = Apply(src.Data, list)
	if after, err := request.Parse(edited); err != nil || after != to {
		return nil, errUnusual
	}
	return list, nil
}

// overlap reports whether one of the replacements, which are sorted, begins in another.
func overlap(list []Replacement) bool {
	at := 0
	for _, r := range list {
		if r.Start < at || r.End < r.Start {
			return true
		}
		at = r.End
	}
	return false
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

type editor struct {
	*text
	removed map[string]bool
	list    []Replacement
}

func (e *editor) edit(changes []request.Change) []Replacement {
	var absent []request.Change
	for _, c := range changes {
		switch m, _ := e.member(c.Field); {
		case m == nil && c.To.IsZero():
		case m == nil:
			absent = append(absent, c)
		case c.To.IsZero():
			e.removed[c.Field] = true
			e.remove(c.Field)
		default:
			e.replace(m, c.To)
		}
	}
	e.addAll(absent)
	slices.SortStableFunc(e.list, func(a, b Replacement) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	return e.list
}

func (e *editor) put(start, end int, text string) {
	e.list = append(e.list, Replacement{start, end, text})
}

// replace writes another value of a member.
func (e *editor) replace(m *member, v request.Value) {
	written := e.data[m.value.start:m.value.end]
	switch {
	case m.value.empty() && m.colon:
		e.put(m.value.start, m.value.end, " "+e.scalar(v, written, m))
	case m.value.empty():
		e.put(m.value.start, m.value.end, ": "+e.scalar(v, written, m))
	default:
		e.put(m.value.start, m.value.end, e.scalar(v, written, m)+blockComment(written))
	}
}

// blockComment returns the comment beside the mark of a literal or folded text.
func blockComment(written []byte) string {
	if written[0] != '|' && written[0] != '>' {
		return ""
	}
	head, _, _ := bytes.Cut(written, []byte("\n"))
	if _, comment, has := bytes.Cut(head, []byte("#")); has {
		return " #" + strings.TrimRight(string(comment), "\r")
	}
	return ""
}

// scalar returns how a value is written instead of what is there, with its quotes.
func (e *editor) scalar(v request.Value, written []byte, m *member) string {
	switch {
	case e.format == document.JSON || v.Kind != request.TextValue:
		return request.Literal(document.JSON, v)
	case bytes.HasPrefix(written, []byte(`"`)) || len(written) == 0 && m.quote == '"':
		return request.Literal(document.JSON, v)
	case bytes.HasPrefix(written, []byte("'")):
		return "'" + strings.ReplaceAll(v.Text, "'", "''") + "'"
	case isDate(string(written)) && isDate(v.Text):
		return v.Text // as it was: it is read as a text
	case strings.ContainsAny(v.Text, ",[]{}"):
		return request.Literal(document.JSON, v) // it may be in a flow
	default:
		return request.Literal(document.YAML, v)
	}
}

func isDate(text string) bool {
	n := yaml.Node{Kind: yaml.ScalarNode, Value: text}
	return n.ShortTag() == "!!timestamp"
}

// remove takes a member out, with its line or its comma.
func (e *editor) remove(field string) {
	m, in := e.member(field)
	i := slices.IndexFunc(in.members, func(one member) bool { return one.name == m.name })
	end := m.value.end
	if in.block {
		start, stop := e.lineOf(in.startOf(e.text, m)), e.lineEnd(end)
		if stop < len(e.data) {
			stop += lineBreak(e.data[stop:])
		} else if start > 0 {
			start = e.lineEndBefore(start)
		}
		e.put(start, stop, "")
		return
	}
	comma := e.blank(end)
	last := i+1 == len(in.members)
	switch {
	case !last && i == 0:
		e.put(m.key.start, in.members[1].key.start, "")
	case !last && !bytes.Contains(e.data[end:in.members[i+1].key.start], []byte("#")):
		e.put(m.key.start, in.members[i+1].key.start, "")
	case i > 0 && !bytes.Contains(e.data[in.members[i-1].value.end:m.key.start], []byte("#")):
		e.put(in.members[i-1].value.end, end, "")
	case e.data[comma] == ',':
		e.put(m.key.start, comma+1, "")
	default:
		e.put(m.key.start, end, "")
	}
}

// startOf returns where a member of a block begins: at its name, or the mark before it.
func (o *object) startOf(t *text, m *member) int {
	if m == &o.members[0] {
		return o.start
	}
	line := t.lineOf(m.key.start)
	if bytes.HasPrefix(t.data[line:], []byte(o.indent)) {
		return line + len(o.indent)
	}
	return m.key.start
}

// lineEndBefore returns where the line break is before the start of a line.
func (e *editor) lineEndBefore(start int) int {
	return e.lineEnd(e.lines[e.lineNumber(start)-1])
}

// addAll adds fields that the document does not have, each behind the one that comes
// before it in the order of fields.
func (e *editor) addAll(changes []request.Change) {
	var controls []addition
	position := func(field string) int {
		return slices.IndexFunc(request.Fields(), func(f request.Field) bool { return f.Name == field })
	}
	slices.SortFunc(changes, func(a, b request.Change) int { return cmp.Compare(position(a.Field), position(b.Field)) })
	byObject := map[*object][]addition{}
	for _, c := range changes {
		_, in := e.member(c.Field)
		name := c.Field
		if control, is := request.ControlOf(name); is {
			name = string(control)
			if in == nil {
				controls = append(controls, addition{name: name, value: c.To})
				continue
			}
		}
		byObject[in] = append(byObject[in], addition{name: name, value: c.To})
	}
	if len(controls) > 0 {
		if m := e.root.member(request.ControlsField); m != nil { // it is null
			e.replaceByObject(m, controls)
		} else {
			byObject[e.root] = append(byObject[e.root], addition{name: request.ControlsField, members: controls})
		}
	}
	for in, list := range byObject { // in the order of the document, once they are sorted
		e.add(in, list)
	}
}

// addition is a member to add: a value, or an object of members.
type addition struct {
	name    string
	value   request.Value
	members []addition
}

func (e *editor) replaceByObject(m *member, controls []addition) {
	text := e.inBraces(controls, m.quote == '"')
	switch {
	case m.value.empty() && m.colon:
		text = " " + text
	case m.value.empty():
		text = ": " + text
	}
	e.put(m.value.start, m.value.end, text)
}

func (e *editor) inBraces(list []addition, quoted bool) string {
	var members []string
	for _, a := range list {
		members = append(members, e.inFlow(a, quoted, ": "))
	}
	return "{" + strings.Join(members, ", ") + "}"
}

// inFlow writes a member between braces.
func (e *editor) inFlow(a addition, quoted bool, colon string) string {
	name := a.name
	if quoted {
		name = `"` + name + `"`
	}
	if a.members != nil {
		return name + colon + e.inBraces(a.members, quoted)
	}
	return name + colon + request.Literal(document.JSON, a.value)
}

// add writes members behind the last one that comes before them.
func (e *editor) add(in *object, list []addition) {
	var first []addition
	for _, a := range list {
		switch before := in.before(a.name, e.removed); {
		case in.block:
			e.addLine(in, before, a)
		case before != nil:
			e.addBehind(in, before, a)
		default:
			first = append(first, a)
		}
	}
	if len(first) > 0 {
		e.addFirst(in, first)
	}
}

// before returns the member behind which one with the name is written: the last one, in
// the order of fields, that comes before it; nil for none.
func (o *object) before(name string, removed map[string]bool) (found *member) {
	order := fieldOrder()
	at := -1
	for i := range o.members {
		m := &o.members[i]
		if place := slices.Index(order, m.name); !removed[m.name] && place > at && place < slices.Index(order, name) {
			found, at = m, place
		}
	}
	return found
}

// fieldOrder is the order of the names in a document, those of the controls after their
// object's.
func fieldOrder() []string {
	var names, controls []string
	for _, f := range request.Fields() {
		if control, is := request.ControlOf(f.Name); is {
			controls = append(controls, string(control))
			continue
		}
		names = append(names, f.Name)
	}
	return append(append(names, request.ControlsField), controls...)
}

// addLine writes a member of a block on a line of its own, controls on more.
func (e *editor) addLine(in *object, before *member, a addition) {
	brk := e.lineBreak()
	written := []string{in.indent + a.name + ":"}
	if a.members == nil {
		written[0] += " " + e.scalar(a.value, nil, &member{})
	}
	for _, m := range a.members {
		written = append(written, in.indent+"  "+m.name+": "+request.Literal(document.YAML, m.value))
	}
	lines := strings.Join(written, brk)
	if before == nil {
		e.put(in.start, in.start, lines[len(in.indent):]+brk+in.indent)
		return
	}
	at := e.lineEnd(before.value.end)
	e.put(at, at, brk+lines)
}

// lineBreak returns that of the document.
func (e *editor) lineBreak() string {
	if end := e.lineEnd(0); end < len(e.data) {
		return string(e.data[end : end+lineBreak(e.data[end:])])
	}
	return "\n"
}

// addBehind writes a member between braces behind another one, as that is written.
func (e *editor) addBehind(in *object, before *member, a addition) {
	i := slices.IndexFunc(in.members, func(m member) bool { return m.name == before.name })
	gap := e.data[in.start+1 : in.members[0].key.start]
	switch {
	case i+1 < len(in.members):
		gap = e.gap(before.value.end, in.members[i+1].key.start)
	case i > 0:
		gap = e.gap(in.members[i-1].value.end, before.key.start)
	}
	between := string(gap)
	if strings.TrimSpace(between) != "" || i == 0 && i+1 == len(in.members) && between == "" {
		between = " "
	}
	e.put(before.value.end, before.value.end, ","+between+e.inFlow(a, before.quote == '"', e.colonOf(before)))
}

// gap returns what is between a comma and the next name.
func (e *editor) gap(from, to int) []byte {
	_, gap, _ := bytes.Cut(e.data[from:to], []byte(","))
	return gap
}

// colonOf returns what is between the name and the value of a member.
func (e *editor) colonOf(m *member) string {
	colon := string(e.data[m.key.end:m.value.start])
	if m.value.empty() || strings.Trim(colon, " \t") != ":" || e.format == document.YAML && colon == ":" {
		return ": "
	}
	return colon
}

// addFirst writes members between braces before all others.
func (e *editor) addFirst(in *object, list []addition) {
	quoted := e.format == document.JSON || e.root.members[0].quote == '"'
	text := strings.TrimSuffix(strings.TrimPrefix(e.inBraces(list, quoted), "{"), "}")
	at := in.start + 1
	if len(in.members) > 0 {
		at, text = in.members[0].key.start, text+", "
	}
	e.put(at, at, text)
}
