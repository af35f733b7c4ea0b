package request

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"platform.internal/platform-core/document"
)

// lower trims s and maps A-Z to a-z; upper maps a-z to A-Z. They map only ASCII: if the Kelvin sign became a "k", two
// different texts would share a record.
func lower(s string) string { return mapped(s, 'A', 'a') }
func upper(s string) string { return mapped(s, 'a', 'A') }

// mapped trims s, and replaces the 26 letters that begin at from by those that begin at to.
func mapped(s string, from, to rune) string {
	return strings.Map(func(r rune) rune {
		if from <= r && r < from+26 {
			return r - from + to
		}
		return r
	}, strings.TrimSpace(s))
}

// shortForms are accepted for environments.
var shortForms = map[string]string{"dev": Development, "prod": Production}

func longForm(s string) string {
	s = lower(s)
	return cmp.Or(shortForms[s], s)
}

// NormalText returns the normal form of a text of the field with the given name, for a filter. It returns the text of
// other fields unchanged.
func NormalText(field, s string) string {
	if f, ok := FieldNamed(field); ok {
		return f.normalised(Text(s)).Text
	}
	return s
}

// plainProse trims s, replaces each run of white space by one space, and returns Unicode normal form C.
func plainProse(s string) string { return strings.Join(strings.Fields(norm.NFC.String(s)), " ") }

// ownerForm is RFC 5321's Mailbox with a dot-atom and a domain name of two
// labels or more; quoted local parts and address literals are left out.
var ownerForm = document.LazyForm(ownerWord + `(\.` + ownerWord + ")*@(" + ownerLabel + `\.)+` + ownerLabel)

const (
	ownerWord  = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
	ownerLabel = "[a-z0-9]([a-z0-9-]*[a-z0-9])?"
)

// Limits of RFC 5321, section 4.5.3.1: the local part, and a path less its
// angle brackets; and of RFC 1035, section 2.3.4: a label.
const (
	maxLocalPart = 64
	maxOwner     = 254
	maxLabel     = 63
)

func owner(v Value) string {
	local, domain, _ := strings.Cut(v.Text, "@")
	long := func(label string) bool { return len(label) > maxLabel }
	if len(v.Text) <= maxOwner && len(local) <= maxLocalPart && !slices.ContainsFunc(strings.Split(domain, "."), long) &&
		ownerForm().Has(v.Text) {
		return ""
	}
	return fmt.Sprintf("must be one e-mail address of at most %d characters, such as payments-team@example.com", maxOwner)
}

// networkText clears the host bits of a range; other text is only trimmed.
func networkText(s string) string {
	s = strings.TrimSpace(s)
	p, err := netip.ParsePrefix(s)
	if err != nil || p.Addr().Is4() && p == p.Masked() { // there is one way to write it
		return s
	}
	return p.Masked().String()
}

func network(v Value) string {
	if p, err := netip.ParsePrefix(v.Text); err != nil || !p.Addr().Is4() {
		return "must be an IPv4 range " + rangeBound(v.Text) + ", such as 10.20.0.0/20"
	}
	return ""
}

// rangeBound returns the bound that a text that is nearly a range exceeds, or the form of a range.
func rangeBound(text string) string {
	base, length, _ := strings.Cut(text, "/")
	above := func(most int) func(string) bool {
		return func(digits string) bool {
			n, err := strconv.Atoi(digits)
			return err == nil && n > most
		}
	}
	switch octets := strings.Split(base, "."); {
	case len(octets) != 4:
		return "in CIDR form"
	case slices.ContainsFunc(octets, above(255)):
		return "with numbers of at most 255"
	case above(32)(length):
		return "with a prefix length of at most 32"
	default:
		return "in CIDR form"
	}
}

func expiry(v Value) string {
	if _, err := Date(v.Text).time(); err != nil {
		return err.Error()
	}
	return ""
}

func justification(v Value) string {
	if at, r := document.Hidden(v.Text, ""); at >= 0 {
		return fmt.Sprintf(
			"has an invisible character (%U, character %d); remove it",
			r,
			utf8.RuneCountInString(v.Text[:at])+1,
		)
	}
	if n := utf8.RuneCountInString(v.Text); n < MinJustification || n > MaxJustification ||
		!strings.ContainsFunc(v.Text, unicode.IsLetter) {
		return fmt.Sprintf(
			"must be %d to %d characters with at least one letter that say what the environment is for; it has %d",
			MinJustification,
			MaxJustification,
			n,
		)
	}
	return ""
}
