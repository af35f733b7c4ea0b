package requestdiff

import "platform.internal/platform-core/difference"

// Difference is the document of `request diff`.
type Difference struct {
	difference.Difference
	// Artifacts are the files that differ, in the order of a proposal; null where one of
	// the two is no proposal.
	Artifacts []ArtifactChange `json:"artifacts"`
}

// Change is what happened to a file.
type Change string

// The changes.
const (
	Added   Change = "added"
	Removed Change = "removed"
	Changed Change = "changed"
)

// ArtifactChange is a file that differs.
type ArtifactChange struct {
	// PathA and PathB are its paths; empty where one of the two does not have it.
	PathA  string `json:"path_a,omitempty"`
	PathB  string `json:"path_b,omitempty"`
	Change Change `json:"change"`
	// Added and Removed are how many lines only B has, and only A.
	Added   int `json:"added"`
	Removed int `json:"removed"`
	// Unified are the hunks of the unified diff, with "…" for what is left out of lines over
	// 200 characters; what cannot be seen is escaped. Cut reports that lines were left out at its end.
	Unified string `json:"unified"`
	Cut     bool   `json:"cut"`

	lines []string // of the unified diff as they are
}
