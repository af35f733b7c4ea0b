package adapter_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// TestAnswersHoldTextsInStructsAndLists walks the types of all answers. The check of texts reaches no map, pointer or
// interface.
func TestAnswersHoldTextsInStructsAndLists(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var walk func(is reflect.Type, path string)
	walk = func(is reflect.Type, path string) {
		if seen[is] {
			return
		}
		seen[is] = true
		switch is.Kind() {
		case reflect.Map, reflect.Pointer, reflect.Interface, reflect.Array:
			assert.Fail(t, "the check of texts does not reach this", "%s: %s", path, is)
		case reflect.Slice:
			walk(is.Elem(), path+"[]")
		case reflect.Struct:
			for i := range is.NumField() {
				walk(is.Field(i).Type, path+"."+is.Field(i).Name)
			}
		}
	}
	for _, answer := range []any{adapter.Description{}, adapter.Evaluation{}, adapter.Generation{}, []profile.Check{}} {
		walk(reflect.TypeOf(answer), reflect.TypeOf(answer).String())
	}
	assert.Greater(t, len(seen), 20)
}
