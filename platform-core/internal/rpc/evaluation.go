package rpc

import (
	"slices"

	"google.golang.org/protobuf/encoding/protowire"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

func evaluationFields(x *exchange, d *adapter.Evaluation) {
	each(x, "violations", 1, &d.Violations, violationFields)
	each(x, "advisories", 2, &d.Advisories, violationFields)
	each(x, "resources", 3, &d.Resources, resourceFields)
	part(x, 4, &d.Estimate, estimateFields)
}

func violationFields(x *exchange, d *request.Violation) {
	text(x, 1, &d.PolicyID)
	text(x, 2, &d.Source)
	text(x, 3, &d.Field, &d.Message, &d.Remediation)
	value(x, "actual", 6, &d.Actual)
	text(x, 7, &d.Expected)
	value(x, "suggestion", 8, &d.Suggestion)
}

// kinds are the kinds of values, by their numbers in a message.
var kinds = []request.ValueKind{request.NoValue, request.TextValue, request.NumberValue, request.FlagValue}

// value carries a value, which a message lacks where there is none.
func value(x *exchange, name string, number protowire.Number, d *request.Value) {
	if x.sending && !d.IsZero() {
		send(x, number, d, valueFields)
	}
	if f, ok := x.last(number, protowire.BytesType); ok {
		receive(x, f, d, valueFields)
		if x.fault != nil {
			x.fault.Field = name
		}
	}
}

func valueFields(x *exchange, d *request.Value) {
	kind := int64(slices.Index(kinds, d.Kind))
	integer(x, 1, &kind)
	if kind <= 0 || kind >= int64(len(kinds)) {
		x.wrong("", "has a value of unknown kind %d", kind)
		return
	}
	if !x.sending {
		d.Kind = kinds[kind]
	}
	text(x, 2, &d.Text)
	integer(x, 3, &d.Number)
	flag(x, 4, &d.Flag)
}

func resourceFields(x *exchange, d *request.Resource) {
	text(x, 1, &d.Address, &d.Type, &d.Name, &d.Region, &d.Parent)
	texts(x, 6, &d.Controls)
	properties(x, "properties", 7, &d.Properties)
	money(x, 8, &d.MonthlyCost)
	properties(x, "upholds", 9, &d.Upholds)
	if len(d.Upholds) == 0 {
		d.Upholds = nil
	}
}

// properties carries the settings of a resource, which a message has as a list of
// each name and its value, sorted by name.
func properties(x *exchange, list string, number protowire.Number, d *request.Properties) {
	if x.sending {
		for i := range *d {
			x.appendText(number, (*d)[i].Name)
			x.appendText(number, (*d)[i].Value)
		}
		return
	}
	pairs := x.list(number)
	if len(pairs)%2 != 0 {
		x.wrong(list, "has a name without a value")
		return
	}
	*d = make(request.Properties, len(pairs)/2)
	for i := range *d {
		(*d)[i] = request.Property{Name: x.string(pairs[2*i]), Value: x.string(pairs[2*i+1])}
		if i > 0 && (*d)[i-1].Name >= (*d)[i].Name {
			x.wrong(list, "has %q after %q; names must be sorted, each once", (*d)[i-1].Name, (*d)[i].Name)
		}
	}
}

func estimateFields(x *exchange, d *request.Estimate) {
	text(x, 1, &d.Currency)
	money(x, 2, &d.MonthlyTotal)
	text(x, 3, &d.PriceTable)
	each(x, "items", 4, &d.Items, itemFields)
	money(x, 5, &d.HighestTotal)
	d.KnownTotal, _ = request.Totals(d.Items)
}

func itemFields(x *exchange, d *request.EstimateItem) {
	text(x, 1, &d.Address, &d.Item)
	text(x, 3, &d.Quantity)
	text(x, 4, &d.Unit)
	text(x, 5, &d.UnitPrice)
	money(x, 6, &d.MonthlyCost)
	basis(x, 7, &d.Basis)
}

// basis carries the basis of an item, which a message lacks where it is fixed: the
// first adapters of this contract know of no other.
func basis(x *exchange, number protowire.Number, d *request.Basis) {
	if x.sending && *d == request.Fixed {
		return
	}
	text(x, number, d)
	if !x.sending && *d == "" {
		*d = request.Fixed
	}
}

// money carries an amount in cents, which a message lacks where it is unknown.
func money(x *exchange, number protowire.Number, d *request.Money) {
	if x.sending && d.Known {
		x.appendNumber(number, d.Cents)
	}
	if f, ok := x.last(number, protowire.VarintType); ok {
		*d = request.Cents(x.number(f))
	}
}
