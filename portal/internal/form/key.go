package form

import (
	"crypto/rand"
)

// NewKey returns an idempotency key: one attempt to send a form has one, and
// every retry of it has the same.
func NewKey() string { return rand.Text() } // a key must differ from every other; it is not evidence
