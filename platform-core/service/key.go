package service

import (
	"strings"

	"platform.internal/platform-core/problem"
)

// Key is a usable idempotency key.
type Key string

// maxKey is the longest key, in characters (contract, section 7).
const maxKey = 255

// ParseKey returns the key of the given Idempotency-Key header values. The
// error is a *problem.Problem: idempotency_key_missing without a key or with a
// blank one, idempotency_key_invalid for one that cannot be used.
func ParseKey(values []string) (Key, error) {
	switch {
	case len(values) == 0 || len(values) == 1 && strings.TrimSpace(values[0]) == "":
		return "", problem.New(problem.IdempotencyKeyMissing,
			"Send the header Idempotency-Key with a text of your own, such as a UUID: the same one for each retry, a new one for a new request.")
	case len(values) > 1:
		return "", problem.New(problem.IdempotencyKeyInvalid, "Send the header Idempotency-Key once, not %d times.", len(values))
	}
	key := strings.Trim(values[0], " \t")
	if len(key) > maxKey || strings.ContainsFunc(key, notVisible) {
		return "", problem.New(problem.IdempotencyKeyInvalid,
			"The Idempotency-Key must be 1 to %d visible ASCII characters without spaces, such as a UUID.", maxKey)
	}
	return Key(key), nil
}

// notVisible reports whether r is no visible ASCII character (VCHAR, RFC 5234).
func notVisible(r rune) bool { return r < '!' || r > '~' }
