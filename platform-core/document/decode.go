package document

import (
	"cmp"
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
	switch into.Kind() {
	case reflect.Pointer:
		target := reflect.New(into.Type().Elem())
		fitted := r.store(path, v, target.Elem())
		if fitted {
			into.Set(target)
		}
		return fitted
	case reflect.String:
		return r.text(path, v, into)
	case reflect.Bool:
		return r.boolean(path, v, into)
	case reflect.Int64:
		return r.integer(path, v, into)
	case reflect.Slice:
		return r.list(path, v, into)
	case reflect.Map:
		return r.dictionary(path, v, into)
	default:
		return r.object(path, v, into)
	}
}

// hinter is a type of texts that says what a number is meant to be, as the end of a message, such as "; write
// 2026-12-20" for 20261220. It returns "" if that is unknown.
type hinter interface{ Hint(number string) string }

func (r *Reading) text(path string, v value, into reflect.Value) bool {
	if v.kind != kindString {
		hint := ""
		if v.kind == kindNumber || v.kind == kindBool {
			hint = ": write " + strconv.Quote(v.text) + " in quotes"
		}
		if known, ok := into.Interface().(hinter); ok && v.kind == kindNumber {
			hint = cmp.Or(known.Hint(v.text), hint)
		}
		return r.mismatch(path, v, kindString, hint)
	}
	into.SetString(v.text)
	return true
}

func (r *Reading) boolean(path string, v value, into reflect.Value) bool {
	if v.kind != kindBool {
		return r.mismatch(path, v, kindBool, "")
	}
	into.SetBool(v.text == "true")
	return true
}

// wholeNumber is the grammar of an integer in JSON. It has no exponent, fraction, leading zero, plus sign or
// underscore, so that each number has one text.
var wholeNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)$`)

// maxShown bounds what a message repeats of a number, in digits.
const maxShown = 24

func (r *Reading) integer(path string, v value, into reflect.Value) bool {
	if v.kind != kindNumber {
		hint := ""
		if v.kind == kindString {
			if digits := strings.TrimSpace(v.text); wholeNumber.MatchString(digits) {
				hint = ": write " + digits + " without quotes"
			} else {
				hint = plainDigits(v.text)
			}
		}
		return r.mismatch(path, v, kindNumber, hint)
	}
	if !wholeNumber.MatchString(v.text) {
		const words = "must be a whole number in plain digits, such as 500, not %s%s"
		r.at(v.location, path, problem.FaultType, words, problem.Excerpt(v.text, maxShown), plainDigits(v.text))
		return false
	}
	n, err := strconv.ParseInt(v.text, 10, 64)
	if err != nil {
		r.at(
			v.location,
			path,
			problem.FaultForm,
			"is too large (%s); write a smaller number",
			problem.Excerpt(v.text, maxShown),
		)
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

func (r *Reading) list(path string, v value, into reflect.Value) bool {
	if v.kind != kindArray {
		return r.mismatch(path, v, kindArray, "")
	}
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
	return true
}

func (r *Reading) dictionary(path string, v value, into reflect.Value) bool {
	if v.kind != kindObject {
		return r.mismatch(path, v, kindObject, "")
	}
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
	return true
}

// targeter is a part of a document that is decoded into another value than itself.
type targeter interface {
	// Target returns the pointer to the struct that the part is decoded into.
	Target() any
}

func (r *Reading) object(path string, v value, into reflect.Value) bool {
	if v.kind != kindObject {
		return r.mismatch(path, v, kindObject, "")
	}
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
	return true
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

func (r *Reading) mismatch(path string, v value, want kind, hint string) bool {
	r.at(v.location, path, problem.FaultType, "must be %s, not %s%s", article[want], article[v.kind], hint)
	return false
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
// characters differ, if it begins with name, or if one of its words is near.
func Nearest(name string, names []string) string {
	name = strings.ToLower(wordStart.ReplaceAllString(name, "${1}_$2"))
	best, least := "", 3
	for _, n := range names {
		if d := distance(name, n); d < least {
			best, least = n, d
		}
	}
	if best != "" || len(name) < 4 {
		return best
	}
	for _, n := range names {
		if !strings.HasPrefix(n, name) &&
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
