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

// table shows what an accepted request builds and costs: each counted item of the estimate, the
// dearest first, those without a known price before them; the total; what use adds; the budget.
func (e Evaluated) table() []string {
	estimate := e.Record.Estimate
	if len(estimate.Items) == 0 {
		return []string{"The provider gave no estimate."}
	}
	rows := []row{{"resource", "item", estimate.Currency + " a month"}}
	rows = append(rows, costRows(estimate)...)
	lines := aligned(append(rows, totalRow(estimate)))
	lines = append(lines, usageLines(estimate)...)
	lines = append(lines, terminal.Wrap(budgetLine(e.Record.Request.MonthlyBudget, estimate))...)
	if n := len(e.Record.SimulatedResources); n > 0 {
		lines = append(lines, terminal.Count(n, "resource")+"; `platform request render` lists them.")
	}
	return lines
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
	if estimate.AtLeast() {
		return row{"total", "at least, as a part has no price", estimate.KnownTotal.String()}
	}
	return row{"total", "", estimate.KnownTotal.String()}
}

// aligned returns the rows in columns that fit the terminal: names give way, costs do not.
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

// usageLines name what is billed by use, which is in no total, each once with its price.
func usageLines(estimate request.Estimate) []string {
	var list []string
	for _, i := range estimate.Items {
		if i.Counted() {
			continue
		}
		price := "price unknown"
		if i.UnitPrice != "" {
			price = fmt.Sprintf("%s %s %s", i.UnitPrice, estimate.Currency, i.PerUnit())
		}
		if one := i.Item + " (" + price + ")"; !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return terminal.Wrap("Billed by use, in no total: " + strings.Join(list, ", ") + ".")
}

func budgetLine(budget int64, estimate request.Estimate) string {
	line := fmt.Sprintf("Budget: %d %s a month", budget, estimate.Currency)
	left := request.Cents(budget * 100).Minus(estimate.KnownTotal)
	switch {
	case !estimate.KnownTotal.Known:
		return line + "; what is left of it is unknown."
	case estimate.AtLeast():
		return line + ", at most " + left.String() + " of it left."
	default:
		return line + ", " + left.String() + " of it left."
	}
}
