package requestverify

import (
	"slices"
	"strings"

	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/proposal"
)

// Lines say the answer to a person, each safe to show and no wider than a terminal.
func (a Answer) Lines() []string { return prose.Lines(a.Outcome, a) }

// Differs reports whether a part of proposal.MadeWith is among Parts.
func (a Answer) Differs(part string) bool {
	return slices.ContainsFunc(a.Parts, func(p proposal.PartDifference) bool { return p.Part == part })
}

// PartName is what a person calls a part of proposal.MadeWith.
func (Answer) PartName(part string) string {
	return strings.TrimSuffix(strings.ReplaceAll(part, "_", " "), " digest")
}

// PartNames returns the names of Parts.
func (a Answer) PartNames() (names []string) {
	for _, p := range a.Parts {
		names = append(names, a.PartName(p.Part))
	}
	return names
}

// IsCompared reports whether the altered files were compared with derived ones.
func (a Answer) IsCompared() bool {
	return slices.ContainsFunc(a.Altered, func(m proposal.Mismatch) bool { return m.Line > 0 })
}
