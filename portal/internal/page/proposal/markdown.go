package proposal

import (
	"bytes"
	"fmt"
	html "html/template"
	"regexp"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

// allowed are the elements that a review is made of. There is no link among them: a
// review has none, and text of a requester must not lead anybody away.
var allowed = bluemonday.NewPolicy().AllowElements(
	"h2", "h3", "p", "ul", "ol", "li", "strong", "em", "code", "pre", "br", "hr", "blockquote",
	"table", "thead", "tbody", "tr", "th", "td",
)

// titled is the heading of the review itself, of which the page has its own.
var titled = regexp.MustCompile(`(?s)^\s*<h1>.*?</h1>`)

// reviewHTML returns the Markdown of a review as HTML for the page, without its title.
// Raw HTML in it is left out by goldmark, and what is not allowed by bluemonday.
func reviewHTML(markdown string) (html.HTML, error) {
	var rendered bytes.Buffer
	if err := goldmark.New(goldmark.WithExtensions(extension.Table)).Convert([]byte(markdown), &rendered); err != nil {
		return "", fmt.Errorf("render the review: %w", err)
	}
	safe := allowed.Sanitize(titled.ReplaceAllString(rendered.String(), ""))
	return html.HTML(framed(safe)), nil //nolint:gosec // sanitised
}

var (
	// marks are what framed changes or reads.
	marks = regexp.MustCompile(`(?s)<h[23]>(.*?)</h[23]>|<table>|</table>|<th>|<li>\[ \] `)
	tags  = regexp.MustCompile(`<[^>]*>`)
)

// framed puts each table into an element of its own that scrolls, named by the heading
// above it, and marks what a reviewer ticks off on paper.
func framed(html string) string {
	heading := "Review"
	return marks.ReplaceAllStringFunc(html, func(mark string) string {
		switch mark {
		case "<table>":
			return `<div role="group" class="scroll" tabindex="0" aria-label="` + heading + `, table"><table>`
		case "</table>":
			return "</table></div>"
		case "<th>":
			return `<th scope="col">`
		case "<li>[ ] ":
			return `<li class="todo">`
		}
		heading = tags.ReplaceAllString(marks.FindStringSubmatch(mark)[1], "")
		return mark
	})
}
