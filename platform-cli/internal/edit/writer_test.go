package edit_test

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"

	"platform.internal/platform-core/document"
)

// writer writes a request in a random style.
type writer struct{ *rand.Rand }

func (w *writer) one(choices ...string) string { return choices[w.IntN(len(choices))] }

type written struct {
	name  string
	value any
}

func (w *writer) document() document.Source {
	members := []written{
		{"application", "checkout"}, {"environment", w.one("development", "Dev")}, {"owner", "payments@example.com"},
		{"cost_centre", "CC-4711"}, {"data_classification", "internal"}, {"region", "eu-west-1"},
		{"network_cidr", "10.20.0.0/20"}, {"cluster_size", "small"}, {"monthly_budget", 50},
		{"business_justification", "Integration tests of the checkout, and more."},
	}
	switch w.IntN(4) {
	case 0:
		members = append(members, written{"expiry_date", "2026-12-15"})
	case 1:
		members = append(members, written{"expiry_date", nil})
	}
	var controls []written
	for _, name := range []string{"private_cluster", "least_privilege", "encryption_at_rest"} {
		if w.IntN(2) == 0 {
			controls = append(controls, written{name, w.IntN(2) == 0})
		}
	}
	switch w.IntN(4) {
	case 0:
		members = append(members, written{"controls", nil})
	case 1, 2:
		members = append(members, written{"controls", controls})
	}
	w.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	var text string
	format := document.YAML
	switch w.IntN(4) {
	case 0:
		text, format = w.json(members), document.JSON
	case 1:
		text = w.one("", "# note\n", "---\n") + w.flow(members) + w.one("", "\n", " # end\n")
	default:
		text = w.one("", "# note\n\n", "--- # begin\n") + w.block(members, w.one("", "", "  "))
		if w.IntN(3) == 0 {
			text = strings.TrimRight(text, "\n")
		}
	}
	if w.IntN(3) == 0 {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return source(format, text)
}

func (w *writer) json(members []written) string {
	gap := w.one("", " ", "\n  ", "\n\t")
	var list []string
	for _, m := range members {
		value, _ := json.Marshal(m.value)
		text := string(value)
		if controls, ok := m.value.([]written); ok {
			text = w.json(controls)
		}
		list = append(list, gap+`"`+m.name+`"`+w.one(":", ": ", " : ")+text)
	}
	return "{" + strings.Join(list, w.one(",", " ,")) + w.one("", " ", "\n") + "}"
}

func (w *writer) flow(members []written) string {
	if len(members) == 0 {
		return w.one("{}", "{ }")
	}
	var list []string
	for _, m := range members {
		var text string
		if controls, ok := m.value.([]written); ok {
			text = w.flow(controls)
		} else {
			text = w.scalar(m.value, true)
		}
		list = append(list, w.one("", " ", "\n  ", " # note\n  ")+w.one(m.name, `"`+m.name+`"`, `'`+m.name+`'`)+": "+text)
	}
	return "{" + strings.Join(list, w.one(",", " ,")) + w.one("", " ", "\n", ",", " # last\n") + "}"
}

func (w *writer) block(members []written, indent string) (text string) {
	for _, m := range members {
		text += w.one("", "", "\n", indent+"# note\n", "# far\n")
		name := indent + w.one(m.name, m.name, `"`+m.name+`"`) + ":"
		controls, ok := m.value.([]written)
		switch {
		case ok && len(controls) > 0 && w.IntN(2) == 0:
			text += name + w.one("", " # controls") + "\n" + w.block(controls, indent+w.one(" ", "  ", "    "))
		case ok:
			text += name + " " + w.flow(controls) + w.one("", " # controls") + "\n"
		default:
			text += name + w.value(m.value, indent)
		}
	}
	return text
}

// value writes the value of a member in a block and ends its lines.
func (w *writer) value(v any, indent string) string {
	return w.one(" ", "   ", "\n"+indent+"  ", " # why\n"+indent+"  ") + w.scalar(v, false) + w.one("",
		" # note", "\t# note") + "\n"
}

func (w *writer) scalar(v any, flow bool) string {
	switch t := v.(type) {
	case nil:
		return w.one("~", "null")
	case bool:
		return strconv.FormatBool(t)
	case int:
		return strconv.Itoa(t)
	default:
		text := v.(string)
		if flow && strings.Contains(text, ",") {
			return w.one(`"`+text+`"`, `'`+text+`'`)
		}
		return w.one(text, `"`+text+`"`, `'`+text+`'`)
	}
}
