package policyreplay

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-cli/internal/difftext"
	"platform.internal/platform-cli/internal/input"
	"platform.internal/platform-cli/internal/result"
	"platform.internal/platform-cli/internal/terminal"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
)

// Bounds of a page, in bytes, which are no fewer than characters: GitHub takes a comment
// of at most 65,536 characters.
const (
	maxPage = 65_000
	// maxTable is for each table but those of requests.
	maxTable = 10_000
	// maxFlips is for what decides differently, so that there is something of the rest.
	maxFlips = 30_000
	// maxText is how many characters of a free text are shown.
	maxText = 200
	// maxRules is how many rules a row names.
	maxRules = 5
)

// page is the whole for a pull request. What the platform did not write itself is in code
// spans, where it is text and nothing else.
func page(r replayReport, d details) []string {
	s, p := r.Summary, &markdownPage{}
	p.add("## Policy replay", "",
		fmt.Sprintf("**%d of %s differently**: %d newly denied, %d newly accepted.",
			s.NewlyDenied+s.NewlyAccepted, decided(s.Files), s.NewlyDenied, s.NewlyAccepted), "",
		fmt.Sprintf("From %s to %s. Besides: %s.", code(r.From.Profile), code(r.To.Profile), rest(s)))
	p.list(priceLine(s.Price), resourceLine(s.Resources), artifactLine(s.Artifacts), recordedLine(s))
	p.table(maxTable, "Rules", []string{"Rule", "Level", "Broken by more", "No longer", "Newly denied", "Newly accepted"}, ruleRows(r.Rules))
	heads := []string{"Request", "Decision", "Rules", "Otherwise"}
	p.table(maxFlips, "Decided differently", heads, d.flips)
	p.table(maxTable, "Not evaluated", []string{"File", "Why"}, d.problems)
	p.table(maxTable, "Not as recorded", []string{"File", "Recorded", "With the rules before the change"}, recordedRows(r.NotReproduced))
	p.table(maxPage, "Other changes", heads, d.others)
	return p.lines
}

// decided is the head's "3 files decide".
func decided(files int) string {
	if files == 1 {
		return "1 file decides"
	}
	return terminal.Count(files, "file") + " decide"
}

// markdownPage is a page that is bounded in size.
type markdownPage struct {
	lines []string
	size  int
}

func (p *markdownPage) add(lines ...string) {
	for _, line := range lines {
		p.lines = append(p.lines, line)
		p.size += len(line) + 1
	}
}

// list adds the lines that are not empty.
func (p *markdownPage) list(lines ...string) {
	p.add("")
	for _, line := range lines {
		if line != "" {
			p.add("- " + line)
		}
	}
}

// table adds a table of at most so many bytes, and of no more than the page has left. It
// says how many rows are left out.
func (p *markdownPage) table(most int, title string, heads []string, rows []string) {
	if len(rows) == 0 {
		return
	}
	p.add("", "### "+title, "", cells(heads...), cells(slices.Repeat([]string{"---"}, len(heads))...))
	end := min(p.size+most, maxPage)
	for i, row := range rows {
		if p.size+len(row) > end {
			p.add("", fmt.Sprintf("and %d more", len(rows)-i))
			return
		}
		p.add(row)
	}
}

func cells(texts ...string) string { return "| " + strings.Join(texts, " | ") + " |" }

// code is a free text that is only text.
func code(text string) string { return proposal.MarkdownCode(problem.Excerpt(text, maxText)) }

func ruleRows(rules []ruleCounts) []string {
	var rows []string
	for _, r := range rules {
		rows = append(rows, cells(code(r.PolicyID), r.standing(), strconv.Itoa(r.Broken), strconv.Itoa(r.NoLongerBroken),
			strconv.Itoa(r.NewlyDenied), strconv.Itoa(r.NewlyAccepted)))
	}
	return rows
}

func recordedRows(list []recorded) []string {
	var rows []string
	for _, n := range list {
		rows = append(rows, cells(code(input.Name(n.File)), string(n.Decision), string(n.From)))
	}
	return rows
}

// row is the row of one file.
func row(o outcome) []string {
	if o.err != nil {
		why := result.ProblemLines(result.Problem(o.err))
		return []string{cells(code(input.Name(o.file)), code(strings.Join(strings.Fields(strings.Join(why, " ")), " ")))}
	}
	decision := string(o.B.Decision)
	if o.flips() {
		decision = fmt.Sprintf("%s, was %s", o.B.Decision, o.A.Decision)
	}
	var rest []string
	if o.priced() {
		rest = append(rest, difftext.Total(o.Difference)...)
	}
	if o.built() {
		rest = append(rest, difftext.Counts(o.Difference)...)
	}
	if names := o.declared(); len(names) > 0 {
		rest = append(rest, strings.Join(names, ", "))
	}
	for i, text := range rest {
		rest[i] = code(text)
	}
	return []string{cells(code(input.Name(o.file)), decision, ruleCell(o), strings.Join(rest, "<br>"))}
}

func ruleCell(o outcome) string {
	var names []string
	for _, c := range o.ruleChanges() {
		names = append(names, code(c.PolicyID)+" "+c.does)
	}
	for _, id := range o.reworded {
		names = append(names, code(id)+" has other words")
	}
	if more := len(names) - maxRules; more > 0 {
		names = append(names[:maxRules], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, "<br>")
}
