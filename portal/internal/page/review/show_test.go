package review

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/request"
)

// TestKeptIsTrue: a page that says that every rule is kept must not hide an exception.
func TestKeptIsTrue(t *testing.T) {
	assert.Equal(t, "Every mandatory rule is kept.", kept(nil))
	assert.Equal(t, "Every mandatory rule is kept but for those with an exception: a.b (until 2026-12-31, of a@example.com).",
		kept([]request.Exception{{PolicyID: "a.b", Owner: "a@example.com", Until: "2026-12-31"}}))
}
