package environment

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/gowebpki/jcs"
)

// Identity is what a request is called: both names derive from the normalised
// request alone.
type Identity struct {
	RequestID   string
	Fingerprint string
}

// idDigits is how many hex digits of a hash make an ID: 80 bits.
const idDigits = 20

// Canonical returns the request as RFC 8785 canonical JSON: an absent expiry
// date omitted, the controls spelled out.
func (r Request) Canonical() []byte {
	plain, err := json.Marshal(r)
	if err != nil {
		panic(fmt.Sprintf("environment: a request must encode: %v", err))
	}
	canonical, err := jcs.Transform(plain)
	if err != nil {
		panic(fmt.Sprintf("environment: a request must have a canonical form: %v", err))
	}
	return canonical
}

// Identify returns the request's ID and fingerprint (contract, section 1).
func (r Request) Identify() Identity {
	sum := sha256.Sum256(r.Canonical())
	digits := hex.EncodeToString(sum[:])
	return Identity{RequestID: "req-" + digits[:idDigits], Fingerprint: "sha256:" + digits}
}

// IsRequestID reports whether text has the form of a request ID.
func IsRequestID(text string) bool { return isID(text, "req-") }

func isID(text, prefix string) bool {
	digits, ok := strings.CutPrefix(text, prefix)
	if !ok || len(digits) != idDigits {
		return false
	}
	_, err := hex.DecodeString(digits)
	return err == nil && digits == strings.ToLower(digits)
}
