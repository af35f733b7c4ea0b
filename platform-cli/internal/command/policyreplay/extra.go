package policyreplay

import (
	"slices"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

// maxDepth is the depth of a file of cases. The other files that a folder has with requests are
// less deep.
const maxDepth = 5

// isExtra reports whether a file is a profile, a file of rules or a file of cases. A folder of
// requests may contain these files. The names of the fields decide.
func (r replayer) isExtra(file string) bool {
	if file == fileio.Stdin || fileio.IsFolder(file) {
		return false
	}
	src, err := r.input.Source(file)
	if err != nil {
		return false
	}
	reading := document.ReadNested(src, &struct{}{}, maxDepth)
	// Fields of a request or of a document that contains one.
	others := append(request.FieldNames(), "request", "record", "artifacts")
	return slices.ContainsFunc([]string{"provider", "policies", "cases"}, reading.Written) &&
		!slices.ContainsFunc(others, reading.Written)
}
