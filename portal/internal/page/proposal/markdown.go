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

// allowed are the HTML elements of a review. Links are not allowed: a review has none, and text
// from a requester must not lead a reader to another site.
var allowed = bluemonday.NewPolicy().AllowElements(
	"h2", "h3", "p", "ul", "ol", "li", "strong", "em", "code", "pre", "br", "hr", "blockquote",
	"table", "thead", "tbody", "tr", "th", "td",
)

// markdownHTML returns a text of the platform in Markdown as HTML. goldmark removes raw HTML, and
// bluemonday removes elements that are not allowed. name names a table before the first heading.
func markdownHTML(markdown, name string) (html.HTML, error) {
	var rendered bytes.Buffer
	if err := goldmark.New(goldmark.WithExtensions(extension.Table)).Convert([]byte(markdown), &rendered); err != nil {
		return "", fmt.Errorf("render %s: %w", name, err)
	}
	safe := allowed.Sanitize(rendered.String())
	return html.HTML(framed(safe, name)), nil //nolint:gosec // sanitised
}

var (
	// marks matches the tags that framed changes or reads.
	marks = regexp.MustCompile(`(?s)<h[23]>(.*?)</h[23]>|<table>|</table>|<th>|<li>\[ \] (.*?)</li>`)
	tags  = regexp.MustCompile(`<[^>]*>`)
)

// framed wraps each table in a scrollable element, named after the heading above it. Each item of a
// checklist gets a checkbox.
func framed(html, heading string) string {
	return marks.ReplaceAllStringFunc(html, func(mark string) string {
		switch mark {
		case "<table>":
			return `<div role="group" class="scroll" tabindex="0" aria-label="` + heading + `, table"><table>`
		case "</table>":
			return "</table></div>"
		case "<th>":
			return `<th scope="col">`
		}
		found := marks.FindStringSubmatch(mark)
		if item := found[2]; item != "" {
			return `<li class="todo"><label><input type="checkbox"> <span>` + item + `</span></label></li>`
		}
		heading = tags.ReplaceAllString(found[1], "")
		return mark
	})
}
