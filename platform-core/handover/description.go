package handover

import (
	"cmp"
	"embed"
	"fmt"
	"maps"
	"regexp"
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
	"code":      func(v any) string { return proposal.MarkdownCode(fmt.Sprint(v)) },
	"text":      func(v *string) string { return *v },
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
	// resources are those of the new proposal.
	resources []request.Resource
	// createdFirst has the resources that Terraform makes anew before it destroys the old ones: see [createdFirst].
	createdFirst map[string]bool
}

// maxTitle is the length of a title in characters, as git shows it whole.
const maxTitle = 72

// write sets title, body and commit message.
func (d description) write(change difference.Difference) error {
	d.Change = change
	if change.Resources != nil && len(change.Resources.Replaced) > 0 {
		d.createdFirst = createdFirst(d.root)
	}
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
		verb, rest = "Renew", " until "+d.Request.ExpiryDate.Words()
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

// Verdict returns the first paragraph of the review page, which also states that a merge deploys nothing.
func (d description) Verdict() string {
	_, rest, _ := strings.Cut(d.review, "\n\n")
	verdict, _, _ := strings.Cut(rest, "\n\n")
	return strings.Replace(verdict, "no cloud was changed", "merging deploys nothing by itself", 1)
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

// Proposed returns the section "What is proposed" without the IDs, because the body has them at its end.
func (d description) Proposed() string {
	lines := strings.Split(d.Section("What is proposed"), "\n")
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool {
		return strings.HasPrefix(line, "| State key |") || strings.HasPrefix(line, "| Request |")
	}), "\n")
}

// Policy returns the section of the review page on policy. For a change it has only the number of advisories. It also
// has the first sentence of each advisory that the page in the tree does not have.
func (d description) Policy() string {
	summary, table, _ := strings.Cut(d.Section("Policy"), "\n\n")
	if !d.Follows {
		return d.Section("Policy")
	}
	before := strings.Split(section(d.reviewBefore, "Policy"), "\n")
	all := advisory.FindAllStringSubmatch(table, -1)
	var added []string
	for _, row := range all {
		if !slices.Contains(before, row[0]) {
			sentence, _, _ := strings.Cut(row[2], ". ")
			added = append(added, "- "+row[1]+": "+sentence+".")
		}
	}
	accepted, _, _ := strings.Cut(summary, " Rules:")
	text := fmt.Sprintf("%s Advisories: %d", accepted, len(all))
	switch {
	case len(added) > 0:
		return text + ". New:\n\n" + strings.Join(added, "\n")
	case len(all) > 0:
		return text + ", as before."
	}
	return text + "."
}

// advisory is a row of the table of advisories: field, text and rule.
var advisory = regexp.MustCompile("(?m)^\\| (`.*?`) \\| (.*) \\| `.*` \\|$")

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

// Order describes the order in which Terraform replaces a resource.
func (d description) Order(r difference.ResourceChange) string {
	name, _, _ := strings.Cut(r.Address, "[")
	if d.createdFirst[name] {
		return "new before old"
	}
	return "old destroyed first"
}

// Causes returns the changed properties that replace a resource. It leaves out the name if there are others, because a
// name often contains another property.
func (description) Causes(r difference.ResourceChange) []difference.PropertyChange {
	return slices.DeleteFunc(slices.Clone(r.Changes), func(p difference.PropertyChange) bool {
		return !slices.Contains(r.ReplacedBy, p.Property) || p.Property == nameProperty && len(r.ReplacedBy) > 1
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

// The properties that hold the name of a resource and the size of a node, as adapters name them.
const (
	nameProperty   = "name"
	vcpusProperty  = "vcpus"
	memoryProperty = "memory_gib"
)

// mostCounts maps the property with the number of nodes at first to the property with the greatest number.
var mostCounts = map[string]string{"desired_size": "max_size", "node_count": "max_count"}

// numberOf returns the number in a property, or 0 if the property has no number.
func numberOf(r request.Resource, property string) int {
	text, _ := r.Properties.Get(property)
	number, _ := strconv.Atoi(text)
	return number
}

// capacityOf returns what the nodes of all groups have at first; empty if no group says it.
func capacityOf(resources []request.Resource) string {
	vcpus, memory := 0, 0
	for _, r := range resources {
		for count := range mostCounts {
			vcpus += numberOf(r, count) * numberOf(r, vcpusProperty)
			memory += numberOf(r, count) * numberOf(r, memoryProperty)
		}
	}
	if vcpus == 0 {
		return ""
	}
	return fmt.Sprintf("%d vCPUs, %d GiB", vcpus, memory)
}

// MostNodes describes the cost of the new proposal if each group has its greatest number of nodes. A further node costs
// as much as each of the first nodes. The text is empty if no group can grow, or if a node has no price.
func (d description) MostNodes() string {
	if d.Change.Cost == nil {
		return ""
	}
	nodes, total := 0, d.Change.Cost.B
	for _, r := range d.resources {
		for count, most := range mostCounts {
			first, last := numberOf(r, count), numberOf(r, most)
			if first == 0 || last <= first {
				continue
			}
			nodes += last
			more := request.Money{Cents: r.MonthlyCost.Cents * int64(last-first) / int64(first), Known: r.MonthlyCost.Known}
			total.Known = total.Known.Plus(more)
		}
	}
	if nodes == 0 || !total.Known.Known {
		return ""
	}
	return fmt.Sprintf("With all %d workload nodes: %s, %d %%",
		nodes, d.AtLeast(total), total.Known.PercentOf(d.Request.MonthlyBudget))
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
