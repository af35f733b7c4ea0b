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

// maxAnswer bounds a short answer: the line without its ID, in bytes. envelope is what the line
// has besides the document.
const (
	maxAnswer = 12_000
	envelope  = 200
)

// limits are how much of a document an answer has.
type limits struct {
	// text bounds a text, in bytes.
	text int
	// whole is how many entries of a list are whole. Those that follow are names, if they have any.
	whole int
	// most is how many entries a list has, and how many members an object in the document.
	most int
}

// minText bounds texts where all are cut. No ID, hash or path of the platform is longer.
const minText = 80

// narrower returns the next limits to try for what has a size; not ok where there are none. Texts
// are cut first, then come entries by name, then fewer entries. A half cannot be too little where
// the size is over twice of what fits.
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

// short returns a document as one line that fits an answer. A document that is too long loses
// some of its parts, and its member "shortened" says which.
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

// sizeOf returns how many bytes a line takes as the text of an answer, which the SDK encodes.
func sizeOf(line []byte) int {
	text, err := json.Marshal(string(line))
	if err != nil {
		panic(err) // it is a text
	}
	return len(text)
}

// shortening makes a value shorter, and takes note of what it leaves out.
type shortening struct {
	limits
	cut   bool
	lists map[string]*counts
}

// counts are the entries of all lists at a path.
type counts struct{ all, names, gone int }

// value returns what is left of the value at a path.
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

// prefix returns the beginning of a text, up to the end of a line if it has several.
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

// nameOf returns what names an entry of a list.
func nameOf(entry any) (name string, ok bool) {
	members, isObject := entry.(map[string]any)
	for _, member := range []string{"policy_id", "id", "address", "path_b", "path_a", "path", "name", "field", "input", "where"} {
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

// maxNotes bounds the lists that an answer names.
const maxNotes = 10

// says says to an agent what is missing.
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
