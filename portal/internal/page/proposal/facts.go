package proposal

import (
	"encoding/json"
	"net/url"

	core "platform.internal/platform-core/proposal"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// exceptions returns the exceptions in the policy decision. It returns none if this release cannot
// read the decision; the page still shows its text.
func exceptions(text string) *parts.Exceptions {
	var decision core.PolicyDecision
	if json.Unmarshal([]byte(text), &decision) != nil {
		return nil
	}
	return parts.ExceptionsOfRules(decision.Rules)
}

// StatusBadge returns the badge for the status of a proposal. An unknown status is shown unchanged;
// see [shell.UnknownBadge].
func StatusBadge(status string) shell.Badge {
	if status == core.ReadyForReview {
		return shell.Good("Ready for review")
	}
	return shell.UnknownBadge(status)
}

// Path returns the address of a proposal's page.
func Path(id string) string { return root + url.PathEscape(id) }
