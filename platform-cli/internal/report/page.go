package report

import (
	"fmt"
	"slices"
	"strings"
)

// MaxPage bounds a page in bytes. GitHub accepts a comment of at most 65,536 characters.
const MaxPage = 65_000

// Page is a Markdown page of a limited size for a pull request. Texts from outside are in code
// spans, so that they make no markup.
type Page struct {
	lines []string
	size  int
}

// Lines returns the lines of the page.
func (p *Page) Lines() []string { return p.lines }

// Add adds lines even if the page exceeds [MaxPage].
func (p *Page) Add(lines ...string) {
	for _, line := range lines {
		p.lines = append(p.lines, line)
		p.size += len(line) + 1
	}
}

// AddWithin adds lines if the page then has at most the given number of bytes. It reports whether
// it added them.
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

// Table adds a table of at most the given number of bytes that fits into [MaxPage]. Its last line
// has the number of rows that are left out.
func (p *Page) Table(most int, title string, heads []string, rows []string) {
	if len(rows) == 0 {
		return
	}
	p.Add("", "### "+title, "", row(heads), row(slices.Repeat([]string{"---"}, len(heads))))
	end := p.size + most
	for i, row := range rows {
		if !p.AddWithin(end, row) {
			p.Add("", fmt.Sprintf("and %d more", len(rows)-i))
			return
		}
	}
}

// row returns a row of a table.
func row(cells []string) string { return "| " + strings.Join(cells, " | ") + " |" }
