package request

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// Parse reads a request document and returns it in normal form. The error is a [problem.Problem] with every fault:
// malformed_body for text that is no document, invalid_request for a document with wrong fields.
func Parse(src document.Source) (Request, error) {
	partial, reading := parse(src)
	if reading.Malformed() {
		return Request{}, reading.Problem(problem.MalformedBody, "request")
	}
	partial.report("", reading)
	reading.Order(fieldNames)
	if p := reading.Problem(problem.InvalidRequest, "request"); p != nil {
		return Request{}, p
	}
	return partial.Request, nil
}

// report adds a fault for each missing field, except for a field with a misspelt name: the fault of that name is
// enough.
func (p *Partial) report(prefix string, reading *document.Reading) {
	misspelt := misspelt(prefix, reading)
	for _, name := range p.Missing {
		if slices.Contains(misspelt, prefix+name) {
			continue
		}
		f := fields[fieldIndex[name]]
		reading.Add(prefix+name, problem.FaultMissing, "is missing; %s", f.Text.Missing)
	}
}

// misspelt returns the fields that are written with a wrong name.
func misspelt(prefix string, reading *document.Reading) (fields []string) {
	for _, fault := range reading.Faults() {
		if name, inside := strings.CutPrefix(fault.Field, prefix); inside && fault.Code == problem.FaultUnknown {
			fields = append(fields, prefix+document.Nearest(name, fieldNames))
		}
	}
	return fields
}

// parse reads the fields that a document has. The Reading has the faults.
func parse(src document.Source) (Partial, *document.Reading) {
	in := reflect.New(inputType)
	reading := document.Read(src, in.Interface())
	if reading.Malformed() {
		return Partial{Given: map[string]bool{}}, reading
	}
	return partial(in.Elem(), "", reading), reading
}

// partial returns the request that was decoded into in. The names of its fields in the reading begin with prefix.
func partial(in reflect.Value, prefix string, reading *document.Reading) Partial {
	p := Partial{Given: map[string]bool{}}
	for i := range fields {
		f := &fields[i]
		v, written := inputValue(in, inputPath[i])
		if !written {
			p.absent(f, prefix, reading)
			continue
		}
		if fault := f.explained(v); fault != "" {
			reading.Add(prefix+f.Name, problem.FaultForm, "%s", fault)
			continue
		}
		if faulty(f, prefix, reading) { // such as one that is written twice
			continue
		}
		f.set(&p.Request, f.normalised(v))
		p.Given[f.Name] = true
	}
	return p
}

// faulty reports whether the document has a fault in the field, or in the object
// that holds it.
func faulty(f *Field, prefix string, reading *document.Reading) bool {
	return reading.Faulty(prefix+f.Name) ||
		f.IsControl() && slices.ContainsFunc(reading.Faults(), func(fault problem.Fault) bool {
			return fault.Field == prefix+ControlsField
		})
}

// absent sets the value of a field that the document leaves out.
func (p *Partial) absent(f *Field, prefix string, reading *document.Reading) {
	switch {
	case reading.Faulty(prefix + f.Name):
	case !f.Optional:
		p.Missing = append(p.Missing, f.Name)
	default:
		f.set(&p.Request, f.Default)
		if reading.Written(prefix + f.Name) { // as null, which says that there is none
			p.Given[f.Name] = true
		}
	}
}

// inputType is the struct that package document decodes a request into. It is made from the table: a pointer for each
// field, nil if the field is absent, and a struct with the controls. inputPath has the index of each field in it.
var (
	inputType reflect.Type
	inputPath [][]int
)

var scalarTypes = map[ValueKind]reflect.Type{
	TextValue: reflect.TypeFor[*string](), NumberValue: reflect.TypeFor[*int64](), FlagValue: reflect.TypeFor[*bool](),
}

func init() {
	var outer, inner []reflect.StructField
	for _, f := range fields {
		if f.IsControl() {
			inputPath = append(inputPath, []int{-1, len(inner)})
			inner = append(inner, inputMember(len(inner), f.Name[len(ControlsField)+1:], scalarTypes[f.Kind]))
			continue
		}
		scalar := scalarTypes[f.Kind]
		switch f.Name {
		case ExpiryField:
			scalar = reflect.TypeFor[*Date]()
		case NetworkField:
			scalar = reflect.TypeFor[*RangeText]()
		}
		inputPath = append(inputPath, []int{len(outer)})
		outer = append(outer, inputMember(len(outer), f.Name, scalar))
	}
	for _, path := range inputPath {
		if path[0] < 0 {
			path[0] = len(outer)
		}
	}
	outer = append(outer, inputMember(len(outer), ControlsField, reflect.PointerTo(reflect.StructOf(inner))))
	inputType = reflect.StructOf(outer)
}

func inputMember(n int, name string, t reflect.Type) reflect.StructField {
	return reflect.StructField{
		Name: fmt.Sprintf("Field%d", n),
		Type: t,
		Tag:  reflect.StructTag(fmt.Sprintf("json:%q", name)),
	}
}

// inputValue returns the value at a place in the struct that a document was decoded into; ok is false if it has none.
func inputValue(in reflect.Value, path []int) (Value, bool) {
	for _, at := range path {
		if in.Kind() == reflect.Pointer {
			if in.IsNil() {
				return Value{}, false
			}
			in = in.Elem()
		}
		in = in.Field(at)
	}
	if in.IsNil() {
		return Value{}, false
	}
	switch in = in.Elem(); in.Kind() {
	case reflect.String:
		return Text(in.String()), true
	case reflect.Int64:
		return Number(in.Int()), true
	default:
		return Flag(in.Bool()), true
	}
}

// Partial is a request that is still being written. Fields may be missing or have a fault.
type Partial struct {
	// Request has the fields that are given, in normal form.
	Request Request
	// Given are the names of the fields that the document has without a fault.
	Given map[string]bool
	// Missing are the required fields that the document lacks, in the order of Fields.
	Missing []string
	// Faults are the faults of the other fields.
	Faults []problem.Fault
}

// ParsePartial reads a document that may lack fields or have wrong ones. It fails with [problem.MalformedBody] for text
// that is no document.
func ParsePartial(src document.Source) (Partial, error) {
	p, reading := parse(src)
	if reading.Malformed() {
		return Partial{}, reading.Problem(problem.MalformedBody, "request")
	}
	reading.Order(fieldNames)
	p.Faults = reading.Faults()
	return p, nil
}

// Complete reports whether the request can be evaluated as a whole.
func (p Partial) Complete() bool { return len(p.Missing) == 0 && len(p.Faults) == 0 }

// Unknown returns the names of the fields that are not given, in the order of [Fields]. It returns none if the request
// is complete.
func (p Partial) Unknown() []string {
	if p.Complete() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(fieldNames), func(name string) bool {
		_, ok := fieldIndex[name]
		return !ok || p.Given[name]
	})
}

// With returns the partial request as if the document had a value of a field. It fails as [Request.With] does.
func (p Partial) With(name string, v Value) (Partial, error) {
	with, err := p.Request.With(name, v)
	if err != nil {
		return p, err
	}
	given := map[string]bool{name: true}
	maps.Copy(given, p.Given)
	p.Request, p.Given = with, given
	p.Missing = slices.DeleteFunc(slices.Clone(p.Missing), func(missing string) bool { return missing == name })
	p.Faults = slices.DeleteFunc(slices.Clone(p.Faults), func(f problem.Fault) bool { return f.Field == name })
	return p, nil
}

// Filled returns the request with the example, or else the default, of each field that is not given. It is an input for
// questions that do not depend on those fields.
func (p Partial) Filled() Request {
	filled := p.Request
	for _, f := range fields {
		if v := cmp.Or(f.Example, f.Default); !p.Given[f.Name] && !v.IsZero() {
			f.set(&filled, v)
		}
	}
	return filled
}
