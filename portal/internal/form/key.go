package form

import (
	"crypto/rand"
)

// NewKey returns a new idempotency key. One attempt to send a form and all its retries use the same
// key.
func NewKey() string { return rand.Text() } // a key must be unique; it is not evidence
