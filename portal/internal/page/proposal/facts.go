package proposal

import (
	"encoding/json"
	"net/url"
	"strings"

	"platform.internal/platform-core/profile"
	core "platform.internal/platform-core/proposal"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// Fact is one line of the data that identifies a proposal.
type Fact struct {
	Name, Value string
	// Code means that the value is an identifier.
	Code bool
	// Copy names the value for the copy button; empty for no button.
	Copy string
	// Link is the address for the value; empty for no link.
	Link string
}

func newFacts(v *shell.Visit, p core.Proposal) []Fact {
	return []Fact{
		{Name: "Proposal ID", Value: p.ProposalID, Code: true, Copy: "the proposal ID"},
		{Name: "Request", Value: p.RequestID, Code: true, Link: RequestLink(v, p.RequestID)},
		{Name: "Provider", Value: p.Provider, Code: true},
		{Name: "Mode", Value: modeName(p.Mode)},
		{Name: "Content hash", Value: p.ContentHash, Code: true, Copy: "the content hash"},
		{Name: "Schema", Value: p.Schema, Code: true},
		{Name: "Status", Value: p.Status, Code: true},
	}
}

// open returns the warning about a proposal's placeholders; empty if it has none.
func open(p core.Proposal) string {
	if len(p.Placeholders) == 0 {
		return ""
	}
	return "It cannot be planned as it is; placeholders: " + strings.Join(p.Placeholders, ", ") + "."
}

// exceptions returns the exceptions in the policy decision. It returns none if this release cannot
// read the decision; the page still shows its text.
func exceptions(p core.Proposal) parts.Exceptions {
	path := core.PathsOf(p.RequestID).Decision
	for _, a := range p.Artifacts {
		var decision core.PolicyDecision
		if a.Path == path && json.Unmarshal([]byte(a.Content), &decision) == nil {
			return parts.ExceptionsOfRules(decision.Rules)
		}
	}
	return nil
}

func modeName(mode profile.Mode) string {
	if d, ok := mode.Describe(); ok {
		return d.DisplayName
	}
	return string(mode)
}

// StatusBadge returns the badge for the status of a proposal with these placeholders. An unknown
// status is shown unchanged; see [shell.UnknownBadge].
func StatusBadge(status string, placeholders []string) shell.Badge {
	switch {
	case status == core.ReadyForReview && len(placeholders) > 0:
		return shell.Badge{Kind: "warn", Word: "Ready for review, with placeholders", Icon: shell.IconWarning}
	case status == core.ReadyForReview:
		return shell.Badge{Kind: "good", Word: "Ready for review", Icon: shell.IconCheck}
	}
	return shell.UnknownBadge(status)
}

// RequestLink returns the address of a request's page, or an empty text if there is none.
func RequestLink(v *shell.Visit, id string) string {
	list := v.Link("/requests")
	if list == "" || id == "" {
		return ""
	}
	return list + "/" + url.PathEscape(id)
}

// Path returns the address of a proposal's page.
func Path(id string) string { return root + url.PathEscape(id) }
