package document

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"gopkg.in/yaml.v3"

	"platform.internal/platform-core/problem"
)

// parseYAML reads exactly one YAML document of plain values: no alias, merge,
// custom tag or key that is not text.
func (r *Reading) parseYAML(data []byte) (value, bool) {
	root, err := yamlNode(data)
	if err != nil {
		line, words := yamlFault(err, data)
		r.at(line, "", problem.FaultSyntax, "is not one YAML document: %s", words)
		return value{}, false
	}
	w := &yamlWalk{r: r}
	v := w.value(root, "", 1)
	return v, !w.stop
}

var (
	errSecondDocument = errors.New("a second document follows; write one document per file")
	errNoContent      = errors.New("it has no content")
)

// yamlNode returns the root node of the only document in data. A panic of the
// library on unusual input is an unreadable document, not a crash of ours.
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

// parserErrors are the beginnings of messages for which yaml.v3 counts lines
// from 0; for its scanner's messages it counts from 1, and it omits a 0.
var parserErrors = []string{
	"did not find expected ',' or", "did not find expected key", "did not find expected '-'",
	"did not find expected node content", "did not find expected <", "found undefined tag handle",
	"found incompatible YAML document", "found duplicate",
}

var yamlMessage = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?(.*)$`)
})

// yamlFault returns the line of a syntax error, from 1, and what it says.
func yamlFault(err error, data []byte) (line int, words string) {
	text, _, _ := strings.Cut(err.Error(), "\n")
	m := yamlMessage().FindStringSubmatch(text)
	line, _ = strconv.Atoi(m[1])
	words = plainWords(m[2])
	switch {
	case errors.Is(err, errSecondDocument) || errors.Is(err, errNoContent):
		return 0, words
	case strings.HasPrefix(words, "unknown anchor"):
		return lineOf(data, "*"+anchorName(words)), words + "; write the value itself"
	case strings.HasPrefix(words, "control characters"):
		at := bytes.IndexFunc(data, func(r rune) bool { return unicode.IsControl(r) && !unicode.IsSpace(r) })
		return lineAt(data, int64(max(at, 0))), words
	case slices.ContainsFunc(parserErrors, func(p string) bool { return strings.HasPrefix(words, p) }):
		line++
	}
	return max(line, 1), words
}

// anchorName returns the name in the message "unknown anchor 'x' referenced".
func anchorName(words string) string {
	_, after, _ := strings.Cut(words, "'")
	name, _, _ := strings.Cut(after, "'")
	return name
}

// lineOf returns the line on which text first occurs; 1 where it does not.
func lineOf(data []byte, text string) int {
	return lineAt(data, int64(max(bytes.Index(data, []byte(text)), 0)))
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
	if n.Style&yaml.TaggedStyle != 0 {
		w.r.at(n.Line, path, problem.FaultType, "has the tag %s; write a plain value without a tag", n.ShortTag())
		return value{kind: kindNull, line: n.Line}
	}
	if n.Kind == yaml.ScalarNode {
		return scalar(n)
	}
	if depth > w.r.depth {
		w.r.at(n.Line, path, problem.FaultNesting, "is nested deeper than any field of the schema; write it flat")
		w.stop = true
		return value{kind: kindNull, line: n.Line}
	}
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
		case key.Kind != yaml.ScalarNode || key.ShortTag() != "!!str" || key.Style&yaml.TaggedStyle != 0:
			w.r.at(key.Line, path, problem.FaultKey, "has a field name that is not text; use the names of the schema")
		default:
			v.members = append(v.members, member{
				name: key.Value, line: key.Line, value: w.value(content, child(path, key.Value), depth+1),
			})
		}
	}
	return v
}

// scalar returns the value of an untagged scalar. What has no other type
// of YAML is text, and so is an unquoted date.
func scalar(n *yaml.Node) value {
	v := value{kind: kindString, text: n.Value, line: n.Line}
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
