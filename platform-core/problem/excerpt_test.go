package problem_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/problem"
)

func TestExcerpt(t *testing.T) {
	for text, want := range map[string]string{
		"":       "",
		"abc":    "abc",
		"abcd":   "abc…",
		"abé":    "abé",
		"abéd":   "abé…",
		"東京都":    "東京都",
		"東京都庁":   "東京都…",
		"ab\xff": "ab\xff",
	} {
		assert.Equal(t, want, problem.Excerpt(text, 3), text)
	}
}
