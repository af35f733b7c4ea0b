package review

import (
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/form"
)

// Group is a group of the request's fields.
type Group struct {
	Name string
	Rows []Row
}

// Row is one field of the request with the policy messages about it.
type Row struct {
	Field, Label string
	Value        form.Text
	Messages     []RuleMessage
	// Change is the address of the form at this field.
	Change string
}

// RuleMessage is the message of one rule.
type RuleMessage struct {
	PolicyID, Field string
	form.Rule
	// Advice is the advice of the first fix, which replaces the rule's own; empty for none.
	Advice string
}

func groups(record request.Record, found []wire.Alternative) []Group {
	return []Group{
		{"Business", rows(record, form.Business(), found)},
		{"Platform", rows(record, form.Platform(), found)},
		{"Mandated controls", rows(record, form.Controls(), found)},
	}
}

func rows(record request.Record, fields []form.Field, found []wire.Alternative) []Row {
	list := make([]Row, len(fields))
	for i, f := range fields {
		list[i] = Row{
			Field: f.Name, Label: f.Label, Value: form.ValueOf(record.Request, f.Name),
			Messages: messages(record, found, func(field string) bool { return field == f.Name }),
		}
		if len(list[i].Messages) > 0 {
			list[i].Change = "/requests/new?from=" + record.RequestID + "#" + f.Name
		}
	}
	return list
}

// messages returns the messages of the rules about the fields, denials before advisories.
func messages(record request.Record, found []wire.Alternative, of func(field string) bool) []RuleMessage {
	var list []RuleMessage
	keep := func(violations []request.Violation, advisory bool) {
		for _, v := range violations {
			if !of(v.Field) {
				continue
			}
			m := RuleMessage{PolicyID: v.PolicyID, Field: v.Field, Rule: form.NewRule(v, advisory)}
			if !advisory {
				m.Advice = form.Advice(v, found)
			}
			list = append(list, m)
		}
	}
	keep(record.Violations, false)
	keep(record.Advisories, true)
	return list
}

// others returns the messages about fields that have no row on the page.
func others(record request.Record, found []wire.Alternative) []RuleMessage {
	return messages(record, found, func(field string) bool { return !form.Has(field) })
}
