package convert

import (
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/request"
)

func evaluationFields(x *exchange, d *adapter.Evaluation, m *providerv1.EvaluateResponse) {
	each(x, "violations", &d.Violations, &m.Violations, violationFields)
	each(x, "advisories", &d.Advisories, &m.Advisories, violationFields)
	each(x, "resources", &d.Resources, &m.Resources, resourceFields)
	if m.Estimate == nil {
		m.Estimate = &providerv1.Estimate{}
	}
	estimateFields(x, &d.Estimate, m.Estimate)
}

func violationFields(x *exchange, d *request.Violation, m *providerv1.Violation) {
	text(x, &d.PolicyID, &m.PolicyId)
	text(x, &d.Source, &m.Source)
	text(x, &d.Field, &m.Field)
	text(x, &d.Message, &m.Message)
	text(x, &d.Remediation, &m.Remediation)
	value(x, "actual", &d.Actual, &m.Actual)
	text(x, &d.Expected, &m.Expected)
	value(x, "suggestion", &d.Suggestion, &m.Suggestion)
}

// kinds are the kinds of values, by their numbers in a message.
var kinds = []request.ValueKind{
	providerv1.ValueKind_VALUE_KIND_UNSPECIFIED: request.NoValue,
	providerv1.ValueKind_VALUE_KIND_TEXT:        request.TextValue,
	providerv1.ValueKind_VALUE_KIND_NUMBER:      request.NumberValue,
	providerv1.ValueKind_VALUE_KIND_FLAG:        request.FlagValue,
}

// value carries a value, which a message lacks where there is none.
func value(x *exchange, name string, d *request.Value, m **providerv1.Value) {
	switch {
	case x.sending && !d.IsZero():
		kind := providerv1.ValueKind(slices.Index(kinds, d.Kind)) // #nosec G115 -- 1 to 3
		*m = &providerv1.Value{Kind: kind, Text: d.Text, Number: d.Number, Flag: d.Flag}
	case !x.sending && *m != nil:
		kind := (*m).GetKind()
		if kind <= 0 || int(kind) >= len(kinds) {
			x.wrong(name, "has a value of unknown kind %d", kind)
			return
		}
		*d = request.Value{Kind: kinds[kind], Text: (*m).GetText(), Number: (*m).GetNumber(), Flag: (*m).GetFlag()}
	}
}

func resourceFields(x *exchange, d *request.Resource, m *providerv1.Resource) {
	text(x, &d.Address, &m.Address)
	text(x, &d.Type, &m.Type)
	text(x, &d.Name, &m.Name)
	text(x, &d.Region, &m.Region)
	text(x, &d.Parent, &m.Parent)
	texts(x, &d.Controls, &m.Controls)
	properties(x, &d.Properties, &m.Properties)
	money(x, &d.MonthlyCost, &m.MonthlyCents)
}

// properties carries the settings of a resource, which a message has as a list of
// each name and its value, sorted by name.
func properties(x *exchange, d *request.Properties, m *[]string) {
	if x.sending {
		*m = make([]string, 0, 2*len(*d))
		for _, name := range d.Names() {
			*m = append(*m, name, (*d)[name])
		}
		return
	}
	pairs := *m
	if len(pairs)%2 != 0 {
		x.wrong("properties", "has a name without a value")
		return
	}
	*d = make(request.Properties, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		if i > 0 && pairs[i-2] >= pairs[i] {
			x.wrong("properties", "has %q after %q; names must be sorted, each once", pairs[i], pairs[i-2])
		}
		(*d)[pairs[i]] = pairs[i+1]
	}
}

func estimateFields(x *exchange, d *request.Estimate, m *providerv1.Estimate) {
	text(x, &d.Currency, &m.Currency)
	money(x, &d.MonthlyTotal, &m.MonthlyTotalCents)
	text(x, &d.PriceTable, &m.PriceTable)
	each(x, "items", &d.Items, &m.Items, itemFields)
}

func itemFields(x *exchange, d *request.EstimateItem, m *providerv1.EstimateItem) {
	text(x, &d.Address, &m.Address)
	text(x, &d.Item, &m.Item)
	text(x, &d.Quantity, &m.Quantity)
	text(x, &d.Unit, &m.Unit)
	text(x, &d.UnitPrice, &m.UnitPrice)
	money(x, &d.MonthlyCost, &m.MonthlyCents)
}

// money carries an amount in cents, which a message lacks where it is unknown.
func money(x *exchange, d *request.Money, m **int64) {
	switch {
	case x.sending && d.Known:
		*m = &d.Cents
	case !x.sending && *m != nil:
		*d = request.Cents(**m)
	}
}
