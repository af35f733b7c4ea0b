package request

import (
	"encoding/hex"
	"strings"

	"platform.internal/platform-core/document"
)

// Identity has the two names of a request. Both derive only from the normalised request.
type Identity struct {
	RequestID   string
	Fingerprint string
}

// idDigits is the number of hex digits of a hash in an ID: 80 bits.
const idDigits = 20

// Canonical returns the request as canonical JSON (RFC 8785), with all controls and without an absent expiry date.
func (r Request) Canonical() []byte { return document.Canonical(r) }

// Identify returns the fingerprint, which is the SHA-256 of [Request.Canonical], and the ID, which is its begin.
func (r Request) Identify() Identity {
	fingerprint := "sha256:" + document.Digest(r.Canonical())
	return Identity{RequestID: IDOf(fingerprint), Fingerprint: fingerprint}
}

// EnvironmentID returns the ID of the environment that a provider makes for the request. It derives from the provider,
// the application, the environment and the region. So a later request for the same environment changes it in place.
func (r Request) EnvironmentID(provider string) string {
	return NewID(environmentPrefix, "sha256:"+document.Digest(document.Canonical(map[string]string{
		ApplicationField: r.Application, EnvironmentField: r.Environment, "provider": provider, RegionField: r.Region,
	})))
}

const environmentPrefix = "env-"

// IsEnvironmentID reports whether text has the form of an environment's ID.
func IsEnvironmentID(text string) bool { return IsID(text, environmentPrefix) }

const requestPrefix = "req-"

// IDOf returns the ID of the request with a fingerprint, or "" for another text.
func IDOf(fingerprint string) string { return NewID(requestPrefix, fingerprint) }

// NewID returns the prefix and the first hex digits of a hash "sha256:…", or "" for another text.
func NewID(prefix, hash string) string {
	digits, ok := strings.CutPrefix(hash, "sha256:")
	if !ok || len(digits) < idDigits {
		return ""
	}
	return prefix + digits[:idDigits]
}

// IsRequestID reports whether text has the form of a request ID.
func IsRequestID(text string) bool { return IsID(text, requestPrefix) }

// IsID reports whether text is the prefix and the hex digits of an ID.
func IsID(text, prefix string) bool {
	digits, ok := strings.CutPrefix(text, prefix)
	if !ok || len(digits) != idDigits {
		return false
	}
	_, err := hex.DecodeString(digits)
	return err == nil && digits == strings.ToLower(digits)
}
