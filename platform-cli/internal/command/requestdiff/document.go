package requestdiff

import "platform.internal/platform-core/difference"

// Difference is the document of `request diff`.
type Difference struct {
	difference.Difference
	// Artifacts are the files that differ, in the order of a proposal. It is null if one of the
	// documents is not a proposal.
	Artifacts []ArtifactChange `json:"artifacts"`
}

// Change is the change of a file: added, removed or changed.
type Change string

// Values of [Change].
const (
	Added   Change = "added"
	Removed Change = "removed"
	Changed Change = "changed"
)

// ArtifactChange is a file that differs.
type ArtifactChange struct {
	// PathA and PathB are the paths of the file. A path is empty if its side lacks the file.
	PathA  string `json:"path_a,omitempty"`
	PathB  string `json:"path_b,omitempty"`
	Change Change `json:"change"`
	// Added counts the lines that only B has. Removed counts those that only A has.
	Added   int `json:"added"`
	Removed int `json:"removed"`
	// Unified are the hunks of the unified diff. Lines over 200 characters are cut with "…", and
	// hidden characters are escaped. Cut is true if lines at the end are left out.
	Unified string `json:"unified"`
	Cut     bool   `json:"cut"`

	lines []string // the unified diff without changes
}
