package form

import (
	"encoding/json"
	"regexp"
	"strings"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/api"
)

// Document returns the request document of the [Values], as JSON for the API. It omits empty fields,
// so that the API reports them as missing.
func (v Values) Document() []byte {
	document, controls := map[string]any{}, map[string]any{}
	for _, f := range request.Fields() {
		text := strings.TrimSpace(v[f.Name])
		if text == "" {
			continue
		}
		if control, ok := request.ControlOf(f.Name); ok {
			controls[string(control)] = written(f, text)
			continue
		}
		document[f.Name] = written(f, text)
	}
	if len(controls) > 0 {
		document[request.ControlsField] = controls
	}
	return api.Encode(document)
}

// written returns text as a value of the field's kind. It returns the text unchanged if it does not
// fit, so that the API reports the error.
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

// count matches the unambiguous forms of a number: with a comma before every three digits, or
// without commas. money also accepts the currency before or after the number.
var (
	count = regexp.MustCompile(`^(` + digits + `)$`)
	money = regexp.MustCompile(`^(?i:US\$|\$|USD)?(` + digits + `)(?i:USD)?$`)
)

const digits = `[1-9][0-9]{0,2}(?:,[0-9]{3})+|-?[0-9]+`

// number returns the number in text, or the text itself if it does not match form. White space is
// ignored. A point stays, because it can separate thousands or cents.
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

// Budget returns the budget in whole US dollars, or 0 if the text is not an amount.
func (v Values) Budget() int64 {
	if n, ok := number(money, strings.TrimSpace(v[budget])).(json.Number); ok {
		if dollars, err := n.Int64(); err == nil {
			return dollars
		}
	}
	return 0
}
