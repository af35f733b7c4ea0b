package form

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// digits are what becomes a number of the document. Anything else stays text,
// and the API says what to write instead.
var digits = regexp.MustCompile(`^-?[0-9]+$`)

// Document returns the request document of the values, as JSON for the API. A
// field that is empty is left out, so that the API says that it is missing.
func (v Values) Document() ([]byte, error) {
	document, controls := map[string]any{}, map[string]any{}
	for _, f := range append(Business(), Platform()...) {
		if text := strings.TrimSpace(v[f.Name]); text != "" {
			document[f.Name] = text
		}
	}
	if text, ok := document["monthly_budget"].(string); ok {
		document["monthly_budget"] = number(text)
	}
	for _, f := range Controls() {
		if text, sent := v[f.Name]; sent {
			controls[strings.TrimPrefix(f.Name, "controls.")] = flag(text)
		}
	}
	if len(controls) > 0 {
		document["controls"] = controls
	}
	encoded, err := json.Marshal(document)
	if err != nil {
		return nil, fmt.Errorf("encode request: %w", err)
	}
	return encoded, nil
}

// number returns the number that text writes, with or without spaces between its
// digits, or the text itself.
func number(text string) any {
	plain := strings.Join(strings.Fields(text), "")
	if !digits.MatchString(plain) {
		return text
	}
	sign, plain := "", plain
	if rest, negative := strings.CutPrefix(plain, "-"); negative {
		sign, plain = "-", rest
	}
	if plain = strings.TrimLeft(plain, "0"); plain == "" {
		return json.Number("0")
	}
	return json.Number(sign + plain)
}

// flag returns what a switch says, or the text where it says neither.
func flag(text string) any {
	switch strings.TrimSpace(text) {
	case "true":
		return true
	case "false":
		return false
	default:
		return text
	}
}
