package policyreplay

import (
	"fmt"
	"strconv"
	"strings"

	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-cli/internal/report"
	"platform.internal/platform-core/terminal"
)

// Bounds of the parts of a page, in bytes.
const (
	// maxTable is for each table but those of requests.
	maxTable = 10_000
	// maxFlips is for what decides differently, so that there is something of the rest.
	maxFlips = 30_000
	// maxRules is how many rules a row names.
	maxRules = 5
)

// page is the whole for a pull request.
func page(r replayReport, d details) []string {
	p := &report.Page{}
	p.Add(prose.Page("replay page", r)...)
	p.Table(maxTable, "Rules", []string{"Rule", "Level", "Broken by more", "No longer", "Newly denied", "Newly accepted"}, ruleRows(r.Rules))
	heads := []string{"Request", "Decision", "Rules", "Otherwise"}
	p.Table(maxFlips, "Decided differently", heads, d.Flips)
	p.Table(maxTable, "Not evaluated", []string{"File", "Why"}, d.Problems)
	p.Table(maxTable, "Not as recorded", []string{"File", "Recorded", "With the rules before the change"}, recordedRows(r.NotReproduced))
	p.Table(report.MaxPage, "Other changes", heads, d.Others)
	return p.Lines()
}

func ruleRows(rules []ruleCounts) []string {
	var rows []string
	for _, r := range rules {
		rows = append(rows, report.Row(report.Code(r.PolicyID), r.Standing(), strconv.Itoa(r.Broken), strconv.Itoa(r.NoLongerBroken),
			strconv.Itoa(r.NewlyDenied), strconv.Itoa(r.NewlyAccepted)))
	}
	return rows
}

func recordedRows(list []recorded) []string {
	var rows []string
	for _, n := range list {
		rows = append(rows, report.Row(report.Code(terminal.FileName(n.File)), string(n.Decision), string(n.From)))
	}
	return rows
}

// row is the row of one file.
func row(o outcome) string {
	file := report.Code(terminal.FileName(o.File))
	if o.err != nil {
		return report.Row(file, report.Code(strings.Join(strings.Fields(strings.Join(o.Why(), " ")), " ")))
	}
	decision := string(o.B.Decision)
	if o.flips() {
		decision = fmt.Sprintf("%s, was %s", o.B.Decision, o.A.Decision)
	}
	var rest []string
	if o.HasOtherPrice() {
		rest = append(rest, report.Code(prose.Text("cost", o)))
	}
	if o.HasOtherResources() {
		rest = append(rest, report.Code(prose.Text("counts", o)))
	}
	if names := o.Declared(); len(names) > 0 {
		rest = append(rest, report.Code(strings.Join(names, ", ")))
	}
	return report.Row(file, decision, ruleCell(o), strings.Join(rest, "<br>"))
}

func ruleCell(o outcome) string {
	var names []string
	for _, c := range o.RuleChanges() {
		names = append(names, report.Code(c.PolicyID)+" "+c.Does)
	}
	for _, id := range o.Reworded {
		names = append(names, report.Code(id)+" has other words")
	}
	if more := len(names) - maxRules; more > 0 {
		names = append(names[:maxRules], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, "<br>")
}
