package review

import (
	html "html/template"
	"testing"

	"github.com/jba/templatecheck"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
)

func check(page *html.Template, example any) error { return templatecheck.CheckHTML(page, example) }

func TestTemplatesFitTheirStructs(t *testing.T) {
	require.NoError(t, template.Check(check))
	require.NoError(t, retry.Check(check))
}

func TestWhatCostsMostComesFirst(t *testing.T) {
	item := func(address string, basis request.Basis, cost request.Money) request.EstimateItem {
		return request.EstimateItem{Address: address, Item: address, Basis: basis, Unit: "hour", UnitPrice: "1.00", MonthlyCost: cost}
	}
	resource := func(address string, cost request.Money) request.Resource {
		return request.Resource{Address: address, Type: address, Region: "north", MonthlyCost: cost}
	}
	record := request.Record{
		Estimate: request.Estimate{
			KnownTotal: request.Cents(1_000_50), MonthlyTotal: request.Cents(1_000_50),
			Items: []request.EstimateItem{
				item("b", request.Fixed, request.Cents(50)), item("c", request.Usage, request.Money{}),
				item("d", request.Fixed, request.Cents(1_000_00)), item("e", request.Fixed, request.Money{}),
			},
		},
		SimulatedResources: []request.Resource{
			resource("a", request.Cents(0)), resource("b", request.Cents(50)), resource("c", request.Money{}),
			resource("d", request.Cents(1_000_00)), resource("e", request.Money{}), resource("f", request.Cents(0)),
		},
	}
	p := page{Record: record}
	var list []string
	for _, r := range p.Resources() {
		list = append(list, r.Type+" "+p.Cost(r))
	}
	require.Equal(t, []string{"d 1,000.00", "b 0.50", "c by use", "e unknown", "a 0.00", "f 0.00"}, list)
	require.Equal(t, "a", record.SimulatedResources[0].Address, "the record's own order is as it was")
	require.Equal(t, "north", p.Region())

	list = nil
	for _, c := range p.Costs() {
		list = append(list, c.Address)
	}
	require.Equal(t, []string{"d", "b", "c", "e"}, list)
}
