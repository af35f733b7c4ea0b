package document

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"platform.internal/platform-core/problem"
)

// Format is the syntax of a document.
type Format string

// The two syntaxes.
const (
	JSON Format = "JSON"
	YAML Format = "YAML"
)

// maxDepth is the deepest nesting that most schemas of the platform need: a profile has policies, a list of rules.
const maxDepth = 3

// Source is the text of one document.
type Source struct {
	// Name is the name of the file; empty for text that came over the wire, in which only syntax faults have lines.
	Name   string
	Format Format
	Data   []byte
}

// FormatOf returns the [Format] of a file by its extension, or else by its first character: a JSON document is always
// an object.
func FormatOf(name string, data []byte) Format {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".json":
		return JSON
	case ".yaml", ".yml":
		return YAML
	}
	if bytes.HasPrefix(bytes.TrimSpace(WithoutMark(data)), []byte("{")) {
		return JSON
	}
	return YAML
}

// mark is the byte order mark that some programs write at the start of a file.
var mark = []byte("\ufeff")

// WithoutMark returns data without a byte order mark at its start.
func WithoutMark(data []byte) []byte { return bytes.TrimPrefix(data, mark) }

// Reading is the result of reading a [Source]: its faults, and the line of each field. Callers add the faults of their
// own rules.
type Reading struct {
	faults    []problem.Fault
	faulty    map[string]bool // each field with a fault, and the fields around it
	malformed bool
	locations map[string]location // of the value of each field, on the line of its name
	named     bool
	depth     int  // of nesting that is allowed
	stop      bool // the document is nested deeper
	src       Source
	cursor    cursor
}

// Read parses src and decodes it into the struct that into points to, by the json tags of the fields. It does not
// change a field that is absent, null or has a fault.
func Read(src Source, into any) *Reading { return ReadNested(src, into, maxDepth) }

// ReadNested is [Read] for a schema that needs more nesting.
func ReadNested(src Source, into any, depth int) *Reading {
	src.Data = WithoutMark(src.Data)
	r := &Reading{locations: map[string]location{}, named: src.Name != "", src: src, depth: depth}
	root, ok := r.parse(src)
	if !ok {
		r.malformed = true
		return r
	}
	if root.kind != kindObject {
		r.at(root.location, "", problem.FaultType, "must be an object with named fields, not %s", article[root.kind])
		r.malformed = true
		return r
	}
	r.store("", root, reflect.ValueOf(into).Elem())
	return r
}

func (r *Reading) parse(src Source) (value, bool) {
	if fault := encodingFault(src.Data); fault != "" {
		r.at(location{}, "", problem.FaultEncoding, "%s", fault)
		return value{}, false
	}
	if len(bytes.TrimSpace(src.Data)) == 0 {
		r.at(location{}, "", problem.FaultSyntax, "is empty; write a document with the fields of its schema")
		return value{}, false
	}
	if src.Format == JSON {
		return r.parseJSON(src.Data)
	}
	return r.parseYAML(src.Data)
}

func encodingFault(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")):
		return "is UTF-16; save it as UTF-8"
	case !utf8.Valid(data):
		return "is not valid UTF-8; save it as UTF-8"
	}
	return ""
}

// Clone returns a copy. Faults that are added to the copy do not change r.
func (r *Reading) Clone() *Reading {
	c := *r
	c.faults, c.faulty = slices.Clone(r.faults), maps.Clone(r.faulty)
	return &c
}

// Name returns the name of the file; empty for text that came over the wire.
func (r *Reading) Name() string { return r.src.Name }

// Malformed reports whether the text is no document: it has a syntax error, or is no object.
func (r *Reading) Malformed() bool { return r.malformed }

// Faults returns the faults so far, in the order in which they were found.
func (r *Reading) Faults() []problem.Fault { return slices.Clone(r.faults) }

// Faulty reports whether field, or a field in it, has a fault.
func (r *Reading) Faulty(field string) bool {
	return r.faulty[field]
}

// Written reports whether the document has the field, also with null.
func (r *Reading) Written(field string) bool {
	_, written := r.locations[field]
	return written
}

// Line returns the line of field, or of the object that lacks it. It returns 0 for a field that the whole document
// lacks, and for a source without a file.
func (r *Reading) Line(field string) int {
	if !r.named {
		return 0
	}
	for !r.Written(field) && field != "" {
		field = field[:max(strings.LastIndexAny(field, ".["), 0)]
	}
	return r.locations[field].line
}

// location returns the line of field, and the column if the document has the field.
func (r *Reading) location(field string) location {
	if r.Written(field) {
		return r.locations[field]
	}
	return location{line: r.Line(field)}
}

// Add records a fault of field, at the place of the field.
func (r *Reading) Add(field string, code problem.FaultCode, format string, args ...any) {
	r.at(r.location(field), field, code, format, args...)
}

// AddFault records a fault as [Reading.Placed] returns it.
func (r *Reading) AddFault(f problem.Fault) { r.Take(f.Field, r.Placed(f)) }

// Placed returns a fault with the line and column of its field. The Line and Column of f, if it has any, count in the
// text of the field.
func (r *Reading) Placed(f problem.Fault) problem.Fault {
	line, column := f.Line, f.Column
	f.Line, f.Column = r.Line(f.Field), r.location(f.Field).column
	if !r.named {
		f.Column = 0
	}
	if r.named && line > 0 {
		if inLine, inColumn := position(r.src, f.Field, line, column); inLine > 0 {
			f.Line, f.Column = inLine, inColumn
		}
	}
	f.Source = r.sourceLine(location{f.Line, f.Column})
	return f
}

// Take records faults as they are, and marks field as faulty: for the faults of a file that the field names.
func (r *Reading) Take(field string, faults ...problem.Fault) {
	if len(faults) > 0 {
		r.mark(field)
		r.faults = append(r.faults, faults...)
	}
}

// Order sorts the faults by the order of fields. Faults of other fields follow, as they were found.
func (r *Reading) Order(fields []string) {
	rank := func(f problem.Fault) int {
		if i := slices.Index(fields, f.Field); i >= 0 {
			return i
		}
		return len(fields)
	}
	slices.SortStableFunc(r.faults, func(a, b problem.Fault) int { return rank(a) - rank(b) })
}

// Problem returns the faults as one [problem.Problem], or nil if there are none. Its code is [problem.MalformedBody]
// for a malformed document, and code otherwise.
func (r *Reading) Problem(code problem.Code, subject string) *problem.Problem {
	if r.malformed {
		code = problem.MalformedBody
	}
	return problem.Invalid(code, subject, r.faults)
}

func (r *Reading) at(at location, field string, code problem.FaultCode, format string, args ...any) {
	if !r.named && code != problem.FaultSyntax { // a client finds a field by its name
		at = location{}
	}
	r.mark(field)
	r.faults = append(r.faults, problem.Fault{
		Field: field, Code: code, Message: fmt.Sprintf(format, args...),
		Line: at.line, Column: at.column, Source: r.sourceLine(at),
	})
}

// mark notes that field, and each field around it, has a fault.
func (r *Reading) mark(field string) {
	if r.faulty == nil {
		r.faulty = map[string]bool{}
	}
	for field != "" && !r.faulty[field] {
		r.faulty[field] = true
		field = field[:max(strings.LastIndexAny(field, ".["), 0)]
	}
}
