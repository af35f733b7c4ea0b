package adapter

import (
	"bytes"
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"unicode"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// These limits bound the texts of an answer, in bytes.
const (
	// MaxLineSize limits names, identifiers, titles, and the texts of placement, rationale and needs.
	MaxLineSize = 400
	// MaxTextSize limits sentences, and the values of properties.
	MaxTextSize = 4 << 10
)

// MaxMarks limits the combining marks in a row. More marks would cover the lines above and below.
// Vietnamese, Thai, Hebrew and Hindi use up to three.
const MaxMarks = 4

// listLimits are the limits of lists by the type of an entry. Every other list has [MaxEntries].
var listLimits = map[reflect.Type]int{
	reflect.TypeFor[request.Violation]():    MaxFindings,
	reflect.TypeFor[profile.Check]():        MaxFindings,
	reflect.TypeFor[request.Resource]():     MaxResources,
	reflect.TypeFor[request.EstimateItem](): MaxItems,
	reflect.TypeFor[PlacementPart]():        MaxReviewLines,
	reflect.TypeFor[Reason]():               MaxReviewLines,
	reflect.TypeFor[Need]():                 MaxNeeds,
}

// sentences are the fields with texts of up to [MaxTextSize].
var sentences = map[string]bool{
	"message": true, "remediation": true, "expected": true, "actual": true, "suggestion": true, "pattern": true,
	"default": true,
}

// textFault is a text that breaks the rule, or a list that is too long. path is its path in the answer.
type textFault struct {
	path    string
	code    problem.FaultCode
	message string
}

// within returns the fault with the path of what is around it before its own.
func (f *textFault) within(path string) *textFault {
	f.path = path + f.path
	return f
}

// texts returns an error if a text in an answer, or in a list of it, breaks the rule, or if a list is too
// long. A text is one line of valid UTF-8 and has at most the allowed size. It is empty, or has at least
// one visible character, and no hidden ones. list is the field of a list; empty for an answer.
func (c checker) texts(list string, answer any) error {
	found := findTextFault(reflect.ValueOf(answer))
	if found == nil {
		return nil
	}
	return c.fault(found.code, strings.TrimPrefix(list+found.path, "."), "%s", found.message)
}

// findTextFault returns the first fault in a struct or a list; nil for none.
func findTextFault(v reflect.Value) *textFault {
	switch v.Kind() {
	case reflect.Slice:
		return findInList(v)
	case reflect.Struct:
		for i := range v.NumField() {
			f := findInField(v, i)
			switch {
			case f != nil && v.Type().Field(i).Anonymous:
				return f
			case f != nil:
				return f.within("." + snake(v.Type().Field(i).Name))
			}
		}
	}
	return nil
}

// findInField returns the first fault in the field of a struct with an index. It looks up the name of the
// field only for a text that is not plain, because that takes long.
func findInField(v reflect.Value, i int) *textFault {
	part := v.Field(i)
	if part.Type() == reflect.TypeFor[request.Value]() {
		part = part.FieldByName("Text")
	}
	switch {
	case part.Kind() != reflect.String:
		return findTextFault(part)
	case plain(part.String()):
		return nil
	}
	return checkText(snake(v.Type().Field(i).Name), part.String())
}

func findInList(v reflect.Value) *textFault {
	entry := v.Type().Elem()
	limit := cmp.Or(listLimits[entry], MaxEntries)
	switch {
	case entry.Kind() == reflect.Uint8: // the content of a file
		return nil
	case v.Len() > limit:
		return &textFault{code: problem.ContractSize, message: fmt.Sprintf("has %d entries; at most %d are allowed",
			v.Len(), limit)}
	case v.Type() == reflect.TypeFor[request.Properties]():
		return checkProperties(v.Interface().(request.Properties))
	}
	for i := range v.Len() {
		f := findTextFault(v.Index(i))
		if entry.Kind() == reflect.String {
			f = checkText("name", v.Index(i).String())
		}
		if f == nil {
			continue
		}
		if r, ok := v.Index(i).Interface().(request.Resource); ok && plain(r.Address) {
			f.message += "; the resource is " + r.Address
		}
		return f.within(at("", i))
	}
	return nil
}

// checkProperties returns the first fault of properties. That of a value has the name of its property.
func checkProperties(list request.Properties) *textFault {
	for _, p := range list {
		if f := checkText("name", p.Name); f != nil {
			return f
		}
		if f := checkText("message", p.Value); f != nil { // as long as a message
			return f.within("." + p.Name)
		}
	}
	return nil
}

// checkText returns the fault of the text of a field. What quotes the requester may have any number of
// combining marks, because a justification has no such limit.
func checkText(field, text string) *textFault {
	if plain(text) {
		return nil
	}
	limit := MaxLineSize
	if sentences[field] {
		limit = MaxTextSize
	}
	fault := &textFault{code: problem.ContractText}
	hidden, r := document.Hidden(text, "")
	stacked := document.Stacked(text, MaxMarks)
	switch {
	case len(text) > limit:
		fault.code = problem.ContractSize
		fault.message = fmt.Sprintf("%q has %d bytes; at most %d are allowed", problem.Excerpt(text, 60), len(text), limit)
	case hidden >= 0:
		fault.message = fmt.Sprintf("has a character that cannot be seen or printed (%U, byte %d); "+
			"write one line of visible characters", r, hidden+1)
	case !strings.ContainsFunc(text, shows):
		fault.message = "has only white space; write at least one visible character"
	case stacked >= 0 && field != "actual":
		fault.message = fmt.Sprintf("has more than %d combining marks in a row (byte %d); leave some out", MaxMarks,
			stacked+1)
	default:
		return nil
	}
	return fault
}

// plain reports whether a quick check finds that a text keeps the rule. Most texts pass it.
func plain(text string) bool {
	return text == "" || len(text) <= MaxLineSize && text[0] != ' ' && document.ASCII(text)
}

// shows reports whether a visible character is neither white space nor a combining mark.
func shows(r rune) bool { return !unicode.IsSpace(r) && !unicode.Is(unicode.M, r) }

var humps = regexp.MustCompile(`([a-z])([A-Z])`)

// snake returns the name of a field in documents, such as price_table for PriceTable.
func snake(name string) string { return strings.ToLower(humps.ReplaceAllString(name, "${1}_$2")) }

// at returns the field of an entry of a list, such as "regions[2]".
func at(list string, index int) string { return fmt.Sprintf("%s[%d]", list, index) }

// content returns an error if a file is empty, too large, or has hidden characters. Line feeds and tabs
// are allowed.
func (c checker) content(f File) error {
	if len(f.Content) == 0 || len(f.Content) > MaxFileSize {
		return c.fault(problem.ContractSize, f.Name, "has %d bytes; 1 to %d are allowed", len(f.Content), MaxFileSize)
	}
	if hidden, r := document.Hidden(string(f.Content), "\n\t"); hidden >= 0 {
		return c.fault(problem.ContractText, f.Name, "has a character that cannot be seen or printed (%U, line %d); "+
			"write visible characters, tabs and line feeds", r, 1+bytes.Count(f.Content[:hidden], []byte("\n")))
	}
	return nil
}
