package policyreplay

import (
	"slices"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

// maxDepth is how deep a file of cases is nested, the deepest of what is beside requests.
const maxDepth = 5

// isBeside reports whether a file is a profile, a file of rules or one of cases, by the
// names of its fields: what a folder may have beside requests.
func (r replayer) isBeside(file string) bool {
	if file == fileio.Stdin || fileio.IsFolder(file) {
		return false
	}
	src, err := r.input.Source(file)
	if err != nil {
		return false
	}
	reading := document.ReadNested(src, &struct{}{}, maxDepth)
	others := append(request.FieldNames(), "request", "record", "artifacts") // those of a request, and of what holds one
	return slices.ContainsFunc([]string{"provider", "policies", "cases"}, reading.Written) && !slices.ContainsFunc(others, reading.Written)
}
