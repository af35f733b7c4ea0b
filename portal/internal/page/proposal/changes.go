package proposal

import (
	"fmt"
	"strings"

	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/document"
	core "platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// Changes compares the proposal with the previous proposal of its environment. The order of arrival
// never changes, so the page always shows the same result.
type Changes struct {
	// Sentence is the summary. Against is the previous proposal; it has no address if this is the
	// first proposal.
	Sentence string
	Against  Link
	parts.Comparison
}

// newChanges returns nil if this release cannot read the files, or the API does not answer. The
// page then omits the comparison.
func newChanges(v *shell.Visit, p core.Proposal, files map[string]string) *Changes {
	r, err := request.Parse(document.Source{Format: document.YAML, Data: []byte(files[core.PathsOf(p.RequestID).Request])})
	if err != nil {
		return nil
	}
	before, found, err := v.API.ProposalBefore(v.Context(), p.ProposalID, r)
	switch {
	case err != nil:
		return nil
	case !found:
		return &Changes{Sentence: "This is the first proposal of the environment: all of it is new."}
	}
	a, err := difference.ReadBundle(before.ProposalID, filesOf(before))
	if err != nil {
		return nil
	}
	b, err := difference.ReadBundle(p.ProposalID, files)
	if err != nil {
		return nil
	}
	d := difference.Compare(before.ProposalID, a, p.ProposalID, b)
	return &Changes{
		Sentence: sentence(d), Comparison: parts.NewComparison(d),
		Against: Link{Text: before.ProposalID, Path: Path(before.ProposalID)},
	}
}

// sentence counts the changed resources and gives the difference in cost.
func sentence(d difference.Difference) string {
	var parts []string
	if r := d.Resources; r != nil {
		for _, kind := range []struct {
			n    int
			verb string
		}{{len(r.Added), "added"}, {len(r.Replaced), "replaced"}, {len(r.Changed), "changed in place"}, {len(r.Removed), "removed"}} {
			if kind.n > 0 {
				parts = append(parts, fmt.Sprintf("%s %s", shell.Grouped(kind.n), kind.verb))
			}
		}
	}
	text := "No resource changes."
	if len(parts) > 0 {
		text = "Of the resources " + strings.Join(parts, ", ") + "."
	}
	if d.Cost == nil || !d.Cost.Difference.Known {
		return text
	}
	switch cents := d.Cost.Difference.Cents; {
	case cents > 0:
		return text + " It costs USD " + shell.Dollars(request.Cents(cents)) + " more a month."
	case cents < 0:
		return text + " It costs USD " + shell.Dollars(request.Cents(-cents)) + " less a month."
	default:
		return text + " It costs the same."
	}
}
