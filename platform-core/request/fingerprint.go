package request

import (
	"encoding/hex"
	"strings"

	"platform.internal/platform-core/document"
)

// Identity is what a request is called: both names derive from nothing but
// the normalised request.
type Identity struct {
	RequestID   string
	Fingerprint string
}

// idDigits is how many hex digits of a hash make an ID: 80 bits.
const idDigits = 20

// Canonical returns the request as RFC 8785 canonical JSON: an absent expiry
// date omitted, the controls spelled out.
func (r Request) Canonical() []byte { return document.Canonical(r) }

// Identify returns the request's ID and fingerprint: the SHA-256 of its canonical
// form, and the start of that.
func (r Request) Identify() Identity {
	fingerprint := "sha256:" + document.Digest(r.Canonical())
	return Identity{RequestID: IDOf(fingerprint), Fingerprint: fingerprint}
}

// EnvironmentID returns the ID of the environment that a provider has for the
// request: it derives from the provider, the application, the environment and the
// region, so that a later request for the same environment changes it in place.
func (r Request) EnvironmentID(provider string) string {
	return NewID(environmentPrefix, "sha256:"+document.Digest(document.Canonical(map[string]string{
		ApplicationField: r.Application, EnvironmentField: r.Environment, "provider": provider, RegionField: r.Region,
	})))
}

const environmentPrefix = "env-"

// IsEnvironmentID reports whether text has the form of an environment's ID.
func IsEnvironmentID(text string) bool { return IsID(text, environmentPrefix) }

const requestPrefix = "req-"

// IDOf returns the ID of the request with the fingerprint; empty for text that is
// no fingerprint.
func IDOf(fingerprint string) string { return NewID(requestPrefix, fingerprint) }

// NewID returns an ID: the prefix, and the first hex digits of a hash "sha256:…";
// empty for text that is no hash.
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
