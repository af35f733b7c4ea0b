package portfolio

import (
	"bytes"
	"cmp"
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
	names := map[string]string{}
	denied := 0
	for _, e := range p.Environments {
		names[e.RequestID] = strings.Join([]string{e.Application, e.Brief.Environment, e.Region}, " ")
		if e.Decision == request.Denied {
			denied++
		}
	}
	name := func(id string) string { return cmp.Or(names[id], id) } // or a range of the profile
	lines := []string{fmt.Sprintf("on %s: %s, %d denied, %s USD a month", p.On,
		terminal.Count(len(p.Environments), "request"), denied, amount(p.Totals.All))}
	lines = append(lines, networks(p, q, name)...)
	lines = append(lines, costs(p.Totals)...)
	var ends, changes [][]string
	for _, e := range p.Ends {
		ended := ""
		if e.Ended {
			ended = "has ended"
		}
		ends = append(ends, []string{string(e.ExpiryDate), name(e.RequestID), ended})
	}
	for _, c := range p.Changes {
		changes = append(changes, []string{string(c.On), name(c.RequestID), change(c)})
	}
	lines = append(lines, section("what ends until "+string(q.Until)+":", ends)...)
	return append(lines, section("what changes until "+string(q.Until)+":", changes)...)
}

// networks returns the tables of duplicates, overlaps and free ranges.
func networks(p portfolio.Portfolio, q portfolio.Question, name func(id string) string) []string {
	var duplicates, overlaps, free [][]string
	for _, d := range p.Duplicates {
		for _, id := range d.RequestIDs {
			duplicates = append(duplicates, []string{name(id), id})
		}
	}
	for _, o := range p.Overlaps {
		overlaps = append(overlaps, []string{o.ACIDR.String(), name(o.A)}, []string{"  " + o.BCIDR.String(), name(o.B)})
	}
	for _, f := range p.Free {
		cidr := "none"
		if f.CIDR != nil {
			cidr = f.CIDR.String()
		}
		free = append(free, []string{fmt.Sprintf("/%d", f.PrefixLength), cidr})
	}
	return slices.Concat(section("more than one request for an environment:", duplicates),
		section("networks that overlap:", overlaps), section("lowest free ranges of "+q.Pool.String()+":", free))
}

// costs returns the tables of totals.
func costs(totals portfolio.Totals) (lines []string) {
	for _, by := range []struct {
		field string
		list  []portfolio.Total
	}{
		{request.CostCentreField, totals.CostCentre}, {request.OwnerField, totals.Owner},
		{request.EnvironmentField, totals.Environment}, {request.RegionField, totals.Region},
	} {
		var table [][]string
		for _, t := range by.list {
			table = append(table, []string{t.Key, strconv.Itoa(t.Count), amount(t)})
		}
		lines = append(lines, section("USD a month by "+strings.ReplaceAll(by.field, "_", " ")+":", table)...)
	}
	return lines
}

func amount(t portfolio.Total) string {
	if t.AtLeast {
		return "at least " + t.KnownTotal.String()
	}
	return t.KnownTotal.String()
}

// change describes a change in some words.
func change(c portfolio.Change) string {
	if c.What == portfolio.Decision {
		return c.To + ": " + c.PolicyID
	}
	return string(c.What) + " " + c.To + ": " + c.PolicyID
}

// section returns a heading and a table with columns; nothing for an empty table. Long cells of a line that is too wide
// are continued on the next line.
func section(heading string, table [][]string) []string {
	if len(table) == 0 {
		return nil
	}
	const gap = 2
	var widths []int
	for _, row := range table[:min(len(table), maxLines)] {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], terminal.Cells(cell))
		}
	}
	lines := []string{heading}
	for _, row := range table[:min(len(table), maxLines)] {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = terminal.Pad(terminal.Line(cell), widths[i]+gap)
		}
		line := strings.Repeat(" ", gap) + strings.Join(cells, "")
		lines = append(lines, terminal.Wrap(strings.TrimRight(line, " "))...)
	}
	if more := len(table) - maxLines; more > 0 {
		lines = append(lines, fmt.Sprintf("  and %d more", more))
	}
	return lines
}

// rows returns a CSV file with a row for each environment.
func rows(p portfolio.Portfolio) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	write := func(row ...string) { _ = w.Write(row) } // a buffer takes everything
	write("environment_id", "request_id", request.ApplicationField, request.EnvironmentField, request.RegionField,
		request.OwnerField, request.CostCentreField, request.BudgetField, request.NetworkField, "decision", "known_total",
		"at_least", request.ExpiryField)
	for _, e := range p.Environments {
		total := ""
		if e.KnownTotal.Known {
			total = e.KnownTotal.String()
		}
		write(e.EnvironmentID, e.RequestID, e.Application, e.Brief.Environment, e.Region, e.Owner, e.CostCentre,
			strconv.FormatInt(e.MonthlyBudget, 10), e.NetworkCIDR.String(), string(e.Decision), total,
			strconv.FormatBool(e.AtLeast), string(e.ExpiryDate))
	}
	w.Flush()
	return b.Bytes()
}
