package report

import (
	"fmt"
	"slices"
	"strings"
)

// MaxPage bounds a page, in bytes, which are no fewer than characters: GitHub takes a
// comment of at most 65,536 characters.
const MaxPage = 65_000

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

// Table adds a table of at most so many bytes, and of no more than the page has left. It
// says how many rows are left out.
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
