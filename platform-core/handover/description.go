package handover

import (
	"cmp"
	"embed"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

//go:embed *.tmpl
var templates embed.FS

var texts = template.Must(template.New("").Funcs(template.FuncMap{
	"code":   func(v any) string { return proposal.MarkdownCode(fmt.Sprint(v)) },
	"fenced": proposal.MarkdownBlock,
	"text": func(v *string) string {
		if v == nil {
			return "none"
		}
		return *v
	},
	"addresses": addresses,
}).ParseFS(templates, "*.tmpl"))

// description is what the templates of a pull request show.
type description struct {
	*Document
	// Request is the proposed request. Before is the one in the tree; it is zero if the tree has none.
	Request, Before request.Request
	// Folder is the live folder.
	Folder string
	// Follows is set if the tree has an earlier proposal for the environment.
	Follows bool
	// Change leads from the proposal in the tree to the new one. Without an earlier proposal both are the new one.
	Change difference.Difference
	// Parts are what else made the new proposal, if it differs: the adapter, the profile, the rules, the platform.
	Parts []proposal.PartDifference

	review, root string
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
	case list == request.ExpiryField && d.Before.ExpiryDate != "" && d.Request.ExpiryDate > d.Before.ExpiryDate:
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

// Has reports whether a field of the request changes.
func (d description) Has(field string) bool {
	return slices.ContainsFunc(d.Change.Changes, func(c difference.FieldChange) bool { return c.Field == field })
}

// NewRoot reports whether the tree gets another main.tf.
func (d description) NewRoot() bool {
	return !d.Follows || d.Change.SameRoot != nil && !*d.Change.SameRoot
}

// RootDigest returns the first digits of the SHA-256 of main.tf, as the review page has them.
func (d description) RootDigest() string { return document.Digest([]byte(d.root))[:12] }

// RequestPath returns the path of the request document.
func (d description) RequestPath() string { return request.RecordPath(d.RequestID) }

// CostDifference returns how much more or less the change costs. It is empty if the cost stays, or a part has no price.
func (d description) CostDifference() string {
	text := d.Change.Cost.Difference.String()
	less, isLess := strings.CutPrefix(text, "-")
	switch {
	case !d.Change.Cost.Exact || text == "0.00":
		return ""
	case isLess:
		return less + " USD less"
	}
	return text + " USD more"
}

// Section returns a section of the review page without its heading; empty for none. No text of a request has an empty
// line on that page, so none can begin or end a section.
func (d description) Section(title string) string {
	_, rest, _ := strings.Cut(d.review, "\n\n## "+title+"\n\n")
	section, _, _ := strings.Cut(rest, "\n\n## ")
	return strings.TrimSpace(section)
}

// Counts returns how many resources change in each way.
func (d description) Counts() string {
	r := d.Change.Resources
	var counts []string
	for _, c := range []struct {
		number int
		what   string
	}{
		{len(r.Replaced), "replaced"}, {len(r.Removed), "removed"}, {len(r.Added), "added"},
		{len(r.Changed), "changed in place"}, {len(r.Moved), "with another address"}, {r.Unchanged, "unchanged"},
	} {
		if c.number > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", c.number, c.what))
		}
	}
	return cmp.Or(strings.Join(counts, ", "), "none")
}

// Follower reports whether a resource is replaced only because its parent is.
func (description) Follower(r difference.ResourceChange) bool {
	return r.ReplacedWith != "" && len(r.Changes) == 0
}

// Followers returns the resources that are replaced only because their parents are.
func (d description) Followers() (list []difference.Resource) {
	for _, r := range d.Change.Resources.Replaced {
		if d.Follower(r) {
			list = append(list, difference.Resource{Address: r.Address})
		}
	}
	return list
}

// addresses returns the addresses of resources as code spans.
func addresses(resources []difference.Resource) string {
	var spans []string
	for _, r := range resources {
		spans = append(spans, proposal.MarkdownCode(r.Address))
	}
	return strings.Join(spans, ", ")
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
