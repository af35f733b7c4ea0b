package form

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"platform.internal/platform-core/request"
)

// Document returns the request document of the values, as JSON for the API. A
// field that is empty is left out, so that the API says that it is missing.
func (v Values) Document() ([]byte, error) {
	document, controls := map[string]any{}, map[string]any{}
	for _, f := range append(Business(), Platform()...) {
		if text := strings.TrimSpace(v[f.Name]); text != "" {
			document[f.Name] = text
		}
	}
	if text, ok := document[budget].(string); ok {
		document[budget] = number(text)
	}
	for _, f := range Controls() {
		if text, sent := v[f.Name]; sent {
			controls[strings.TrimPrefix(f.Name, request.ControlsField+".")] = flag(text)
		}
	}
	if len(controls) > 0 {
		document[request.ControlsField] = controls
	}
	encoded, err := json.Marshal(document)
	if err != nil {
		return nil, fmt.Errorf("encode request: %w", err)
	}
	return encoded, nil
}

// money are the ways to write an amount that can be meant in only one way: with the
// currency before or after it, and with a comma before each three digits.
var money = regexp.MustCompile(`^(?i:US\$|\$|USD)?([1-9][0-9]{0,2}(?:,[0-9]{3})+|-?[0-9]+)(?i:USD)?$`)

// number returns the number that text writes as an amount, with or without spaces
// in it, or the text itself. A point may part thousands or cents: it stays.
func number(text string) any {
	found := money.FindStringSubmatch(strings.Join(strings.Fields(text), ""))
	if found == nil {
		return text
	}
	sign, plain := "", strings.ReplaceAll(found[1], ",", "")
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

// Budget returns the budget in whole US dollars; 0 for text that is no amount.
func (v Values) Budget() int64 {
	if n, is := number(strings.TrimSpace(v[budget])).(json.Number); is {
		dollars, _ := n.Int64()
		return dollars
	}
	return 0
}
