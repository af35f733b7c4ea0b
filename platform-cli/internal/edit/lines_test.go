package edit_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-cli/internal/edit"
)

func TestLines(t *testing.T) {
	text := []byte("a: 1\nb: 2\nc: 3\nd: 4")
	assert.Equal(t, []edit.Line{
		{1, false, "a: 1"}, {1, true, "a: one"},
		{2, false, "b: 2"},
		{3, true, "e: 5"},
		{4, false, "d: 4"}, {4, true, "d: x"},
	}, edit.Lines(text, []edit.Replacement{{3, 4, "one"}, {5, 10, ""}, {14, 14, "\ne: 5"}, {18, 19, "x"}}))
	assert.Equal(t, []edit.Line{{4, false, "d: 4"}}, edit.Lines(text, []edit.Replacement{{14, 19, ""}}),
		"with the line break before it")
	assert.Equal(t, []edit.Line{{2, false, "b: 2"}, {2, true, "B: two"}},
		edit.Lines(text, []edit.Replacement{{5, 6, "B"}, {8, 9, "two"}}))
	assert.Equal(t, []edit.Line{{5, true, "e: 5"}}, edit.Lines(text, []edit.Replacement{{19, 19, "\ne: 5"}}))
}
