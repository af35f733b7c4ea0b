package schema_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"platform.internal/platform-core/request"
)

// plain returns a document that Parse takes, with every field.
func plain() map[string]any {
	fields, controls := map[string]any{}, map[string]any{}
	for _, f := range request.Fields() {
		v := f.Example
		if v.IsZero() {
			v = f.Default
		}
		if control, ok := request.ControlOf(f.Name); ok {
			controls[string(control)] = v.Flag
			continue
		}
		switch v.Kind {
		case request.TextValue:
			fields[f.Name] = v.Text
		case request.NumberValue:
			fields[f.Name] = v.Number
		case request.FlagValue:
			fields[f.Name] = v.Flag
		case request.NoValue:
		}
	}
	fields[request.ControlsField] = controls
	return fields
}

// edges are texts near the line between what a field takes and what it does not. Each is
// tried in every field.
var edges = []string{
	"", " ", "a", "ab", "a-b", "-ab", "ab-", "a--b", "1ab", "A1", "a_b", "a.b", "é", "\u212a", "eu-west-1", "chec\u212aout", "my\u00adapp",
	strings.Repeat("a", 31), strings.Repeat("a", 32), strings.Repeat("A9", 16), strings.Repeat("a", 33), strings.Repeat("9", 500),
	"dev", "prod", "PROD", "Dev", "de v", "staging", "developmen", "pr\u00f6d", "d\u017fv", "TEST", "internal", "secret", "small", "huge", "SMALL\n",
	"a@b.c", "A@B.C", "a@b", "a@b.c.", "a@.b.c", "a@@b.c", "a b@c.d", "a@b.c, d@e.f", ".a@b.c", "a.@b.c", "a..b@c.d", "a.b@c-d.e", "a@-b.c", "a@b-.c",
	"péter@example.com", "\"a b\"@example.com", "a@[10.0.0.1]", "x!#$%&'*+/=?^_`{|}~-@example.com", "a@1.2", "<a@b.c>", "a/b@example.com",
	strings.Repeat("a", 64) + "@example.com", strings.Repeat("a", 65) + "@example.com", "a@" + strings.Repeat("b", 63) + ".c", "a@" + strings.Repeat("b", 64) + ".c",
	strings.Repeat("a", 64) + "@" + strings.Repeat("b.", 93) + "com", strings.Repeat("a", 64) + "@" + strings.Repeat("b.", 93) + "comm",
	"10.20.0.0/20", "10.20.3.4/20", "0.0.0.0/0", "255.255.255.255/32", "256.0.0.0/8", "10.20.0.0", "10.20.0/20", "10.20.0.0/33", "10.20.0.0/020", "10.20.0.0/00",
	"010.20.0.0/20", "10.20.0.0/-1", "10.20.0.0/+8", "10.20.0.0/", "::/0", "fd00::/8", "::ffff:10.20.0.0/112", "10.20.0.0/20/8", "10.20.0.0 /20", "nonsense",
	"249.250.199.200/9", "1.2.3.4/29", "1.2.3.4/30", "1.2.3.4/31", "00.0.0.0/1", "10.20.0.0/2\u0660",
	"2026-12-15", "2026-02-30", "2026-02-28", "2026-02-29", "2028-02-29", "2000-02-29", "1900-02-29", "2100-02-29", "0000-02-29", "0000-01-01", "0001-01-01", "0004-02-29",
	"0400-02-29", "9999-12-31", "9999-12-32", "10000-01-01", "2026-04-31", "2026-06-31", "2026-09-31", "2026-11-31", "2026-13-01", "2026-00-10", "2026-01-00", "2026-1-1",
	"26-01-01", "2026/01/01", "20260101", "2026-12-15T00:00:00Z", "-026-01-01", "+026-01-01", "15.12.2026", "soon", "2026\u201312\u201315",
	"too short", "long enough", "1234 5678 90!?", "123456789a", "12345678a", "a b c d e", "a b c d e f", "a  b  c  d  e", "ab    cd   ef   g", "abc         def",
	"a\nb\nc\nd\ne\nf", strings.Repeat("x", 499), strings.Repeat("x", 500), strings.Repeat("x", 501), strings.Repeat("é", 500), strings.Repeat("\U0001f642", 500) + "a",
	strings.Repeat("\U0001d400", 500), strings.Repeat("\U0001d400", 501), strings.Repeat("ab ", 166) + "ab", strings.Repeat("ab ", 166) + "abc", strings.Repeat("ab ", 167),
	strings.Repeat("ab  ", 130), strings.Repeat("ab  ", 300), strings.Repeat(" ", 600) + "some words" + strings.Repeat(" ", 600),
	"with a bell \a inside", "with a bidi \u202e override", "zero\u200bwidth here", "a filler \u3164 here", "unassigned \U000e1234 here", "private \ue000 use here",
	"blank \u2800 Braille", "a soft\u00adhyphen here", "replacement \ufffd here", "tag \U000e0041 here", "newer \U0001fae9 emoji", "Καλημέρα κόσμε", "日本語の文章をここに書く", "مرحبا بالعالم كله",
	"ελληνικά 12", "1234567890 \u0660", "1234567890\u02b0", "1234567890\u2160", "1234567890\u0301", "line\u2028separator here", "next\u0085line here", "no\u00a0break space", "\ufeffbyte order mark",
	"nul \x00 in a text", "null", "true", "500", "~", "yes", "{}", "[]", "*a", "&a b", "!!str a", "# comment", "a: b", "- a", "%TAG", "@at", "`tick", "'", "\"", "\\", "a\\nb",
}

// others are values that are no text.
var others = []any{
	nil, true, false, 0, 1, -1, -500, 500, 12.5, 999999, 1000000, 1000001, int64(1) << 40, 1.5e300, []any{}, []any{"a"}, map[string]any{}, map[string]any{"a": nil},
}

// around are characters that may be put around a text or into it.
var around = []string{
	" ", "  ", "\t", "\n", "\r\n", "\v", "\f", "\u0085", "\u00a0", "\u1680", "\u2000", "\u2003", "\u200a", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000",
	"\u200b", "\ufeff", "\u180e", "\x00", "\x1c", "\x1f", "\x7f", "a", "Z", "9", "-", ".", "@", "/", "0", "é", "e\u0301", "\u0301", "\u212a", "\u017f", "\u0130", "\U0001f642", "\U000e0001",
}

// random returns a document: the plain one, with some of its fields changed.
func random(r *rand.Rand) any {
	if r.IntN(200) == 0 {
		return pick(r, others)
	}
	fields := plain()
	if r.IntN(3) == 0 { // every text in another spelling that means the same
		for name, v := range fields {
			if text, ok := v.(string); ok && name != request.ExpiryField {
				fields[name] = respelt(r, text)
			}
		}
	}
	for range r.IntN(3) {
		change(r, fields)
	}
	return fields
}

// pick returns one of the values of one of the lists that have any.
func pick[T any](r *rand.Rand, lists ...[]T) T {
	lists = slices.DeleteFunc(lists, func(list []T) bool { return len(list) == 0 })
	list := lists[r.IntN(len(lists))]
	return list[r.IntN(len(list))]
}

// change changes one field of a document.
func change(r *rand.Rand, fields map[string]any) {
	described := pick(r, request.Fields())
	name, at := described.Name, fields
	if control, ok := request.ControlOf(name); ok {
		name = string(control)
		switch controls, ok := fields[request.ControlsField].(map[string]any); {
		case !ok, r.IntN(4) == 0:
			name = request.ControlsField
		default:
			at = controls
		}
	}
	switch r.IntN(12) {
	case 0:
		delete(at, name)
	case 1:
		at[respelt(r, name)] = at[name]
	case 2, 3:
		at[name] = pick(r, others)
	case 4, 5:
		at[name] = pick(r, described.Values, described.Text.Samples, edges)
	case 6, 7, 8:
		at[name] = pick(r, edges)
	default:
		at[name] = mutated(r, textOf(r, at[name]))
	}
}

// textOf returns a value where it is a text, and else some text.
func textOf(r *rand.Rand, v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	return pick(r, edges)
}

// respelt returns a text in other case, with white space around it.
func respelt(r *rand.Rand, text string) string {
	switch r.IntN(3) {
	case 0:
		text = strings.ToUpper(text)
	case 1:
		text = strings.ToLower(text)
	}
	if r.IntN(2) == 0 {
		text = pick(r, around[:18]) + text + pick(r, around[:18])
	}
	return text
}

// mutated returns a text with some characters put in, left out or repeated.
func mutated(r *rand.Rand, text string) string {
	for range 1 + r.IntN(3) {
		characters := []rune(text)
		at := r.IntN(len(characters) + 1)
		before, after := string(characters[:at]), string(characters[at:])
		switch r.IntN(4) {
		case 0:
			_, size := utf8.DecodeRuneInString(after)
			text = before + after[size:]
		case 1:
			text = before + before + after
		case 2:
			text = before + string(rune(r.IntN(utf8.MaxRune+1))) + after
		default:
			text = before + pick(r, around) + after
		}
	}
	return strings.ToValidUTF8(text, "?")
}

// countable reports whether a schema can count the justification of a document: it has the least
// and most length also before normal form C, and where it is too long, it is so without runs of
// white space.
func countable(doc any) bool {
	fields, _ := doc.(map[string]any)
	text, _ := fields[request.JustificationField].(string)
	fits := func(text string) bool {
		n := utf8.RuneCountInString(strings.Join(strings.Fields(text), " "))
		return request.MinJustification <= n && n <= request.MaxJustification
	}
	long := utf8.RuneCountInString(strings.Join(strings.Fields(text), "")) > request.MinJustification && !fits(text)
	runs := strings.Join(strings.Fields(text), " ") != strings.TrimSpace(text)
	return fits(text) == fits(norm.NFC.String(text)) && !(long && runs)
}
