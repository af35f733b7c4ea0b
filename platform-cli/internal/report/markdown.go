package report

import (
	"fmt"
	"strconv"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/terminal"
)

// Bounds of the parts of a page.
const (
	// maxDenied is where the files that are not accepted end, in bytes, so that there is
	// something of the others.
	maxDenied = 55_000
	// maxFaults is how many faults of one file are shown.
	maxFaults = 20
)

// Markdown returns the files as a page for a pull request: what is not accepted first, with
// what to write instead. It is less than 65,536 characters.
func Markdown(files []File) []byte {
	var refused, accepted []File
	for _, f := range files {
		if f.Record != nil && f.Record.Decision == request.Accepted {
			accepted = append(accepted, f)
		} else {
			refused = append(refused, f)
		}
	}
	p := &Page{}
	p.Add("## Environment requests", "", verdict(len(refused), len(files)))
	for i, f := range refused {
		if !p.AddWithin(maxDenied, sectionOf(f)...) {
			p.Add("", fmt.Sprintf("**And %d more that are not accepted**; the whole is in the report of the command.", len(refused)-i))
			break
		}
	}
	var rows []string
	for _, f := range accepted {
		rows = append(rows, acceptedRow(f))
	}
	p.Table(MaxPage, "Accepted", []string{"Request", "Environment", "Estimate a month", "Budget", "Besides"}, rows)
	return []byte(strings.Join(p.Lines(), "\n") + "\n")
}

func verdict(refused, all int) string {
	if refused == 0 {
		return fmt.Sprintf("**Accepted**: %s.", terminal.Count(all, "request"))
	}
	return fmt.Sprintf("**Not accepted**: %d of %s.", refused, terminal.Count(all, "request"))
}

// sectionOf says what is wrong with a file, and what to write.
func sectionOf(f File) []string {
	name := Code(terminal.FileName(f.Path))
	if f.Problem != nil {
		return append([]string{"", fmt.Sprintf("### %s: %s", name, strings.ToLower(f.Problem.Code.Title()))}, faultLines(f.Problem)...)
	}
	lines := []string{"", fmt.Sprintf("### %s: denied by %s", name, terminal.Count(len(f.Record.Violations), "rule")), ""}
	lines = append(lines, Head("Field", "Why", "Rule")...)
	for _, v := range f.Record.Violations {
		lines = append(lines, Row(Code(v.Field), text(v.Message), Code(v.PolicyID)))
	}
	if len(f.Advice) > 0 {
		lines = append(append(lines, "", "```text"), escaped(f.Advice)...)
		lines = append(lines, "```")
	}
	return append(lines, besides(f.Record)...)
}

// faultLines list what is wrong with a file that is no request, or cannot be evaluated.
func faultLines(p *problem.Problem) []string {
	if len(p.Faults) == 0 {
		return []string{"", text(p.Detail)}
	}
	lines := append([]string{""}, Head("Line", "Field", "What to write")...)
	for i, fault := range p.Faults {
		if i == maxFaults {
			return append(lines, "", fmt.Sprintf("and %d more", len(p.Faults)-i))
		}
		line, field := "", ""
		if fault.Line > 0 {
			line = strconv.Itoa(fault.Line)
		}
		if fault.Field != "" {
			field = Code(fault.Field)
		}
		lines = append(lines, Row(line, field, text(fault.Message)))
	}
	return lines
}

// besides lists the exceptions and advisories of a denied request.
func besides(r *request.Record) (lines []string) {
	for _, x := range r.Exceptions {
		lines = append(lines, "- "+exceptionText(x))
	}
	for _, a := range r.Advisories {
		lines = append(lines, "- advisory: "+text(a.Message+" "+a.Remediation))
	}
	if len(lines) > 0 {
		lines = append([]string{""}, lines...)
	}
	return lines
}

func exceptionText(x request.Exception) string {
	return fmt.Sprintf("exception from %s until %s, of %s: %s", Code(x.PolicyID), x.Until, Code(x.Owner), text(x.Reason))
}

func acceptedRow(f File) string {
	r := f.Record
	estimate := r.Estimate.KnownTotal.String()
	if r.Estimate.AtLeast() {
		estimate = "at least " + estimate
	}
	var notes []string
	for _, x := range r.Exceptions {
		notes = append(notes, exceptionText(x))
	}
	for _, a := range r.Advisories {
		notes = append(notes, text(a.Message))
	}
	environment := fmt.Sprintf("%s, %s, %s", r.Request.Application, r.Request.Environment, r.Request.Region)
	return Row(Code(terminal.FileName(f.Path)), Code(environment), estimate+" "+r.Estimate.Currency,
		strconv.FormatInt(r.Request.MonthlyBudget, 10), strings.Join(notes, "<br>"))
}

// text is a sentence of a rule or of a fault, which may repeat what a request holds.
func text(sentence string) string { return proposal.MarkdownText(sentence) }

// escaped returns lines for a fenced block, which none of them can end.
func escaped(lines []string) []string {
	list := make([]string, len(lines))
	for i, line := range lines {
		list[i] = strings.ReplaceAll(terminal.Line(line), "```", "'''")
	}
	return list
}
