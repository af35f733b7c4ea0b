package document

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/problem"
)

// TextOr is a value that a document writes as a text or as an object. Object is the zero value if it is a text.
type TextOr[T any] struct {
	Text   string
	IsText bool
	Object T
}

// choose returns where to store a value that is a text, or one that is not.
func (t *TextOr[T]) choose(isText bool) any {
	if t.IsText = isText; isText {
		return &t.Text
	}
	return &t.Object
}

// store stores v in a variable, and reports whether it has the right type. It knows the types that the platform's
// schemas use: structs, *string, *bool, *int64, string, []string, []struct, [TextOr] and map[string]string.
func (r *Reading) store(path string, v value, into reflect.Value) bool {
	if v.kind == kindNull {
		return false
	}
	if into.CanAddr() {
		if either, ok := into.Addr().Interface().(interface{ choose(isText bool) any }); ok {
			into = reflect.ValueOf(either.choose(v.kind == kindString)).Elem()
		}
	}
	if into.Kind() == reflect.Pointer {
		target := reflect.New(into.Type().Elem())
		fitted := r.store(path, v, target.Elem())
		if fitted {
			into.Set(target)
		}
		return fitted
	}
	want := storedKinds[into.Kind()]
	if v.kind != want {
		r.at(v.location, path, problem.FaultType, "must be %s, not %s%s", article[want], article[v.kind], hintFor(v, into))
		return false
	}
	switch want {
	case kindString:
		into.SetString(v.text)
	case kindBool:
		into.SetBool(v.text == "true")
	case kindNumber:
		return r.integer(path, v, into)
	case kindArray:
		r.list(path, v, into)
	default:
		if into.Kind() == reflect.Map {
			r.dictionary(path, v, into)
		} else {
			r.object(path, v, into)
		}
	}
	return true
}

// storedKinds are the kinds of values that a document has for variables.
var storedKinds = map[reflect.Kind]kind{
	reflect.String: kindString,
	reflect.Bool:   kindBool,
	reflect.Int64:  kindNumber,
	reflect.Slice:  kindArray,
	reflect.Map:    kindObject,
	reflect.Struct: kindObject,
}

// hinter is a type of texts that says what another text or a number is meant to be, as the end of a message, such as
// "; write 2026-12-20" for 20261220. It returns "" if that is unknown.
type hinter interface{ Hint(text string) string }

// hintFor returns the end of a message about a value of the wrong kind: what to write, or "" if that is unknown.
func hintFor(v value, into reflect.Value) string {
	if v.kind == kindArray && len(v.items) == 1 {
		v.text = v.items[0].text
	}
	known, isHinter := into.Interface().(hinter)
	switch {
	case isHinter:
		return known.Hint(v.text)
	case into.Kind() == reflect.String && (v.kind == kindNumber || v.kind == kindBool):
		return "; write " + strconv.Quote(v.text)
	case into.Kind() == reflect.Int64 && v.kind == kindString:
		if digits := strings.TrimSpace(v.text); wholeNumber.MatchString(digits) {
			return "; write " + digits
		}
		return plainDigits(v.text)
	}
	return ""
}

// wholeNumber is the grammar of an integer in JSON. It has no exponent, fraction, leading zero, plus sign or
// underscore, so that each number has one text.
var wholeNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)$`)

// maxShown bounds what a message repeats of a number, in digits.
const maxShown = 24

func (r *Reading) integer(path string, v value, into reflect.Value) bool {
	if !wholeNumber.MatchString(v.text) {
		const words = "must be a whole number in plain digits, such as 500, not %s%s"
		r.at(v.location, path, problem.FaultType, words, problem.Excerpt(v.text, maxShown), plainDigits(v.text))
		return false
	}
	n, err := strconv.ParseInt(v.text, 10, 64)
	if err != nil {
		r.at(v.location, path, problem.FaultForm, "is too large (%s); write a smaller number",
			problem.Excerpt(v.text, maxShown))
		return false
	}
	into.SetInt(n)
	return true
}

// amountForm is a whole number as people write an amount, such as $1,000.00 or 500 USD.
var amountForm = regexp.MustCompile(`^\$? ?([0-9]{1,3}(?:[,_' ][0-9]{3})+|[0-9]+)(?:\.00?)? ?(?i:USD|dollars)?$`)

// plainDigits returns the end of a message for an amount: the digits to write. It returns "" for other texts.
func plainDigits(text string) string {
	if m := amountForm.FindStringSubmatch(strings.TrimSpace(text)); m != nil {
		if digits := strings.NewReplacer(",", "", "_", "", "'", "", " ", "").Replace(m[1]); wholeNumber.MatchString(digits) {
			return "; write " + problem.Excerpt(digits, maxShown)
		}
	}
	return ""
}

func (r *Reading) list(path string, v value, into reflect.Value) {
	items := reflect.MakeSlice(into.Type(), len(v.items), len(v.items))
	for i, item := range v.items {
		at := index(path, i)
		r.locations[at] = item.location
		if item.kind == kindNull {
			if !r.Faulty(at) {
				r.at(item.location, at, problem.FaultType, "is empty; write a value or leave the entry out")
			}
			continue
		}
		r.store(at, item, items.Index(i))
	}
	into.Set(items)
}

func (r *Reading) dictionary(path string, v value, into reflect.Value) {
	entries := reflect.MakeMap(into.Type())
	for _, m := range r.distinct(path, v.members) {
		entry := reflect.New(into.Type().Elem()).Elem()
		at := child(path, m.name)
		r.locations[at] = m.valueAt()
		if m.value.kind == kindNull {
			r.at(m.location, at, problem.FaultType, "is empty; write a value or leave the field out")
			continue
		}
		if r.store(at, m.value, entry) {
			entries.SetMapIndex(reflect.ValueOf(m.name), entry)
		}
	}
	into.Set(entries)
}

// targeter is a part of a document that is decoded into another value than itself.
type targeter interface {
	// Target returns the pointer to the struct that the part is decoded into.
	Target() any
}

func (r *Reading) object(path string, v value, into reflect.Value) {
	if part, ok := into.Addr().Interface().(targeter); ok {
		into = reflect.ValueOf(part.Target()).Elem()
	}
	names := fieldNames(into.Type())
	for _, m := range r.distinct(path, v.members) {
		at := child(path, m.name)
		r.locations[at] = m.valueAt()
		i := slices.Index(names, m.name)
		if i < 0 {
			r.at(m.location, at, problem.FaultUnknown, "is not a field here%s", nearest(m.name, names))
			continue
		}
		r.store(at, m.value, into.Field(i))
	}
}

// distinct returns the members without repetitions, and records a fault for each repetition.
func (r *Reading) distinct(path string, members []member) []member {
	seen := make(map[string]bool, len(members))
	var once []member
	for _, m := range members {
		if seen[m.name] {
			r.at(m.location, child(path, m.name), problem.FaultDuplicate, "is written twice; keep one of them")
			continue
		}
		seen[m.name] = true
		once = append(once, m)
	}
	return once
}

func fieldNames(t reflect.Type) []string {
	names := make([]string, t.NumField())
	for i := range names {
		names[i], _, _ = strings.Cut(t.Field(i).Tag.Get("json"), ",")
	}
	return names
}

// nearest returns the end of a message: the field that was probably meant, or the list of all fields.
func nearest(name string, names []string) string {
	if near := Nearest(name, names); near != "" {
		return "; write " + near
	}
	return "; the fields are " + strings.Join(names, ", ")
}

// wordStart matches the start of a word in a name such as costCentre.
var wordStart = regexp.MustCompile(`([a-z])([A-Z])`)

// Nearest returns the one of names that was probably meant by name, or "" if none is near. A name is near if few
// characters differ, if one begins with the other, or if one of its words is near.
func Nearest(name string, names []string) string {
	name = strings.ToLower(wordStart.ReplaceAllString(name, "${1}_$2"))
	best, least := "", 3
	for _, n := range names {
		if d := distance(name, n); d < least {
			best, least = n, d
		}
	}
	if best != "" || len(name) < 3 {
		return best
	}
	for _, n := range names {
		lower := strings.ToLower(n)
		isLonger := len(n) > 3 && strings.HasPrefix(name, lower) && !strings.ContainsFunc(name, separates)
		if !isLonger && !strings.HasPrefix(lower, name) &&
			!slices.ContainsFunc(strings.FieldsFunc(n, separates), func(word string) bool { return distance(name, word) < 2 }) {
			continue
		}
		if best != "" {
			return "" // which of them was meant is not known
		}
		best = n
	}
	return best
}

// separates reports whether a character separates the words of a name.
func separates(r rune) bool { return r == '_' || r == '.' || r == '-' }

// distance is the Levenshtein distance of two short names.
func distance(a, b string) int {
	const longest = 64 // no field name is longer: what is, is not near to any
	if len(a) > longest || len(b) > longest {
		return longest
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
