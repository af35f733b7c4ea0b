package policyreplay

import (
	"fmt"
	"strings"

	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-cli/internal/report"
)

// Limits for the parts of a page, in bytes.
const (
	// maxTable bounds each table other than those of requests.
	maxTable = 10_000
	// maxFlips bounds the part about changed decisions. The rest of the page is for the other parts.
	maxFlips = 30_000
	// maxRules is the number of rules that a row names.
	maxRules = 5
)

// page returns the complete report as a page for a pull request.
func page(r replayReport, d details) []string {
	p := &report.Page{}
	p.Add(prose.Page("replay page", r)...)
	p.Table(maxTable, "Rules", []string{"Rule", "Level", "Broken by more", "No longer", "Newly denied", "Newly accepted"},
		prose.Page("replay rules", r.Rules))
	heads := []string{"Request", "Decision", "Rules", "Otherwise"}
	p.Table(maxFlips, "Decided differently", heads, d.Flips)
	p.Table(maxTable, "Not evaluated", []string{"File", "Why"}, d.Problems)
	p.Table(maxTable, "Not as recorded", []string{"File", "Recorded", "With the rules before the change"},
		prose.Page("replay recorded", r.NotReproduced))
	p.Table(report.MaxPage, "Other changes", heads, d.Others)
	return p.Lines()
}

// RuleCells returns cells with the first maxRules changed rules.
func (o outcome) RuleCells() []string {
	var names []string
	for _, c := range o.RuleChanges() {
		names = append(names, prose.Cell(c.PolicyID)+" "+c.Does)
	}
	for _, id := range o.Reworded {
		names = append(names, prose.Cell(id)+" has other words")
	}
	if more := len(names) - maxRules; more > 0 {
		names = append(names[:maxRules], fmt.Sprintf("and %d more", more))
	}
	return names
}

// OtherCells returns cells with the other differences.
func (o outcome) OtherCells() (cells []string) {
	if o.HasOtherPrice() {
		cells = append(cells, prose.Cell(prose.Text("cost", o)))
	}
	if o.HasOtherResources() {
		cells = append(cells, prose.Cell(prose.Text("counts", o)))
	}
	if names := o.Terraform(); len(names) > 0 {
		cells = append(cells, prose.Cell(strings.Join(names, ", ")))
	}
	return cells
}

// WhyInOneLine returns [outcome.Why] without line breaks.
func (o outcome) WhyInOneLine() string {
	return strings.Join(strings.Fields(strings.Join(o.Why(), " ")), " ")
}
