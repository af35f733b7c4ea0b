package mcpserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"platform.internal/platform-core/document"
)

// maxAnswer bounds the line of a short answer without its ID, in bytes. The constant envelope is
// the part of the line around the document.
const (
	maxAnswer = 12_000
	envelope  = 200
)

// limits bound the parts of a document in a short answer.
type limits struct {
	// text is the maximum size of a text, in bytes.
	text int
	// whole is the number of list entries that stay complete. Later entries keep only their names.
	whole int
	// most is the maximum number of entries of a list, and of members of an object in the document.
	most int
}

// minText is the smallest limit of texts. Every ID, hash and path of the platform is shorter.
const minText = 80

// narrower returns the next limits to try for an answer of the given size; ok is false if there are
// none. It reduces texts first, then complete entries, then the number of entries. It halves a
// limit if the size is more than twice the maximum.
func (l limits) narrower(size int) (narrower limits, ok bool) {
	less := func(n, first int) int {
		if n = min(n, first); size > 2*maxAnswer {
			return n / 2
		}
		return n * 7 / 8
	}
	switch {
	case l.text > minText:
		l.text = max(minText, less(l.text, 16<<10))
	case l.whole > 0:
		l.whole = less(l.whole, 1<<10)
	case l.most > 0:
		l.most = less(l.most, 1<<10)
	default:
		return l, false
	}
	return l, true
}

// short returns a document as one line that fits an answer. If the document is too long, short
// removes parts, and the member "shortened" lists them.
func short(data []byte) ([]byte, error) {
	var line bytes.Buffer
	if err := json.Compact(&line, data); err != nil {
		return nil, err
	}
	size := sizeOf(line.Bytes())
	if size <= maxAnswer-envelope {
		return line.Bytes(), nil
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var whole map[string]any
	if err := d.Decode(&whole); err != nil {
		return nil, err
	}
	l, _ := limits{math.MaxInt, math.MaxInt, math.MaxInt}.narrower(size)
	for {
		s := shortening{limits: l, lists: map[string]*counts{}}
		root := map[string]any{}
		for name, member := range whole {
			root[name] = s.value(name, member)
		}
		root["shortened"] = s.says()
		shown := document.Escaped(encode(root))
		size = sizeOf(shown)
		narrower, ok := l.narrower(size)
		if size <= maxAnswer-envelope || !ok {
			return shown, nil
		}
		l = narrower
	}
}

// sizeOf returns the number of bytes of a line as the text of an answer. The SDK encodes the text
// again.
func sizeOf(line []byte) int {
	text, err := json.Marshal(string(line))
	if err != nil {
		panic(err) // a string always encodes
	}
	return len(text)
}

// shortening shortens a value and records the removed parts.
type shortening struct {
	limits
	cut   bool
	lists map[string]*counts
}

// counts are the numbers of entries in all lists at a path.
type counts struct{ all, names, gone int }

// value returns the shortened value at a path.
func (s *shortening) value(path string, v any) any {
	switch v := v.(type) {
	case string:
		return s.prefix(v)
	case []any:
		return s.list(path, v)
	case map[string]any:
		return s.object(path, v)
	default:
		return v
	}
}

// prefix returns the beginning of a text. It ends at a line break if the text has several lines.
func (s *shortening) prefix(text string) string {
	if len(text) <= s.text {
		return text
	}
	s.cut = true
	end := s.text
	for !utf8.RuneStart(text[end]) {
		end--
	}
	if line := strings.LastIndexByte(text[:end], '\n'); line > end/2 {
		end = line + 1
	}
	return text[:end] + "…"
}

func (s *shortening) list(path string, list []any) []any {
	var c counts
	short := []any{}
	for _, entry := range list {
		c.all++
		name, isNamed := nameOf(entry)
		switch _, isText := entry.(string); {
		case len(short) >= s.most || !isText && !isNamed && c.all > s.whole:
			c.gone++
		case isNamed && c.all > s.whole:
			c.names++
			short = append(short, s.prefix(name))
		default:
			short = append(short, s.value(path, entry))
		}
	}
	s.count(path, c)
	return short
}

// nameOf returns the name of a list entry; ok is false if it has none.
func nameOf(entry any) (name string, ok bool) {
	members, isObject := entry.(map[string]any)
	for _, member := range []string{"policy_id", "id", "address", "path_b", "path_a", "path", "name", "field",
		"input", "where"} {
		if name, ok = members[member].(string); isObject && ok && name != "" {
			return name, true
		}
	}
	return "", false
}

func (s *shortening) object(path string, object map[string]any) map[string]any {
	c := counts{all: len(object)}
	short := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if len(short) >= s.most {
			c.gone++
			continue
		}
		short[s.prefix(name)] = s.value(path+"."+s.prefix(name), object[name])
	}
	s.count(path, c)
	return short
}

func (s *shortening) count(path string, c counts) {
	if c.names+c.gone == 0 {
		return
	}
	if s.lists[path] == nil {
		s.lists[path] = &counts{}
	}
	sum := s.lists[path]
	sum.all, sum.names, sum.gone = sum.all+c.all, sum.names+c.names, sum.gone+c.gone
}

// maxNotes is the maximum number of lists that an answer names.
const maxNotes = 10

// says returns the sentences that describe the removed parts to an agent.
func (s *shortening) says() []string {
	says := []string{"This is not the whole answer. Call again with detail: full for all of it."}
	if s.cut {
		says = append(says, fmt.Sprintf("Texts over %d bytes end with ….", s.text))
	}
	for i, path := range slices.Sorted(maps.Keys(s.lists)) {
		if i == maxNotes {
			return append(says, "There are more of these lists.")
		}
		c := s.lists[path]
		says = append(says, fmt.Sprintf("%s: %d in all, %d by name only, %d left out.", path, c.all, c.names, c.gone))
	}
	return says
}
