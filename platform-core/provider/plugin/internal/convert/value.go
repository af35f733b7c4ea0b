package convert

import (
	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/provider/plugin/internal/providerv1"
)

var kindToMessage = map[environment.ValueKind]providerv1.ValueKind{
	environment.TextValue:   providerv1.ValueKind_VALUE_KIND_TEXT,
	environment.NumberValue: providerv1.ValueKind_VALUE_KIND_NUMBER,
	environment.FlagValue:   providerv1.ValueKind_VALUE_KIND_FLAG,
}

var kindFromMessage = map[providerv1.ValueKind]environment.ValueKind{
	providerv1.ValueKind_VALUE_KIND_TEXT:   environment.TextValue,
	providerv1.ValueKind_VALUE_KIND_NUMBER: environment.NumberValue,
	providerv1.ValueKind_VALUE_KIND_FLAG:   environment.FlagValue,
}

// valueToMessage returns v as a message; nil for no value.
func valueToMessage(v environment.Value) *providerv1.Value {
	if v.IsZero() {
		return nil
	}
	return &providerv1.Value{Kind: kindToMessage[v.Kind], Text: v.Text, Number: v.Number, Flag: v.Flag}
}

func valueFromMessage(field string, m *providerv1.Value) (environment.Value, error) {
	if m == nil {
		return environment.Value{}, nil
	}
	kind, known := kindFromMessage[m.GetKind()]
	if !known {
		return environment.Value{}, wrong(field, "has a value of unknown kind %d", m.GetKind())
	}
	return environment.Value{Kind: kind, Text: m.GetText(), Number: m.GetNumber(), Flag: m.GetFlag()}, nil
}
