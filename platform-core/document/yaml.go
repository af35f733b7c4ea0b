package document

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"platform.internal/platform-core/problem"
)

// parseYAML reads exactly one YAML document of plain values: no alias, merge,
// custom tag or key that is not text.
func (r *Reading) parseYAML(data []byte) (value, bool) {
	root, err := yamlNode(data)
	if err != nil {
		r.at(yamlLine(err), "", problem.FaultSyntax, "is not one YAML document: %s", strings.TrimPrefix(err.Error(), "yaml: "))
		return value{}, false
	}
	w := &yamlWalk{r: r}
	v := w.value(root, "", 1)
	return v, !w.stop
}

var errSecondDocument = errors.New("a second document follows; write one document per file")

// yamlNode returns the root node of the only document in data. A panic of the
// library on odd input is an unreadable document, not a crash of ours.
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
			return nil, errors.New("it has no content")
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

var yamlErrorLine = regexp.MustCompile(`line (\d+):`)

func yamlLine(err error) int {
	if m := yamlErrorLine.FindStringSubmatch(err.Error()); m != nil {
		line, _ := strconv.Atoi(m[1])
		return line
	}
	return 0
}

// yamlWalk turns nodes into values.
type yamlWalk struct {
	r    *Reading
	stop bool
}

func (w *yamlWalk) value(n *yaml.Node, path string, depth int) value {
	if n.Kind == yaml.AliasNode {
		w.r.at(n.Line, path, problem.FaultAlias, "is an alias (*%s); write the value itself", n.Value)
		return value{kind: kindNull, line: n.Line}
	}
	if n.Kind == yaml.ScalarNode {
		return w.scalar(n, path)
	}
	if depth > maxDepth {
		w.r.at(n.Line, path, problem.FaultNesting, "is nested deeper than any field of the schema; write it flat")
		w.stop = true
		return value{kind: kindNull, line: n.Line}
	}
	w.plainTag(n, path, "!!map", "!!seq")
	if n.Kind == yaml.SequenceNode {
		return w.sequence(n, path, depth)
	}
	return w.mapping(n, path, depth)
}

func (w *yamlWalk) sequence(n *yaml.Node, path string, depth int) value {
	v := value{kind: kindArray, line: n.Line}
	for i, item := range n.Content {
		v.items = append(v.items, w.value(item, index(path, i), depth+1))
	}
	return v
}

func (w *yamlWalk) mapping(n *yaml.Node, path string, depth int) value {
	v := value{kind: kindObject, line: n.Line}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, content := n.Content[i], n.Content[i+1]
		switch {
		case key.ShortTag() == "!!merge":
			w.r.at(key.Line, path, problem.FaultAlias, "merges another mapping (<<); write the fields themselves")
		case key.Kind != yaml.ScalarNode || key.ShortTag() != "!!str":
			w.r.at(key.Line, path, problem.FaultKey, "has a field name that is not text; use the names of the schema")
		default:
			v.members = append(v.members, member{
				name: key.Value, line: key.Line, value: w.value(content, child(path, key.Value), depth+1),
			})
		}
	}
	return v
}

func (w *yamlWalk) scalar(n *yaml.Node, path string) value {
	v := value{text: n.Value, line: n.Line}
	switch n.ShortTag() {
	case "!!str", "!!timestamp": // an unquoted date is the text that was written
		v.kind = kindString
	case "!!int", "!!float":
		v.kind = kindNumber
	case "!!bool":
		v.kind, v.text = kindBool, strings.ToLower(n.Value)
	case "!!null":
		v.kind = kindNull
	default:
		w.plainTag(n, path)
	}
	return v
}

func (w *yamlWalk) plainTag(n *yaml.Node, path string, allowed ...string) {
	tag := n.ShortTag()
	for _, a := range allowed {
		if tag == a {
			return
		}
	}
	w.r.at(n.Line, path, problem.FaultType, "has the tag %s; write a plain value without a tag", tag)
}
