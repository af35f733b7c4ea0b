package browser

import (
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// equals requires the value of an expression in the page.
func equals[T any](b *tab, want T, expression string, message ...any) {
	b.t.Helper()
	require.Equal(b.t, want, evaluate[T](b, expression), message...)
}

// holds requires that an expression is true in the page.
func (b *tab) holds(expression string, message ...any) {
	b.t.Helper()
	require.True(b.t, evaluate[bool](b, expression), message...)
}

// isEmpty requires that the value of an expression is an empty text or list.
func (b *tab) isEmpty(expression string, message ...any) {
	b.t.Helper()
	require.Empty(b.t, evaluate[any](b, expression), message...)
}

// contains requires words in the text of an expression.
func (b *tab) contains(words, expression string, message ...any) {
	b.t.Helper()
	require.Contains(b.t, evaluate[string](b, expression), words, message...)
}

// matches requires that the text of an expression matches a regular expression.
func (b *tab) matches(pattern, expression string, message ...any) {
	b.t.Helper()
	require.Regexp(b.t, pattern, evaluate[string](b, expression), message...)
}

// hasText requires words in the text of the page.
func (b *tab) hasText(words string, message ...any) {
	b.t.Helper()
	require.Contains(b.t, b.text(), words, message...)
}

// lacksText requires that words are not in the text of the page.
func (b *tab) lacksText(words string) {
	b.t.Helper()
	require.NotContains(b.t, b.text(), words)
}

// hasHeading requires the h1 of the page.
func (b *tab) hasHeading(want string, message ...any) {
	b.t.Helper()
	require.Equal(b.t, want, b.heading(), message...)
}

// hasFocus requires what has the focus; see [tab.focused].
func (b *tab) hasFocus(want string, message ...any) {
	b.t.Helper()
	require.Equal(b.t, want, b.focused(), message...)
}

// focus gives the focus to the element with an ID.
func (b *tab) focus(id string) {
	b.t.Helper()
	b.do(chromedp.Focus(chromedp.ID(id)))
}
