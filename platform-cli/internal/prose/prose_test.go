package prose

import (
	"testing"
	"text/template"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/request"
)

// TestValuesAddNoLine checks that a value of a document cannot add a line.
func TestValuesAddNoLine(t *testing.T) {
	set := parsed()
	template.Must(set.New("test").Parse(`{{range .}}
  value {{.}}

{{whole}}{{.}}
{{end}}`))
	for _, one := range set.Templates() {
		if one.Name() == "test" {
			guard(one.Root)
		}
	}
	assert.Equal(t, []string{`  value a\nb\x1b`, `a\nb\x1b`, `  value \x00c`, `\x00c`},
		Lines("test", []string{"a\nb\x1b", "\x00c"}))
}

func TestLists(t *testing.T) {
	assert.Equal(t, "a, b and c", join([]string{"a", "b", "c"}, "and"))
	assert.Equal(t, "a, b", join([]string{"a", "b"}))
	assert.Equal(t, "a or 2", Either([]request.Value{request.Text("a"), request.Number(2)}))
	assert.Empty(t, join(nil, "and"))
	assert.Equal(t, "a", join([]string{"a"}, "and"))
}
