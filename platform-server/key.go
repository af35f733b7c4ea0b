package server

import (
	"net/http"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/store"
)

// keyHeader is the header that carries the idempotency key.
const keyHeader = "Idempotency-Key"

// idempotencyKey returns the key of a call. The error is a *problem.Problem:
// idempotency_key_missing or idempotency_key_invalid.
func idempotencyKey(r *http.Request) (store.Key, error) {
	if n := len(r.Header.Values(keyHeader)); n > 1 {
		return "", problem.New(problem.IdempotencyKeyInvalid, "Send the header %s once, not %d times.", keyHeader, n)
	}
	key, err := store.ParseKey(r.Header.Get(keyHeader))
	if p := problem.From(err); p != nil && p.Code == problem.IdempotencyKeyInvalid {
		return "", problem.New(
			p.Code,
			"The %s must be 1 to %d visible ASCII characters without spaces, such as a UUID.",
			keyHeader,
			store.MaxKey,
		)
	}
	return key, err
}
