package request

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"

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
func (r Request) Canonical() []byte {
	b := make([]byte, 0, 640) // more than most take
	within := ""
	for _, f := range canonicalOrder {
		v := f.get(&r)
		if v.IsZero() {
			if f.Optional {
				continue
			}
			return document.Canonical(r) // no request in normal form lacks it
		}
		object, name, nested := strings.Cut(f.Name, ".")
		if !nested {
			object, name = "", f.Name
		}
		b = appendSeparator(b, within, object)
		b = append(append(append(b, '"'), name...), '"', ':')
		b = appendCanonical(b, v)
		within = object
	}
	if within != "" {
		b = append(b, '}')
	}
	return append(b, '}')
}

// canonicalOrder are the fields by name: in canonical JSON the members of each
// object are sorted.
var canonicalOrder = byName(fields)

func byName(fields []Field) []*Field {
	order := make([]*Field, len(fields))
	for i := range fields {
		order[i] = &fields[i]
	}
	slices.SortFunc(order, func(a, b *Field) int { return strings.Compare(a.Name, b.Name) })
	return order
}

// appendSeparator appends what comes before a member of an object, where the last
// member was within another, or within the same; an empty name is the request's own.
func appendSeparator(b []byte, last, object string) []byte {
	if len(b) == 0 {
		b = append(b, '{')
	} else {
		if last != "" && object != last {
			b = append(b, '}')
		}
		b = append(b, ',')
	}
	if object != "" && object != last {
		b = append(append(append(b, '"'), object...), '"', ':', '{')
	}
	return b
}

// appendCanonical appends a value as canonical JSON has it.
func appendCanonical(b []byte, v Value) []byte {
	if v.Kind != TextValue {
		return v.AppendJSON(b)
	}
	if strings.ContainsFunc(v.Text, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r == utf8.RuneError }) {
		list := document.Canonical([]string{v.Text}) // which knows how to write these
		return append(b, list[1:len(list)-1]...)
	}
	return append(append(append(b, '"'), v.Text...), '"')
}

// Identify returns the request's ID and fingerprint: the SHA-256 of its canonical
// form, and the start of that.
func (r Request) Identify() Identity {
	sum := sha256.Sum256(r.Canonical())
	fingerprint := "sha256:" + hex.EncodeToString(sum[:])
	return Identity{RequestID: IDOf(fingerprint), Fingerprint: fingerprint}
}

// EnvironmentID returns the ID of the environment that a provider has for the
// request: it derives from the provider, the application, the environment and the
// region, so that a later request for the same environment changes it in place.
func (r Request) EnvironmentID(provider string) string {
	sum := sha256.Sum256(document.Canonical(map[string]string{
		ApplicationField: r.Application, EnvironmentField: r.Environment, "provider": provider, RegionField: r.Region,
	}))
	return NewID(environmentPrefix, "sha256:"+hex.EncodeToString(sum[:]))
}

const environmentPrefix = "env-"

// IsEnvironmentID reports whether text has the form of an environment's ID.
func IsEnvironmentID(text string) bool { return IsID(text, environmentPrefix) }

// IDOf returns the ID of the request with the fingerprint; empty for text that is
// no fingerprint.
func IDOf(fingerprint string) string { return NewID("req-", fingerprint) }

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
func IsRequestID(text string) bool { return IsID(text, "req-") }

// IsID reports whether text is the prefix and the hex digits of an ID.
func IsID(text, prefix string) bool {
	digits, ok := strings.CutPrefix(text, prefix)
	if !ok || len(digits) != idDigits {
		return false
	}
	_, err := hex.DecodeString(digits)
	return err == nil && digits == strings.ToLower(digits)
}
