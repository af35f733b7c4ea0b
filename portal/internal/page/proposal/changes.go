package proposal

import (
	"cmp"
	"fmt"
	"strings"

	"platform.internal/platform-core/difference"
	core "platform.internal/platform-core/proposal"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// changes compares the proposal with the previous proposal of its environment. The order of arrival
// never changes, so the page always shows the same result.
type changes struct {
	// Sentence is the summary. Against is the ID of the previous proposal; empty if this is the
	// first proposal.
	Sentence, Against string
	parts.Comparison
}

// newChanges compares a proposal with the newest of the earlier proposals of the environment. The rows are empty if one
// of them is not readable.
func newChanges(v *shell.Visit, p core.Proposal, files map[string]string, earlier []api.Listed) *changes {
	if len(earlier) == 0 {
		inventory := inventoryOf(files, p.RequestID)
		if inventory == nil {
			return &changes{Sentence: "This is the first proposal of the environment: all of it is new."}
		}
		return &changes{
			Sentence:   shell.Count(len(inventory.Resources), "resource") + ", all new.",
			Comparison: parts.Comparison{Rows: parts.NewChanges(inventory.Resources)},
		}
	}
	before := earlier[0].ProposalID
	found, err := v.API.Proposal(v.Context(), before)
	if err != nil {
		return &changes{Sentence: "It is unknown what changes: the proposal before it is not readable.", Against: before}
	}
	a, err := difference.ReadBundle(before, filesOf(found.Value))
	b, err2 := difference.ReadBundle(p.ProposalID, files)
	if err := cmp.Or(err, err2); err != nil {
		return &changes{Sentence: "It is unknown what changes: this release cannot read the files of both.", Against: before}
	}
	d := difference.Compare(before, a, p.ProposalID, b)
	return &changes{Sentence: sentence(d), Comparison: parts.NewComparison(d), Against: before}
}

// sentence counts the changed resources and gives the difference in cost.
func sentence(d difference.Difference) string {
	var counts []string
	if r := d.Resources; r != nil {
		for _, kind := range []struct {
			n    int
			verb string
		}{
			{len(r.Added), "added"}, {len(r.Replaced), "replaced"},
			{len(r.Changed), "changed in place"}, {len(r.Removed), "removed"},
		} {
			if kind.n > 0 {
				counts = append(counts, fmt.Sprintf("%s %s", shell.Grouped(kind.n), kind.verb))
			}
		}
	}
	text := "No resource changes."
	if len(counts) > 0 {
		text = "Resources: " + strings.Join(counts, ", ") + "."
	}
	if d.Cost == nil || !d.Cost.Difference.Known {
		return text
	}
	return text + " It costs " + parts.CostChange(d.Cost.Difference) + "."
}
