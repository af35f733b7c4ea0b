package document

import (
	"regexp"
	"sync"
)

// Form matches a whole text against an RE2 expression.
type Form struct{ expression *regexp.Regexp }

// NewForm returns the form of an expression. It fails if the expression is not RE2.
func NewForm(expression string) (*Form, error) {
	whole, err := regexp.Compile("^(?:" + expression + ")$")
	return &Form{whole}, err
}

// LazyForm returns a function that compiles the [Form] at its first call. The function panics if the expression is not
// RE2.
func LazyForm(expression string) func() *Form {
	return sync.OnceValue(func() *Form { return &Form{regexp.MustCompile("^(?:" + expression + ")$")} })
}

// Has reports whether the whole text has the form.
func (f *Form) Has(text string) bool { return f.expression.MatchString(text) }
