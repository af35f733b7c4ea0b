package policyreplay

import (
	"fmt"
	"strconv"
	"strings"

	"platform.internal/platform-cli/internal/differences"
	"platform.internal/platform-cli/internal/report"
	"platform.internal/platform-cli/internal/result"
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
	s, p := r.Summary, &report.Page{}
	p.Add("## Policy replay", "",
		fmt.Sprintf("**%d of %s differently**: %d newly denied, %d newly accepted.",
			s.NewlyDenied+s.NewlyAccepted, decided(s.Files), s.NewlyDenied, s.NewlyAccepted), "",
		fmt.Sprintf("From %s to %s. Besides: %s.", report.Code(r.From.Profile), report.Code(r.To.Profile), rest(s)))
	p.List(priceLine(s.Price), resourceLine(s.Resources), artifactLine(s.Artifacts), recordedLine(s))
	p.Table(maxTable, "Rules", []string{"Rule", "Level", "Broken by more", "No longer", "Newly denied", "Newly accepted"}, ruleRows(r.Rules))
	heads := []string{"Request", "Decision", "Rules", "Otherwise"}
	p.Table(maxFlips, "Decided differently", heads, d.flips)
	p.Table(maxTable, "Not evaluated", []string{"File", "Why"}, d.problems)
	p.Table(maxTable, "Not as recorded", []string{"File", "Recorded", "With the rules before the change"}, recordedRows(r.NotReproduced))
	p.Table(report.MaxPage, "Other changes", heads, d.others)
	return p.Lines()
}

// decided is the head's "3 files decide".
func decided(files int) string {
	if files == 1 {
		return "1 file decides"
	}
	return terminal.Count(files, "file") + " decide"
}

func ruleRows(rules []ruleCounts) []string {
	var rows []string
	for _, r := range rules {
		rows = append(rows, report.Row(report.Code(r.PolicyID), r.standing(), strconv.Itoa(r.Broken), strconv.Itoa(r.NoLongerBroken),
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
func row(o outcome) []string {
	if o.err != nil {
		why := result.ProblemLines(result.Problem(o.err))
		return []string{report.Row(report.Code(terminal.FileName(o.file)), report.Code(strings.Join(strings.Fields(strings.Join(why, " ")), " ")))}
	}
	decision := string(o.B.Decision)
	if o.flips() {
		decision = fmt.Sprintf("%s, was %s", o.B.Decision, o.A.Decision)
	}
	var rest []string
	if o.priced() {
		rest = append(rest, differences.Total(o.Difference)...)
	}
	if o.built() {
		rest = append(rest, differences.Counts(o.Difference)...)
	}
	if names := o.declared(); len(names) > 0 {
		rest = append(rest, strings.Join(names, ", "))
	}
	for i, text := range rest {
		rest[i] = report.Code(text)
	}
	return []string{report.Row(report.Code(terminal.FileName(o.file)), decision, ruleCell(o), strings.Join(rest, "<br>"))}
}

func ruleCell(o outcome) string {
	var names []string
	for _, c := range o.ruleChanges() {
		names = append(names, report.Code(c.PolicyID)+" "+c.does)
	}
	for _, id := range o.reworded {
		names = append(names, report.Code(id)+" has other words")
	}
	if more := len(names) - maxRules; more > 0 {
		names = append(names[:maxRules], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, "<br>")
}
