package edit

import (
	"bytes"
	"regexp"
	"strings"

	"gopkg.in/yaml.v3"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

// text is a document that the YAML library has read. The library reads JSON too.
type text struct {
	document.Source
	root *yaml.Node // the root mapping
}

// span is a part of a text, by offsets.
type span struct{ start, end int }

// position is where a member of an object is written.
type position struct {
	key, value span // value is empty and after the colon if no value is written
	lastEnd    int  // end of the last line of a member in a block
	unusual    bool // the package does not edit the form of the member
}

var (
	jsonEscape   = regexp.MustCompile(`\\(?:u....|.)`)
	colon        = regexp.MustCompile(`^[ \t]*:`)
	closingBrace = regexp.MustCompile(`^(?:[\s,]|#.*)*\}`)
	doubleQuoted = regexp.MustCompile(`^"(?:[^"\\]|\\(?s:.))*"`)
	singleQuoted = regexp.MustCompile(`^'(?:[^']|'')*'`)
)

// read returns the text of a document, or nil if the document is not an object with members.
func read(src document.Source) *text {
	data := src.Data
	if src.Format == document.JSON {
		data = jsonEscape.ReplaceAllFunc(data, func(escape []byte) []byte { // YAML lacks some escapes of JSON
			return bytes.Repeat([]byte("x"), len(escape))
		})
	}
	var doc yaml.Node
	if yaml.Unmarshal(data, &doc) != nil || len(doc.Content) == 0 || len(doc.Content[0].Content) == 0 ||
		doc.Content[0].Kind != yaml.MappingNode {
		return nil
	}
	return &text{src, doc.Content[0]}
}

// find returns the object of a field and the index of the field's name in it. The object is nil if
// it is missing, and the index is -1 if the field is missing.
func (t *text) find(field string) (in *yaml.Node, i int) {
	control, ok := request.ControlOf(field)
	if !ok {
		return t.root, index(t.root, field)
	}
	if i := index(t.root, request.ControlsField); i >= 0 && t.root.Content[i+1].Kind == yaml.MappingNode {
		return t.root.Content[i+1], index(t.root.Content[i+1], string(control))
	}
	return nil, -1
}

func index(in *yaml.Node, name string) int {
	for i := 0; i+1 < len(in.Content); i += 2 {
		if in.Content[i].Value == name {
			return i
		}
	}
	return -1
}

// position returns the position of the member whose name has the index i.
func (t *text) position(in *yaml.Node, i int) position {
	p := position{lastEnd: t.lastEnd(in, i)}
	var usualKey, usualValue bool
	p.key, usualKey = t.span(in.Content[i])
	after := p.key.end + len(colon.Find(t.Data[p.key.end:]))
	if value := in.Content[i+1]; value.Value == "" && value.Kind == yaml.ScalarNode &&
		value.Style == 0 && value.Anchor == "" {
		p.value, usualValue = span{after, after}, true
	} else {
		p.value, usualValue = t.span(value)
	}
	if !usualValue {
		p.value.end = max(p.value.start, p.lastEnd)
	}
	p.unusual = !usualKey || !usualValue || after == p.key.end
	return p
}

// span returns the span of a node. If the package does not edit the form of the node, ok is false
// and only the start is set.
func (t *text) span(n *yaml.Node) (at span, ok bool) {
	start := offset(t.Data, n.Line, n.Column)
	rest, length := t.Data[start:], 0
	switch last := len(n.Content) - 2; {
	case n.Anchor != "" || n.Style&yaml.TaggedStyle != 0 || n.Kind == yaml.SequenceNode:
	case n.Kind == yaml.MappingNode && n.Style&yaml.FlowStyle == 0:
		return span{start, t.position(n, last).value.end}, true
	case n.Kind == yaml.MappingNode:
		end := min(start+1, len(t.Data))
		if last >= 0 {
			end = t.position(n, last).value.end
		}
		length = end - start + len(closingBrace.Find(t.Data[end:]))
	case n.Style == yaml.DoubleQuotedStyle:
		length = len(doubleQuoted.Find(rest))
	case n.Style == yaml.SingleQuotedStyle:
		length = len(singleQuoted.Find(rest))
	case n.Style == 0 && bytes.HasPrefix(rest, []byte(n.Value)): // a value on one line
		length = len(n.Value)
	}
	return span{start, start + max(length, 0)}, length > 0
}

// lastEnd returns the end of the last line of a member in a block. A comment is that line only if
// it is between the name and the value.
func (t *text) lastEnd(in *yaml.Node, i int) int {
	next := len(t.Data)
	switch outer := index(t.root, request.ControlsField); {
	case i+2 < len(in.Content):
		next = offset(t.Data, in.Content[i+2].Line, 1)
	case in != t.root && outer+2 < len(t.root.Content):
		next = offset(t.Data, t.root.Content[outer+2].Line, 1)
	}
	for {
		next = len(bytes.TrimRight(t.Data[:next], " \t\r\n"))
		start := bytes.LastIndexByte(t.Data[:next], '\n') + 1
		if line := string(t.Data[start:next]); line == "" ||
			line != "..." && !strings.HasPrefix(strings.TrimLeft(line, " \t"), "#") {
			return lineEnd(t.Data, next)
		}
		next = start
	}
}

// lineEnd returns the offset of the next line break.
func lineEnd(data []byte, at int) int {
	line, _, _ := bytes.Cut(data[at:], []byte("\n"))
	return at + len(bytes.TrimSuffix(line, []byte("\r")))
}
