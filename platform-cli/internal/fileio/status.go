package fileio

import (
	"strings"

	"platform.internal/platform-core/terminal"
)

// Status returns the status of a proposal, with the word that one with placeholders
// is never without.
func ProposalStatus(status string, placeholders []string) string {
	if len(placeholders) > 0 {
		return status + " with placeholders"
	}
	return status
}

// Open says what a proposal with placeholders lacks; nothing of one without.
func PlaceholderNote(placeholders []string) []string {
	if len(placeholders) == 0 {
		return nil
	}
	return terminal.Wrap("  it cannot be planned as it is; placeholders: " + strings.Join(placeholders, ", "))
}
