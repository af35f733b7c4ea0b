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
	for _, f := range request.Fields() {
		text := strings.TrimSpace(v[f.Name])
		if text == "" {
			continue
		}
		if control, is := request.ControlOf(f.Name); is {
			controls[string(control)] = written(f, text)
			continue
		}
		document[f.Name] = written(f, text)
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

// written returns what text writes in a field: text where it is not of the
// field's kind, so that the API says what is wrong.
func written(f request.Field, text string) any {
	switch {
	case f.Name == budget:
		return number(money, text)
	case f.Kind == request.NumberValue:
		return number(count, text)
	case f.Kind == request.FlagValue && (text == "true" || text == "false"):
		return text == "true"
	default:
		return text
	}
}

// count are the ways to write a number that can be meant in only one way: with a
// comma before each three digits, or with none. money may also have the currency
// before or after it.
var (
	count = regexp.MustCompile(`^(` + digits + `)$`)
	money = regexp.MustCompile(`^(?i:US\$|\$|USD)?(` + digits + `)(?i:USD)?$`)
)

const digits = `[1-9][0-9]{0,2}(?:,[0-9]{3})+|-?[0-9]+`

// number returns the number that text writes in a form, with or without spaces in
// it, or the text itself. A point may part thousands or cents: it stays.
func number(form *regexp.Regexp, text string) any {
	found := form.FindStringSubmatch(strings.Join(strings.Fields(text), ""))
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

// Budget returns the budget in whole US dollars; 0 for text that is no amount.
func (v Values) Budget() int64 {
	if n, is := number(money, strings.TrimSpace(v[budget])).(json.Number); is {
		if dollars, err := n.Int64(); err == nil {
			return dollars
		}
	}
	return 0
}
