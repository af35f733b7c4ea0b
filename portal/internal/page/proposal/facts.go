package proposal

import (
	"encoding/json"
	"net/url"
	"strings"

	"platform.internal/platform-core/profile"
	core "platform.internal/platform-core/proposal"
	"platform.internal/portal/internal/excepted"
	"platform.internal/portal/internal/shell"
)

// Fact is one line of what identifies a proposal.
type Fact struct {
	Name, Value string
	// Code means that the value is an identifier.
	Code bool
	// Copy is what the copy button says that it copies; empty for none.
	Copy string
	// Link is where the value leads; empty for nowhere.
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

// open says what a proposal with placeholders lacks; empty for one without.
func open(p core.Proposal) string {
	if len(p.Placeholders) == 0 {
		return ""
	}
	return "It cannot be planned as it is; placeholders: " + strings.Join(p.Placeholders, ", ") + "."
}

// exceptions are what the evidence says of them. A decision that this release cannot
// read shows none; its text is below.
func exceptions(p core.Proposal) excepted.List {
	path := core.PathsOf(p.RequestID).Decision
	for _, a := range p.Artifacts {
		var decision core.PolicyDecision
		if a.Path == path && json.Unmarshal([]byte(a.Content), &decision) == nil {
			return excepted.OfRules(decision.Rules)
		}
	}
	return nil
}

func modeName(mode profile.Mode) string {
	if d, known := mode.Describe(); known {
		return d.DisplayName
	}
	return string(mode)
}

// StatusBadge is the badge for the status of a proposal with placeholders. A status
// that this release does not know is shown as it is.
func StatusBadge(status string, placeholders []string) shell.Badge {
	switch {
	case status == core.ReadyForReview && len(placeholders) > 0:
		return shell.Badge{Kind: "warn", Word: "Ready for review, with placeholders", Icon: shell.IconWarning}
	case status == core.ReadyForReview:
		return shell.Badge{Kind: "good", Word: "Ready for review", Icon: shell.IconCheck}
	}
	return shell.UnknownBadge(status)
}

// RequestLink is the address of a request's page; empty where there is none.
func RequestLink(v *shell.Visit, id string) string {
	list := v.Link("/requests")
	if list == "" || id == "" {
		return ""
	}
	return list + "/" + url.PathEscape(id)
}

// Path is the address of a proposal's page.
func Path(id string) string { return root + url.PathEscape(id) }
