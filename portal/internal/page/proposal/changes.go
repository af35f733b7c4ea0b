package proposal

import (
	"cmp"
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
			Comparison: parts.Comparison{Rows: parts.NewChanges(inventory.Resources, inventory.Estimate)},
		}
	}
	before := earlier[0].ProposalID
	found, err := v.API.Proposal(v.Context(), before)
	if err != nil {
		return &changes{Sentence: "It is unknown what changes: the proposal before it is not readable.", Against: before}
	}
	filesBefore := filesOf(found.Value)
	a, err := difference.ReadBundle(before, filesBefore)
	b, err2 := difference.ReadBundle(p.ProposalID, files)
	if err := cmp.Or(err, err2); err != nil {
		return &changes{Sentence: "It is unknown what changes: this release cannot read the files of both.", Against: before}
	}
	compared := parts.NewComparison(difference.Compare(before, a, p.ProposalID, b),
		estimateOf(filesBefore, found.Value.RequestID), estimateOf(files, p.RequestID))
	return &changes{Sentence: sentence(compared), Comparison: compared, Against: before}
}

// sentence counts the changed resources, as the rows show them, and gives the difference in cost.
func sentence(c parts.Comparison) string {
	text := "No resource changes."
	if len(c.Counts) > 0 {
		text = "Resources: " + strings.Join(c.Counts, ", ") + "."
	}
	if c.Cost == nil || !c.Cost.Difference.Known {
		return text
	}
	return text + " It costs " + parts.CostChange(*c.Cost) + "."
}
