package decision

import (
	"platform.internal/platform-core/request"
)

// fixLines are the lines to write into the request's file so that policy
// accepts it, in the syntax of that file.
func fixLines(e Evaluated, prose func(string) []string) []string {
	if len(e.Fix) == 0 {
		return prose("No list of suggested values leads to acceptance; the remediations in the record say what to change.")
	}
	lines := []string{"With these values policy accepts it:"}
	var assignments []request.Assignment
	for _, change := range e.Fix {
		assignments = append(assignments, request.Assignment{Field: change.Field, Value: change.To})
	}
	for _, line := range request.Lines(e.Source.Format, assignments) {
		lines = append(lines, "  "+line)
	}
	return lines
}
