package convert

import (
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/request"
)

var kindToMessage = map[request.ValueKind]providerv1.ValueKind{
	request.TextValue:   providerv1.ValueKind_VALUE_KIND_TEXT,
	request.NumberValue: providerv1.ValueKind_VALUE_KIND_NUMBER,
	request.FlagValue:   providerv1.ValueKind_VALUE_KIND_FLAG,
}

var kindFromMessage = map[providerv1.ValueKind]request.ValueKind{
	providerv1.ValueKind_VALUE_KIND_TEXT:   request.TextValue,
	providerv1.ValueKind_VALUE_KIND_NUMBER: request.NumberValue,
	providerv1.ValueKind_VALUE_KIND_FLAG:   request.FlagValue,
}

// valueToMessage returns v as a message; nil for no value.
func valueToMessage(v request.Value) *providerv1.Value {
	if v.IsZero() {
		return nil
	}
	return &providerv1.Value{Kind: kindToMessage[v.Kind], Text: v.Text, Number: v.Number, Flag: v.Flag}
}

func valueFromMessage(field string, m *providerv1.Value) (request.Value, error) {
	if m == nil {
		return request.Value{}, nil
	}
	kind, known := kindFromMessage[m.GetKind()]
	if !known {
		return request.Value{}, wrong(field, "has a value of unknown kind %d", m.GetKind())
	}
	return request.Value{Kind: kind, Text: m.GetText(), Number: m.GetNumber(), Flag: m.GetFlag()}, nil
}
