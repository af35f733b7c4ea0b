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

// maxDepth is the deepest nesting that most schemas of the platform need: a
// profile holds policies, a list of rules.
const maxDepth = 3

// Source is the text of one document.
type Source struct {
	// Name is the file's name; empty for text that came over the wire. Faults
	// carry lines only where there is a file to look them up in.
	Name   string
	Format Format
	Data   []byte
}

// FormatOf returns the syntax of a file: by its extension, and otherwise by its
// first character, since a JSON document here is always an object.
func FormatOf(name string, data []byte) Format {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".json":
		return JSON
	case ".yaml", ".yml":
		return YAML
	}
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		return JSON
	}
	return YAML
}

// Reading is the result of reading a Source: its faults so far, and the line of
// each field. Callers add the faults of their own rules to it.
type Reading struct {
	faults    []problem.Fault
	faulty    map[string]bool // each faulty field, and those that it is in
	malformed bool
	locations map[string]location // of each field: of its value, on the line of its name
	named     bool
	depth     int  // that may be nested
	stop      bool // as it is nested deeper
	src       Source
}

// Read parses src and decodes it into the struct that into points to, by the
// fields' json tags. A field that is absent, null or faulty is left as it was.
func Read(src Source, into any) *Reading { return ReadNested(src, into, maxDepth) }

// ReadNested is Read for a schema that needs a deeper nesting.
func ReadNested(src Source, into any, depth int) *Reading {
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
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		return "starts with a byte order mark; save it as UTF-8 without one"
	case !utf8.Valid(data):
		return "is not valid UTF-8; save it as UTF-8"
	}
	return ""
}

// Clone returns a copy to which faults can be added without changing r.
func (r *Reading) Clone() *Reading {
	c := *r
	c.faults, c.faulty = slices.Clone(r.faults), maps.Clone(r.faulty)
	return &c
}

// Name returns the name of the file; empty for text that came over the wire.
func (r *Reading) Name() string { return r.src.Name }

// Malformed reports that the text could not be read as a document at all.
func (r *Reading) Malformed() bool { return r.malformed }

// Faults returns every fault found so far, in the order of finding.
func (r *Reading) Faults() []problem.Fault { return slices.Clone(r.faults) }

// Faulty reports whether field, or something inside it, already has a fault.
func (r *Reading) Faulty(field string) bool {
	return r.faulty[field]
}

// Written reports whether the document has the field, be it with null.
func (r *Reading) Written(field string) bool {
	_, written := r.locations[field]
	return written
}

// Line returns the line of field, or of what it is missing in; 0 where that is the whole
// document, or where the source has no file.
func (r *Reading) Line(field string) int {
	if !r.named {
		return 0
	}
	for !r.Written(field) && field != "" {
		field = field[:max(strings.LastIndexAny(field, ".["), 0)]
	}
	return r.locations[field].line
}

// location returns the line of field, and where its value is written also the column.
func (r *Reading) location(field string) location {
	if r.Written(field) {
		return r.locations[field]
	}
	return location{line: r.Line(field)}
}

// Add records a fault of field, with the line of the field.
func (r *Reading) Add(field string, code problem.FaultCode, format string, args ...any) {
	r.at(r.location(field), field, code, format, args...)
}

// AddFault records a fault, as Placed returns it.
func (r *Reading) AddFault(f problem.Fault) { r.Take(f.Field, r.Placed(f)) }

// Placed returns a fault of a field with its line and column. A fault with a Line is one
// of a character of the field's own text, at that line and Column of it.
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

// Take records faults that concern the field, such as those of a document that it
// names, as they are.
func (r *Reading) Take(field string, faults ...problem.Fault) {
	if len(faults) > 0 {
		r.mark(field)
		r.faults = append(r.faults, faults...)
	}
}

// Order puts the faults into the order of the given fields; those of other
// fields follow, as they were found.
func (r *Reading) Order(fields []string) {
	rank := func(f problem.Fault) int {
		if i := slices.Index(fields, f.Field); i >= 0 {
			return i
		}
		return len(fields)
	}
	slices.SortStableFunc(r.faults, func(a, b problem.Fault) int { return rank(a) - rank(b) })
}

// Problem returns the faults as one Problem: malformed_body where the text
// could not be read, code where fields are wrong, nil where nothing is.
func (r *Reading) Problem(code problem.Code, subject string) *problem.Problem {
	if r.malformed {
		code = problem.MalformedBody
	}
	return problem.Invalid(code, subject, r.faults)
}

func (r *Reading) at(at location, field string, code problem.FaultCode, format string, args ...any) {
	if !r.named {
		at = location{}
	}
	r.mark(field)
	r.faults = append(r.faults, problem.Fault{
		Field: field, Code: code, Message: fmt.Sprintf(format, args...), Line: at.line, Column: at.column, Source: r.sourceLine(at),
	})
}

// mark notes that field, and every field that it is in, has a fault.
func (r *Reading) mark(field string) {
	if r.faulty == nil {
		r.faulty = map[string]bool{}
	}
	for field != "" && !r.faulty[field] {
		r.faulty[field] = true
		field = field[:max(strings.LastIndexAny(field, ".["), 0)]
	}
}
