package report

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/terminal"
)

// MaxPage bounds a page, in bytes, which are no fewer than characters: GitHub takes a
// comment of at most 65,536 characters.
const MaxPage = 65_000

// maxText is how many characters of a free text are shown.
const maxText = 200

// Page is a page of Markdown for a pull request, which is bounded in size. What the platform
// did not write itself is in code spans, where it is text and nothing else.
type Page struct {
	lines []string
	size  int
}

// Lines returns the page.
func (p *Page) Lines() []string { return p.lines }

// Add adds lines, however long the page is.
func (p *Page) Add(lines ...string) {
	for _, line := range lines {
		p.lines = append(p.lines, line)
		p.size += len(line) + 1
	}
}

// AddWithin adds lines where the page has then at most so many bytes, and reports whether
// it did.
func (p *Page) AddWithin(most int, lines ...string) bool {
	size := p.size
	for _, line := range lines {
		size += len(line) + 1
	}
	if size > min(most, MaxPage) {
		return false
	}
	p.Add(lines...)
	return true
}

// List adds the lines that are not empty as a list.
func (p *Page) List(lines ...string) {
	p.Add("")
	for _, line := range lines {
		if line != "" {
			p.Add("- " + line)
		}
	}
}

// Table adds a table of at most so many bytes, and of no more than the page has left. It
// says how many rows are left out.
func (p *Page) Table(most int, title string, heads []string, rows []string) {
	if len(rows) == 0 {
		return
	}
	p.Add(append([]string{"", "### " + title, ""}, Head(heads...)...)...)
	end := p.size + most
	for i, row := range rows {
		if !p.AddWithin(end, row) {
			p.Add("", fmt.Sprintf("and %d more", len(rows)-i))
			return
		}
	}
}

// Head returns the first two lines of a table.
func Head(heads ...string) []string {
	return []string{Row(heads...), Row(slices.Repeat([]string{"---"}, len(heads))...)}
}

// Row returns a row of a table.
func Row(cells ...string) string { return "| " + strings.Join(cells, " | ") + " |" }

// Code returns a free text as one that is only text, cut where it is long.
func Code(text string) string {
	return proposal.MarkdownCode(terminal.Line(problem.Excerpt(text, maxText)))
}
