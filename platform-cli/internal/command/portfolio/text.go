package portfolio

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/terminal"
)

// maxLines is the number of lines of a section of the text. The document has all entries.
const maxLines = 20

// text returns the portfolio as tables.
func text(p portfolio.Portfolio, q portfolio.Question) []string {
	v := view{p, q, map[string][]string{}}
	denied := 0
	for _, e := range p.Environments {
		v.names[e.RequestID] = []string{e.Application, e.Brief.Environment, e.Region}
		if e.Decision == request.Denied {
			denied++
		}
	}
	sum := fmt.Sprintf("on %s: %s, %d denied, %s USD a month", p.On.Words(),
		request.Count(len(p.Environments), "request"), denied, amount(p.Totals.All))
	if n := len(p.Duplicates); n > 0 {
		sum += "; this leaves out " + request.Count(n, request.EnvironmentField) + " with several requests"
	}
	lines := terminal.Wrap(sum)
	return slices.Concat(lines, v.networks(), v.costs(), v.ends(), v.changes())
}

// view formats a portfolio as lines of text.
type view struct {
	portfolio.Portfolio
	question portfolio.Question
	names    map[string][]string // the cells with the names of a request, by its ID
}

// row returns the cells before, and then the cells with the name of a request or of a range of the profile.
func (v view) row(id string, before ...string) []string {
	if name, ok := v.names[id]; ok {
		return append(before, name...)
	}
	return append(before, id)
}

// networks returns the tables of duplicates, overlaps and free ranges.
func (v view) networks() []string {
	var duplicates, overlaps, free [][]string
	listed := 0
	for _, d := range v.Duplicates {
		if len(duplicates) > 0 && len(duplicates)+len(d.RequestIDs) >= maxLines {
			break
		}
		listed++
		duplicates = append(duplicates, v.row(d.RequestIDs[0]))
		for _, id := range d.RequestIDs {
			duplicates = append(duplicates, []string{"  " + id})
		}
	}
	const linesOfPair = 2
	for _, o := range v.Overlaps[:min(len(v.Overlaps), maxLines/linesOfPair)] {
		if o.BCIDR.Bits() < o.ACIDR.Bits() { // the larger network comes first
			o.A, o.ACIDR, o.B, o.BCIDR = o.B, o.BCIDR, o.A, o.ACIDR
		}
		overlaps = append(overlaps, v.row(o.A, o.ACIDR.String()), v.row(o.B, "  "+o.BCIDR.String()))
	}
	for _, f := range v.Free {
		cidr := "none"
		if f.CIDR != nil {
			cidr = f.CIDR.String()
		}
		free = append(free, []string{fmt.Sprintf("/%d", f.PrefixLength), cidr})
	}
	return slices.Concat(
		section("environments with several requests, in no total; keep one request for each:", duplicates), more(len(v.Duplicates)-listed),
		section("networks that overlap:", overlaps), more(len(v.Overlaps)+v.MoreOverlaps-len(overlaps)/linesOfPair),
		section("lowest free ranges of "+v.question.Pool.String()+":", free))
}

// costs returns the tables of totals.
func (v view) costs() (lines []string) {
	for _, by := range []struct {
		field string
		list  []portfolio.Total
	}{
		{request.CostCentreField, v.Totals.CostCentre}, {request.OwnerField, v.Totals.Owner},
		{request.EnvironmentField, v.Totals.Environment}, {request.RegionField, v.Totals.Region},
	} {
		var table [][]string
		for _, t := range by.list {
			table = append(table, []string{amount(t), strconv.Itoa(t.Count), t.Key})
		}
		lines = append(lines, section("USD a month and count by "+strings.ReplaceAll(by.field, "_", " ")+":", table, 0, 1)...)
	}
	return lines
}

func amount(t portfolio.Total) string {
	if t.AtLeast {
		return "at least " + t.KnownTotal.String()
	}
	return t.KnownTotal.String()
}

// ends returns the tables of the environments that have ended, and of those that end.
func (v view) ends() []string {
	var ended, ends [][]string
	for _, e := range v.Ends {
		if row := v.row(e.RequestID, string(e.ExpiryDate)); e.Ended {
			ended = append(ended, row)
		} else {
			ends = append(ends, row)
		}
	}
	slices.SortFunc(ended, slices.Compare)
	slices.SortFunc(ends, slices.Compare)
	return slices.Concat(section("have ended, but are not removed:", dated(ended)),
		section("end until "+v.question.Until.Words()+":", dated(ends)))
}

// dated returns rows with their first cell, a date or empty, in words.
func dated(rows [][]string) [][]string {
	for _, row := range rows {
		row[0] = request.Date(row[0]).Words()
	}
	return rows
}

// changes returns the table of the changes that [view.ends] does not show, each with its first requests.
func (v view) changes() []string {
	type key struct {
		on   request.Date
		what string
	}
	ends := map[key]bool{}
	for _, e := range v.Ends {
		ends[key{e.ExpiryDate, e.RequestID}] = true
	}
	requests := map[key][]string{}
	var order []key
	for _, c := range v.Changes {
		if c.What == portfolio.Decision && c.To == string(request.Denied) && ends[key{c.On, c.RequestID}] {
			continue // the tables of ends have this change
		}
		k := key{c.On, change(c)}
		if requests[k] == nil {
			order = append(order, k)
		}
		requests[k] = append(requests[k], strings.Join(v.row(c.RequestID), " "))
	}
	var table [][]string
	for _, k := range order {
		table = append(table, []string{string(k.on), k.what})
		names := slices.Sorted(slices.Values(requests[k]))
		for _, name := range names[:min(len(names), maxNames)] {
			table = append(table, []string{"", name})
		}
		if more := len(names) - maxNames; more > 0 {
			table = append(table, []string{"", fmt.Sprintf("and %d more", more)})
		}
	}
	return section("other changes until "+v.question.Until.Words()+":", dated(table))
}

// maxNames is the greatest number of requests that the text names for a change.
const maxNames = 3

// change describes a change in a few words.
func change(c portfolio.Change) string {
	switch {
	case c.What == portfolio.Decision && c.To == string(request.Denied):
		return "denied by " + c.PolicyID
	case c.What == portfolio.Decision:
		return "no longer denied by " + c.PolicyID
	case c.From == string(request.Excepted):
		return "no longer excepted from " + c.PolicyID
	case c.What == portfolio.Exception:
		return "excepted from " + c.PolicyID
	case c.To == string(request.Violated):
		return "advisory of " + c.PolicyID
	default:
		return "no longer an advisory of " + c.PolicyID
	}
}

// maxCell is the greatest width of a column. A longer cell makes only its own line longer.
const maxCell = 32

// section returns a heading and a table, or nothing if the table is empty. The columns with the indexes in right are
// aligned to the right. A line that is too wide continues on the next line.
func section(heading string, table [][]string, right ...int) []string {
	if len(table) == 0 {
		return nil
	}
	const gap = "  "
	shown := table[:min(len(table), maxLines)]
	var widths []int
	for _, row := range shown {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], min(terminal.Cells(cell), maxCell))
		}
	}
	lines := terminal.Wrap(heading)
	for _, row := range shown {
		var line strings.Builder
		for i, cell := range row {
			before, after := "", strings.Repeat(" ", max(0, widths[i]-terminal.Cells(cell)))
			if slices.Contains(right, i) {
				before, after = after, ""
			}
			line.WriteString(gap + before + terminal.Line(cell) + after)
		}
		lines = append(lines, terminal.Wrap(strings.TrimRight(line.String(), " "))...)
	}
	return append(lines, more(len(table)-maxLines)...)
}

// more returns the line that counts the entries that are not shown; nothing for none.
func more(entries int) []string {
	if entries <= 0 {
		return nil
	}
	return []string{fmt.Sprintf("  and %d more", entries)}
}

// rows returns a CSV file with a row for each environment.
func rows(p portfolio.Portfolio) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	write := func(row ...string) {
		for i, cell := range row {
			if strings.ContainsAny(cell[:min(len(cell), 1)], "=+-@") {
				row[i] = "'" + cell // a spreadsheet would compute it
			}
		}
		_ = w.Write(row) // a buffer takes everything
	}
	write("environment_id", "request_id", request.ApplicationField, request.EnvironmentField, request.RegionField,
		request.OwnerField, request.CostCentreField, request.BudgetField, request.NetworkField, "decision", "known_total",
		"at_least", request.ExpiryField)
	for _, e := range p.Environments {
		total := ""
		if e.KnownTotal.Known {
			total = strings.ReplaceAll(e.KnownTotal.String(), ",", "") // a number for a spreadsheet
		}
		write(e.EnvironmentID, e.RequestID, e.Application, e.Brief.Environment, e.Region, e.Owner, e.CostCentre,
			strconv.FormatInt(e.MonthlyBudget, 10), e.NetworkCIDR.String(), string(e.Decision), total,
			strconv.FormatBool(e.AtLeast), string(e.ExpiryDate))
	}
	w.Flush()
	return b.Bytes()
}
