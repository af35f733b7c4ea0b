package decision

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/terminal"
)

// row is a line of the table of costs.
type row struct{ resource, item, cost string }

// Table returns the costs of an accepted request as lines. Items without a known price come first,
// then the others from high to low cost, then the total.
func (e Evaluated) Table() []string {
	estimate := e.Record.Estimate
	rows := []row{{"resource", "item", estimate.Currency + " a month"}}
	rows = append(rows, costRows(estimate)...)
	return aligned(append(rows, totalRow(estimate)))
}

// Resources returns the simulated resources of the request as lines, each with its cost.
func (e Evaluated) Resources() []string {
	rows := []row{{"resource", "", e.Record.Estimate.Currency + " a month"}}
	for _, r := range e.Record.SimulatedResources {
		rows = append(rows, row{r.Address, "", r.MonthlyCost.String()})
	}
	return aligned(rows)
}

func costRows(estimate request.Estimate) (rows []row) {
	items := slices.DeleteFunc(slices.Clone(estimate.Items), func(i request.EstimateItem) bool { return !i.Counted() })
	slices.SortStableFunc(items, func(a, b request.EstimateItem) int {
		if a.MonthlyCost.Known != b.MonthlyCost.Known {
			return cmp.Compare(known(a), known(b))
		}
		return cmp.Compare(b.MonthlyCost.Cents, a.MonthlyCost.Cents)
	})
	for _, i := range items {
		item := i.Item
		if i.Basis == request.Assumed {
			item += " (assumed)"
		}
		rows = append(rows, row{i.Address, item, i.MonthlyCost.String()})
	}
	return rows
}

func known(i request.EstimateItem) int {
	if i.MonthlyCost.Known {
		return 1
	}
	return 0
}

func totalRow(estimate request.Estimate) row {
	if estimate.HighestTotal.Known {
		return row{"total", fmt.Sprintf("at least; at most %s by the highest known prices", estimate.HighestTotal),
			estimate.KnownTotal.String()}
	}
	if estimate.AtLeast() {
		return row{"total", "at least, as a part has no price", estimate.KnownTotal.String()}
	}
	return row{"total", "", estimate.KnownTotal.String()}
}

// aligned returns the rows in columns that fit the terminal. It shortens names and never costs.
func aligned(rows []row) (lines []string) {
	const gap = 2
	var resource, item, cost int
	for i := range rows {
		rows[i].resource, rows[i].item = terminal.Line(rows[i].resource), terminal.Line(rows[i].item)
		resource, item = max(resource, terminal.Cells(rows[i].resource)), max(item, terminal.Cells(rows[i].item))
		cost = max(cost, terminal.Cells(rows[i].cost))
	}
	width := terminal.Columns() - cost - 3*gap
	item = min(item, max(width-resource, width/2))
	resource = min(resource, width-item)
	for _, r := range rows {
		lines = append(lines, strings.Repeat(" ", gap)+
			terminal.Pad(terminal.Cut(r.resource, resource), resource+gap)+
			terminal.Pad(terminal.Cut(r.item, item), item+gap)+
			strings.Repeat(" ", cost-terminal.Cells(r.cost))+r.cost)
	}
	return lines
}

// BilledByUse returns the items that are billed by use, each once with its price. No total includes
// them.
func (e Evaluated) BilledByUse() (list []string) {
	for _, i := range e.Record.Estimate.Items {
		if i.Counted() {
			continue
		}
		price := "price unknown"
		if i.UnitPrice != "" {
			price = fmt.Sprintf("%s %s %s", i.UnitPrice, e.Record.Estimate.Currency, i.PerUnit())
		}
		if one := i.Item + " (" + price + ")"; !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	return list
}

// Left returns the budget minus the known costs.
func (e Evaluated) Left() request.Money {
	return request.Cents(e.Record.Request.MonthlyBudget * 100).Minus(e.Record.Estimate.KnownTotal)
}
