package store

import (
	"strings"

	"platform.internal/platform-core/problem"
)

// Key is an idempotency key. Create it with [ParseKey].
type Key string

// MaxKey is the maximum length of a key, in characters.
const MaxKey = 255

// ParseKey returns the key in a text, without the white space around it. It fails with
// idempotency_key_missing if the text is blank, and with idempotency_key_invalid if it is too long or
// has other characters than visible ASCII characters.
func ParseKey(text string) (Key, error) {
	if strings.TrimSpace(text) == "" {
		return "", problem.New(problem.IdempotencyKeyMissing, "There is no idempotency key.")
	}
	key := strings.Trim(text, " \t")
	if len(key) > MaxKey || strings.ContainsFunc(key, func(r rune) bool { return r < '!' || r > '~' }) {
		return "", problem.New(problem.IdempotencyKeyInvalid,
			"An idempotency key must be 1 to %d visible ASCII characters without spaces, such as a UUID.", MaxKey)
	}
	return Key(key), nil
}
