package handover

import (
	"cmp"
	"embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
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
	// reviewBefore is the review page in the tree; empty without an earlier proposal.
	reviewBefore string
	// capacity is that of the nodes before and after.
	capacity [2]string
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
	case len(d.Written) == 0:
		verb = "Remove an old request of"
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

// Section returns a section of the review page without its heading; empty for none.
func (d description) Section(title string) string { return section(d.review, title) }

// section returns a section of a review page without its heading; empty for none. No text of a request has an empty
// line on that page, so none can begin or end a section.
func section(review, title string) string {
	_, rest, _ := strings.Cut(review, "\n\n## "+title+"\n\n")
	section, _, _ := strings.Cut(rest, "\n\n## ")
	return strings.TrimSpace(section)
}

// Policy returns the section of the review page on policy. Of the advisories it has only those that the page in the
// tree does not have.
func (d description) Policy() string {
	summary, table, ok := strings.Cut(d.Section("Policy"), "\n\n")
	if !ok || !d.Follows {
		return d.Section("Policy")
	}
	before := strings.Split(section(d.reviewBefore, "Policy"), "\n")
	lines := strings.Split(table, "\n")
	head, rows := lines[:2:2], slices.DeleteFunc(lines[2:], func(row string) bool { return slices.Contains(before, row) })
	if len(rows) == 0 {
		return summary + " The last proposal had them too."
	}
	return summary + " These advisories are new:\n\n" + strings.Join(append(head, rows...), "\n")
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

// Followers returns the types of the resources that are replaced only because their parents are, with their number.
func (d description) Followers() string {
	number := map[string]int{}
	for _, r := range d.Change.Resources.Replaced {
		if d.Follower(r) {
			number[r.Type]++
		}
	}
	var types []string
	for _, name := range slices.Sorted(maps.Keys(number)) {
		span := proposal.MarkdownCode(name)
		if number[name] > 1 {
			span += fmt.Sprintf(" (%d)", number[name])
		}
		types = append(types, span)
	}
	return strings.Join(types, ", ")
}

// Causes returns the changed properties that replace a resource.
func (description) Causes(r difference.ResourceChange) []difference.PropertyChange {
	return slices.DeleteFunc(slices.Clone(r.Changes), func(p difference.PropertyChange) bool {
		return !slices.Contains(r.ReplacedBy, p.Property)
	})
}

// Effects returns the other changed properties, without those that [description.Nodes] adds up.
func (d description) Effects(r difference.ResourceChange) []difference.PropertyChange {
	return slices.DeleteFunc(slices.Clone(r.Changes), func(p difference.PropertyChange) bool {
		return slices.Contains(r.ReplacedBy, p.Property) ||
			d.Nodes() != "" && (p.Property == vcpusProperty || p.Property == memoryProperty)
	})
}

// Nodes says how the capacity of the nodes changes; empty if it stays.
func (d description) Nodes() string {
	if d.capacity[0] == d.capacity[1] {
		return ""
	}
	return fmt.Sprintf("%s before, **%s** after", cmp.Or(d.capacity[0], "none"), cmp.Or(d.capacity[1], "none"))
}

// The properties of a node, as adapters name them.
const (
	vcpusProperty  = "vcpus"
	memoryProperty = "memory_gib"
)

// nodeCounts are the properties with the number of nodes that a group has at first, as adapters name them.
var nodeCounts = []string{"desired_size", "node_count"}

// capacityOf returns what the nodes of all groups have at first; empty if no group says it.
func capacityOf(resources []request.Resource) string {
	vcpus, memory := 0, 0
	for _, r := range resources {
		property := func(name string) int {
			text, _ := r.Properties.Get(name)
			number, _ := strconv.Atoi(text)
			return number
		}
		for _, name := range nodeCounts {
			vcpus += property(name) * property(vcpusProperty)
			memory += property(name) * property(memoryProperty)
		}
	}
	if vcpus == 0 {
		return ""
	}
	return fmt.Sprintf("%d vCPUs and %d GiB", vcpus, memory)
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
