package edit

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

// text is a document that was read without a fault.
type text struct {
	format document.Format
	data   []byte
	lines  []int // where each line begins, as YAML counts lines
	root   *object
}

// span is a part of a text, by offsets.
type span struct{ start, end int }

func (s span) empty() bool { return s.start == s.end }

// object is an object as it is written: with braces, or as a block with an indent.
type object struct {
	span
	block   bool
	indent  string // of the lines of a block
	members []member
}

// member is a field of an object. Its value is empty where nothing is written after the
// name.
type member struct {
	name    string
	key     span
	value   span
	colon   bool    // there is one after the name
	quote   byte    // of the name, or 0
	content *object // of a value that is one
}

// read returns the text of a document that request.Parse takes. The error is for one that
// is written in a way that this package does not know.
func read(src document.Source) (t *text, err error) {
	defer unusual(&err)
	t = &text{format: src.Format, data: src.Data, lines: lineStarts(src.Data)}
	if src.Format == document.JSON {
		t.root = t.braces(t.blank(0))
		return t, t.check()
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(src.Data, &doc); err != nil {
		return nil, err
	}
	t.root = t.mapping(doc.Content[0])
	return t, t.check()
}

var errUnusual = errors.New("the document has a form that is not edited")

// unusual, deferred, makes that error of a panic: of an index beyond the text.
func unusual(err *error) {
	if recover() != nil {
		*err = errUnusual
	}
}

// check refuses a text that was misread, so that a member is over another one.
func (t *text) check() error {
	if !t.root.ordered(0, len(t.data)) {
		return errUnusual
	}
	return nil
}

// ordered reports whether the members are between two offsets, one behind the other.
func (o *object) ordered(from, to int) bool {
	for _, m := range o.members {
		if m.content != nil && !m.content.ordered(m.value.start, m.value.end) {
			return false
		}
		for _, at := range []int{m.key.start, m.key.end, m.value.start, m.value.end} {
			if at < from {
				return false
			}
			from = at
		}
	}
	return from <= to
}

// lineStarts returns where lines begin: YAML takes some more characters for line breaks
// than a line feed.
func lineStarts(data []byte) []int {
	starts := []int{0}
	for i := 0; i < len(data); {
		size := lineBreak(data[i:])
		if size > 0 {
			starts = append(starts, i+size)
		}
		i += max(size, 1)
	}
	return starts
}

// lineBreak returns the length of the line break at the start of a text; 0 for none.
func lineBreak(data []byte) int {
	for _, b := range []string{"\r\n", "\n", "\r", "\u0085", "\u2028", "\u2029"} {
		if bytes.HasPrefix(data, []byte(b)) {
			return len(b)
		}
	}
	return 0
}

// offset returns where a node begins, behind its anchor.
func (t *text) offset(n *yaml.Node) int {
	at := t.anchorEnd(n)
	if n.Anchor != "" {
		at = t.blank(at)
	}
	return at
}

// anchorEnd returns where the anchor of a node ends; where the node begins if it has none.
func (t *text) anchorEnd(n *yaml.Node) int {
	at := t.lines[n.Line-1]
	for range n.Column - 1 { // columns count characters
		at += len(string([]rune(string(t.data[at:min(at+4, len(t.data))]))[:1]))
	}
	if n.Anchor != "" {
		at += len("&" + n.Anchor)
	}
	return at
}

func (t *text) mapping(n *yaml.Node) *object {
	if n.Style&yaml.FlowStyle != 0 {
		return t.braces(t.offset(n))
	}
	o := &object{block: true}
	first := t.blockStart(n)
	o.indent = strings.Repeat(" ", first-t.lineOf(first))
	for i := 0; i+1 < len(n.Content); i += 2 {
		o.members = append(o.members, t.blockMember(n.Content[i], n.Content[i+1], len(o.indent)))
	}
	o.span = span{first, o.members[len(o.members)-1].value.end}
	return o
}

// blockStart returns where the first member of a block begins, which may be on a line
// with the mark of what it is in: "? controls", and then ": private_cluster: true".
func (t *text) blockStart(n *yaml.Node) int {
	if n.Anchor == "" && n.Style&yaml.TaggedStyle == 0 {
		return t.offset(n)
	}
	line := t.lineOf(t.offset(n.Content[0])) // which is below an anchor or a tag
	return line + len(t.data[line:]) - len(bytes.TrimLeft(t.data[line:], " "))
}

func (t *text) blockMember(key, value *yaml.Node, indent int) member {
	m := t.name(t.offset(key), false)
	m.name = key.Value
	after := m.key.end
	if at := t.blank(after); at < len(t.data) && t.data[at] == ':' {
		m.colon, after = true, at+1
	}
	m.value = span{after, after}
	switch {
	case value.Kind == yaml.MappingNode:
		m.content = t.mapping(value)
		m.value = m.content.span
	case value.Style != 0 || value.Value != "":
		at := t.offset(value)
		m.value = span{at, t.scalarEnd(at, false, indent)}
	case value.Anchor != "": // of nothing
		at := t.anchorEnd(value)
		m.value = span{at, at}
	}
	return m
}

// name reads the name of a member.
func (t *text) name(at int, flow bool) member {
	m := member{}
	switch c := t.data[at]; c {
	case '"', '\'':
		m.quote = c
		m.key = span{at, t.scalarEnd(at, flow, 0)}
	default:
		end := at + bytes.IndexAny(t.data[at:], ":,} \t\r\n")
		if end < at {
			end = len(t.data)
		}
		m.key = span{at, end}
	}
	return m
}

// braces reads an object in braces, of JSON or of YAML.
func (t *text) braces(open int) *object {
	o := &object{span: span{start: open}}
	at := t.blank(open + 1)
	for t.data[at] != '}' {
		m := t.name(t.blank(t.anchored(t.marked(at))), true)
		m.name = t.nameText(m)
		if at = t.blank(m.key.end); t.data[at] == ':' {
			m.colon, at = true, at+1
			m.value = span{at, at}
			at = t.blank(at)
			if end := t.anchored(at); end > at {
				m.value, at = span{end, end}, t.blank(end)
			}
		} else {
			m.value = span{m.key.end, m.key.end}
		}
		switch t.data[at] {
		case ',', '}':
		case '{':
			m.content = t.braces(at)
			m.value = m.content.span
		default:
			m.value = span{at, t.scalarEnd(at, true, 0)}
		}
		o.members = append(o.members, m)
		if at = t.blank(max(at, m.value.end)); t.data[at] == ',' {
			at = t.blank(at + 1)
		}
	}
	o.end = at + 1
	return o
}

// marked returns where the name begins that may have the mark of an explicit name.
func (t *text) marked(at int) int {
	if t.format == document.YAML && t.data[at] == '?' && bytes.IndexByte([]byte(" \t\r\n"), t.data[at+1]) >= 0 {
		return t.blank(at + 1)
	}
	return at
}

// anchored returns where the anchor ends that may begin at an offset.
func (t *text) anchored(at int) int {
	if t.format == document.YAML && t.data[at] == '&' {
		return at + bytes.IndexAny(t.data[at:], " \t\r\n,}")
	}
	return at
}

func (t *text) nameText(m member) string {
	written := t.data[m.key.start:m.key.end]
	var name string
	if yaml.Unmarshal(written, &name) != nil {
		return string(written)
	}
	return name
}

// member returns the member of the field with the name, and the object that has it or
// would have it; nil where there is none.
func (t *text) member(field string) (*member, *object) {
	in, name := t.root, field
	if control, is := request.ControlOf(field); is {
		outer := t.root.member(request.ControlsField)
		if outer == nil || outer.content == nil {
			return nil, nil
		}
		in, name = outer.content, string(control)
	}
	return in.member(name), in
}

func (o *object) member(name string) *member {
	if i := slices.IndexFunc(o.members, func(m member) bool { return m.name == name }); i >= 0 {
		return &o.members[i]
	}
	return nil
}
