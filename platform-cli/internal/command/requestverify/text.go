package requestverify

import (
	"slices"
	"strings"

	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/proposal"
)

// Lines returns the answer as escaped lines of at most [terminal.Width] characters.
func (a Answer) Lines() []string { return prose.Lines(a.Outcome, a) }

// Differs reports whether Parts contains a part of [proposal.MadeWith].
func (a Answer) Differs(part string) bool {
	return slices.ContainsFunc(a.Parts, func(p proposal.PartDifference) bool { return p.Part == part })
}

// PartName returns the display name of a part of [proposal.MadeWith].
func (Answer) PartName(part string) string {
	return strings.TrimSuffix(strings.ReplaceAll(part, "_", " "), " digest")
}

// PartNames returns the display names of Parts.
func (a Answer) PartNames() (names []string) {
	for _, p := range a.Parts {
		names = append(names, a.PartName(p.Part))
	}
	return names
}

// IsCompared reports whether the altered files were compared with derived files.
func (a Answer) IsCompared() bool {
	return slices.ContainsFunc(a.Altered, func(m proposal.Mismatch) bool { return m.Line > 0 })
}

// reason says in a clause why the outcome is [MadeWithAnother] or [NoLongerAccepted].
func (a Answer) reason() string {
	switch {
	case a.Outcome == MadeWithAnother:
		return "was made with another " + strings.Join(a.PartNames(), ", ")
	case a.Outcome == NoLongerAccepted && len(a.Denied) > 0:
		return "is denied on " + a.PolicyDate.Words() + " by " + a.Denied[0].PolicyID
	}
	return ""
}
