package document

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"platform.internal/platform-core/problem"
)

// parseYAML reads exactly one YAML document of plain values, without an alias, a merge, a tag or a key that is not
// text.
func (r *Reading) parseYAML(data []byte) (value, bool) {
	root, err := yamlNode(data)
	if err != nil {
		at, words := yamlFault(err, data)
		r.at(at, "", problem.FaultSyntax, "cannot be read as YAML: %s", words)
		return value{}, false
	}
	r.cursor = cursor{data, location{1, 1}}
	v := r.yamlValue(root, "", 1)
	return v, !r.stop
}

var (
	errSecondDocument = errors.New("a second document follows; write one document per file")
	errNoContent      = errors.New("it has no content")
)

// yamlNode returns the root node of the only document in data. It turns a panic of the library into an error.
func yamlNode(data []byte) (root *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("cannot be read: %v", p)
		}
	}()
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, more yaml.Node
	if err := dec.Decode(&doc); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, errNoContent
		}
		return nil, err
	}
	switch err := dec.Decode(&more); {
	case err == nil:
		return nil, errSecondDocument
	case !errors.Is(err, io.EOF):
		return nil, err
	}
	return doc.Content[0], nil
}

// yamlValue turns a node into a value.
func (r *Reading) yamlValue(n *yaml.Node, path string, depth int) value {
	v := value{location: placeOf(n)}
	switch {
	case n.Kind == yaml.AliasNode:
		r.at(v.location, path, problem.FaultAlias, "is an alias (*%s); write the value itself", n.Value)
		return v
	case n.Anchor != "" && n.Style == 0 && n.ShortTag() == "!!str" && !bytes.Contains(r.src.Data, []byte("*"+n.Anchor)):
		r.at(v.location, path, problem.FaultAlias, "begins with &%s, which is an anchor of YAML without quotes; put the whole text in quotes", n.Anchor)
		return v
	case n.Style&yaml.TaggedStyle != 0 || n.Kind != yaml.MappingNode && r.cursor.startsWithMark(v.location):
		r.at(v.location, path, problem.FaultType, "%s", tagFault(n))
		return v
	case n.Kind == yaml.ScalarNode:
		return scalar(n)
	case depth > r.depth:
		r.at(v.location, path, problem.FaultNesting, tooDeep)
		r.stop = true
		return v
	case n.Kind == yaml.MappingNode:
		return r.yamlMapping(n, path, depth)
	}
	v.kind = kindArray
	for i, item := range n.Content {
		v.items = append(v.items, r.yamlValue(item, index(path, i), depth+1))
	}
	return v
}

// tagFault returns the fault of a value with a tag. YAML also reads a tag in an expression that begins with "!".
func tagFault(n *yaml.Node) string {
	tag := n.ShortTag()
	if n.Style&yaml.TaggedStyle == 0 {
		tag = "!" // which the library leaves out
	}
	isOwn := strings.HasPrefix(tag, "!!") && !slices.Contains(coreTags, tag)
	if n.Kind == yaml.ScalarNode && (tag == "!" || isOwn || strings.ContainsAny(tag, "(.")) {
		return strings.TrimPrefix(tagWords, "a value ") + "; write " + inQuotes(strings.TrimSpace(tag+" "+n.Value))
	}
	return "has the tag " + tag + "; write a plain value without a tag"
}

// coreTags are the tags of YAML itself.
var coreTags = []string{
	"!!binary", "!!bool", "!!float", "!!int", "!!map", "!!null", "!!omap", "!!pairs", "!!seq", "!!set", "!!str",
	"!!timestamp", "!!yaml",
}

// cursor is a place in a text that moves forwards.
type cursor struct {
	rest []byte
	location
}

// startsWithMark reports whether the text at a place starts with "!". A place must not be before the last one.
func (c *cursor) startsWithMark(at location) bool {
	for len(c.rest) > 0 && (c.line < at.line || c.line == at.line && c.column < at.column) {
		r, size := utf8.DecodeRune(c.rest)
		c.rest = c.rest[size:]
		c.column++
		if strings.ContainsRune("\n\u0085\u2028\u2029", r) || r == '\r' && !bytes.HasPrefix(c.rest, []byte("\n")) {
			c.location = location{c.line + 1, 1}
		}
	}
	return c.location == at && bytes.HasPrefix(c.rest, []byte("!"))
}

func (r *Reading) yamlMapping(n *yaml.Node, path string, depth int) value {
	v := value{kind: kindObject, location: placeOf(n)}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, content := n.Content[i], n.Content[i+1]
		switch {
		case key.ShortTag() == "!!merge":
			r.at(placeOf(key), path, problem.FaultAlias, "merges another mapping (<<); write the fields themselves")
		case key.Kind != yaml.ScalarNode || key.ShortTag() != "!!str" || key.Style&yaml.TaggedStyle != 0:
			r.at(placeOf(key), path, problem.FaultKey, "has a field name that is not text; use the names of the schema")
		default:
			v.members = append(v.members, member{
				name: key.Value, location: placeOf(key), value: r.yamlValue(content, child(path, key.Value), depth+1),
			})
		}
	}
	return v
}

func placeOf(n *yaml.Node) location { return location{n.Line, n.Column} }

// scalar returns the value of a scalar without a tag. An unquoted date is text.
func scalar(n *yaml.Node) value {
	v := value{kind: kindString, text: n.Value, location: placeOf(n)}
	switch n.ShortTag() {
	case "!!int", "!!float":
		v.kind = kindNumber
	case "!!bool":
		v.kind, v.text = kindBool, strings.ToLower(n.Value)
	case "!!null":
		v.kind = kindNull
	}
	return v
}
