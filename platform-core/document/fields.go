package document

import (
	"reflect"
	"strings"
)

// Fields returns the dotted names of every field that a document of the given
// struct type may have, in the struct's order: "controls" and then
// "controls.private_cluster".
func Fields(of any) []string {
	return fieldsOf("", reflect.TypeOf(of))
}

func fieldsOf(path string, t reflect.Type) []string {
	var fields []string
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		at := child(path, name)
		fields = append(fields, at)
		inner := f.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		if inner.Kind() == reflect.Struct {
			fields = append(fields, fieldsOf(at, inner)...)
		}
	}
	return fields
}
