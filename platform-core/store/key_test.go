package store_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/store"
)

func TestParseKey(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want problem.Code
	}{
		"empty":   {"", problem.IdempotencyKeyMissing},
		"blank":   {" \t ", problem.IdempotencyKeyMissing},
		"long":    {strings.Repeat("k", 256), problem.IdempotencyKeyInvalid},
		"longest": {strings.Repeat("k", 255), ""},
		"space":   {"a b", problem.IdempotencyKeyInvalid},
		"accent":  {"clé", problem.IdempotencyKeyInvalid},
		"control": {"a\x01", problem.IdempotencyKeyInvalid},
		"good":    {"7f0c-!~", ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := store.ParseKey(tt.text)
			if tt.want == "" {
				assert.NoError(t, err)
				return
			}
			assert.Equal(t, tt.want, problem.From(err).Code)
		})
	}
}
