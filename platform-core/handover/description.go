package handover

import (
	"embed"
	"fmt"
	"strings"
	"text/template"

	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

//go:embed *.tmpl
var templates embed.FS

var texts = template.Must(template.New("").Funcs(template.FuncMap{
	"code": func(v any) string { return proposal.MarkdownCode(fmt.Sprint(v)) },
	"text": func(v *string) string {
		if v == nil {
			return "none"
		}
		return *v
	},
}).ParseFS(templates, "*.tmpl"))

// description is what the templates of a pull request show.
type description struct {
	*Document
	Request request.Request
	// Folder is the live folder.
	Folder string
	// Follows is set if the tree has an earlier proposal for the environment.
	Follows bool
	// Change leads from the proposal in the tree to the new one. Without an earlier proposal both are the new one.
	Change difference.Difference

	review string
}

// maxTitle is the length of a title in characters, as git shows it whole.
const maxTitle = 72

// write sets title, body and commit message.
func (d description) write(change difference.Difference) error {
	d.Change = change
	d.Title = d.title()
	for name, into := range map[string]*string{"body.md.tmpl": &d.Body, "commit.tmpl": &d.CommitMessage} {
		var b strings.Builder
		if err := texts.ExecuteTemplate(&b, name, d); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
		*into = b.String()
	}
	return nil
}

// title says what happens to the environment. It leaves out what does not fit: first the names of the fields, then the
// region, which the branch has too.
func (d description) title() string {
	name := d.Request.Application + " " + d.Request.Environment
	verb, rest := "Update", ""
	var fields []string
	for _, c := range d.Change.Changes {
		fields = append(fields, c.Field)
	}
	switch list := strings.Join(fields, ", "); {
	case !d.Follows:
		verb = "Add"
	case len(d.Written)+len(d.Removed) == 0:
		verb = "Keep"
	case list == request.ExpiryField:
		verb, rest = "Renew", " until "+string(d.Request.ExpiryDate)
	case list != "":
		verb, rest = "Change", ": "+list
	}
	place := " in " + d.Request.Region
	short := ""
	if verb == "Change" {
		short = fmt.Sprintf(": %d fields", len(fields))
	}
	start := verb + " " + name
	for _, title := range []string{start + place + rest, start + place + short, start + rest} {
		if len(title) <= maxTitle {
			return title
		}
	}
	return start + short
}

// Verdict returns the first paragraph of the review page.
func (d description) Verdict() string {
	_, rest, _ := strings.Cut(d.review, "\n\n")
	verdict, _, _ := strings.Cut(rest, "\n\n")
	return verdict
}

// Checklist returns the checklist of the review page.
func (d description) Checklist() string {
	_, rest, _ := strings.Cut(d.review, "\n## Checklist\n\n")
	list, _, _ := strings.Cut(rest, "\n\n")
	return list
}

// AtLeast says before an amount that a part of it has no price.
func (d description) AtLeast(t difference.Total) string {
	switch {
	case !t.Known.Known:
		return "no estimate"
	case t.AtLeast:
		return "at least " + t.Known.String() + " USD"
	}
	return t.Known.String() + " USD"
}
