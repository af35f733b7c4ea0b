package store

import (
	"strings"

	"platform.internal/platform-core/problem"
)

// Key is a usable idempotency key.
type Key string

// MaxKey is the greatest length of a key, in characters.
const MaxKey = 255

// ParseKey returns the key that a text is, without the white space around it.
// The error is a *problem.Problem: idempotency_key_missing for a blank text,
// idempotency_key_invalid for one that cannot be used.
func ParseKey(text string) (Key, error) {
	if strings.TrimSpace(text) == "" {
		return "", problem.New(problem.IdempotencyKeyMissing, "There is no idempotency key.")
	}
	key := strings.Trim(text, " \t")
	if len(key) > MaxKey || strings.ContainsFunc(key, notVisible) {
		return "", problem.New(problem.IdempotencyKeyInvalid,
			"An idempotency key must be 1 to %d visible ASCII characters without spaces, such as a UUID.", MaxKey)
	}
	return Key(key), nil
}

// notVisible reports whether r is no visible ASCII character (VCHAR, RFC 5234).
func notVisible(r rune) bool { return r < '!' || r > '~' }
