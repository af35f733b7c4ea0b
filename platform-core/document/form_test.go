package document_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
)

// TestForms compares forms with package regexp, for texts of every length about the
// bounds.
func TestForms(t *testing.T) {
	for _, expression := range []string{
		`[a-z]{1,5}`, `[a-z]{3,32}`, `^[a-z][a-z0-9]{0,4}[a-z0-9]$`, `(ab){1,3}`, `(a|b){1,3}`, `(a*){1,3}`, `x(y[ab]{2,4})z{2}`, `[ab]{2}`, `a{2,4}b{2,4}`,
		`[ab]{2,}`, `a?[ab]{0,3}`, `.{1,3}`, `(?i)ab[a-c]{1,3}`, `(?s).{0,4}`, `[^a]{1,3}`, `é{1,3}`, `a{0,2}|b{0,3}`, `(?:(a{1,2}))`, `\ba{1,2}`, `a{0,0}`, ``, `a|b`,
		`[a-z0-9]{2}(-[0-9a-f]{2}){2}/[\w.()-]{1,6}/x`, `(?m)^a{1,2}$`, `[!-)+-9;-~]{1,512}`, `(a{1,2}){1,2}`,
	} {
		form, err := document.NewForm(expression)
		require.NoError(t, err, expression)
		want := regexp.MustCompile("^(?:" + expression + ")$")
		for _, unit := range []string{"a", "b", "ab", "ba", "A", "é", "\xff", "\n", "z", "xyab", "1", "ab-12-"} {
			for times := range 40 {
				for _, end := range []string{"", "b", "z", "zz", "/x", "/a/x", "/abcdef/x", "\n"} {
					text := strings.Repeat(unit, times) + end
					assert.Equal(t, want.MatchString(text), form.Has(text), "%q of %q", text, expression)
				}
			}
		}
	}
	form, err := document.NewForm(`[!-)+-9;-~]{1,512}`)
	require.NoError(t, err)
	assert.True(t, form.Has(strings.Repeat("x", 512)))
	assert.False(t, form.Has(strings.Repeat("x", 513)))
}

func TestWrongForms(t *testing.T) {
	for _, expression := range []string{`(`, `a{2,1}`, `a{1,1001}`, `[z-a]`, `\8`, `(?<n>`} {
		_, err := document.NewForm(expression)
		assert.Error(t, err, expression)
		assert.Panics(t, func() { document.LazyForm(expression)() })
	}
}
