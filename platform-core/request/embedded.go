package request

import (
	"reflect"
	"sync"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// Embedded is a request inside another document, in the form of a request document.
type Embedded struct{ in reflect.Value }

// Target returns what package document decodes the part into.
func (p *Embedded) Target() any {
	p.in = reflect.New(inputType)
	return p.in.Interface()
}

// Written reports whether the document has the request.
func (p *Embedded) Written() bool { return p.in.IsValid() }

// Parse returns the request in normal form, and adds its faults to the reading. path is its place in the document.
func (p *Embedded) Parse(path string, reading *document.Reading) Request {
	partial := partial(p.in.Elem(), path+".", reading)
	partial.report(path+".", reading)
	return partial.Request
}

// Assignments are fields of a request with their values inside another document, each by its dotted name.
type Assignments struct{ in reflect.Value }

// fieldsType is the struct that package document decodes Assignments into.
var fieldsType = sync.OnceValue(func() reflect.Type {
	var members []reflect.StructField
	for i, f := range fields {
		members = append(members, inputMember(i, f.Name, scalarTypes[f.Kind]))
	}
	return reflect.StructOf(members)
})

// Target returns what package document decodes the fields into.
func (l *Assignments) Target() any {
	l.in = reflect.New(fieldsType())
	return l.in.Interface()
}

// Parse returns the fields that are written and their values in normal form, in the order of request documents. A null
// is the zero [Value]. It adds the faults to the reading. path is the place of the fields in the document.
func (l *Assignments) Parse(path string, reading *document.Reading) (list []Assignment) {
	for i := range fields {
		f := &fields[i]
		at := path + "." + f.Name
		if !reading.Written(at) || reading.Faulty(at) {
			continue
		}
		v, ok := inputValue(l.in.Elem(), []int{i})
		if ok {
			if fault := f.explained(v); fault != "" {
				reading.Add(at, problem.FaultForm, "%s", fault)
				continue
			}
			v = f.normalised(v)
		}
		list = append(list, Assignment{f.Name, v})
	}
	return list
}
