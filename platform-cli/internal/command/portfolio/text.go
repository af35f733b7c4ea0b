package portfolio

import (
	"bytes"
	"encoding/csv"
	"fmt"
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
	name := func(id string) string {
		if name, ok := names[id]; ok {
			return name
		}
		return id // a range of the profile
	}
	lines := []string{fmt.Sprintf("on %s: %s, %d denied, %s USD a month", p.On,
		terminal.Count(len(p.Environments), "request"), denied, amount(p.Totals.All))}
	var table [][]string
	for _, d := range p.Duplicates {
		for _, id := range d.RequestIDs {
			table = append(table, []string{name(id), id})
		}
	}
	lines = append(lines, section("more than one request for an environment:", table)...)
	table = nil
	for _, o := range p.Overlaps {
		table = append(table, []string{o.ACIDR.String(), name(o.A)}, []string{"  " + o.BCIDR.String(), name(o.B)})
	}
	lines = append(lines, section("networks that overlap:", table)...)
	table = nil
	for _, f := range p.Free {
		cidr := "none"
		if f.CIDR != nil {
			cidr = f.CIDR.String()
		}
		table = append(table, []string{fmt.Sprintf("/%d", f.PrefixLength), cidr})
	}
	lines = append(lines, section("lowest free ranges of "+q.Pool.String()+":", table)...)
	for _, by := range []struct {
		name string
		list []portfolio.Total
	}{
		{request.CostCentreField, p.Totals.CostCentre}, {request.OwnerField, p.Totals.Owner},
		{request.EnvironmentField, p.Totals.Environment}, {request.RegionField, p.Totals.Region},
	} {
		table = nil
		for _, t := range by.list {
			table = append(table, []string{t.Key, fmt.Sprint(t.Count), amount(t)})
		}
		lines = append(lines, section("USD a month by "+strings.ReplaceAll(by.name, "_", " ")+":", table)...)
	}
	table = nil
	for _, e := range p.Ends {
		ended := ""
		if e.Ended {
			ended = "has ended"
		}
		table = append(table, []string{string(e.ExpiryDate), name(e.RequestID), ended})
	}
	lines = append(lines, section("what ends until "+string(q.Until)+":", table)...)
	table = nil
	for _, c := range p.Changes {
		table = append(table, []string{string(c.On), name(c.RequestID), change(c)})
	}
	return append(lines, section("what changes until "+string(q.Until)+":", table)...)
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
		line := strings.Repeat(" ", gap)
		for i, cell := range row {
			line += terminal.Pad(terminal.Line(cell), widths[i]+gap)
		}
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
		request.OwnerField, request.CostCentreField, request.BudgetField, request.NetworkField, "decision", "known_total", "at_least",
		request.ExpiryField)
	for _, e := range p.Environments {
		total := ""
		if e.KnownTotal.Known {
			total = e.KnownTotal.String()
		}
		write(e.EnvironmentID, e.RequestID, e.Application, e.Brief.Environment, e.Region, e.Owner, e.CostCentre,
			fmt.Sprint(e.MonthlyBudget), e.NetworkCIDR.String(), string(e.Decision), total, fmt.Sprint(e.AtLeast), string(e.ExpiryDate))
	}
	w.Flush()
	return b.Bytes()
}
