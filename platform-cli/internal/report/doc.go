// Package report writes the outcomes of many request files in the forms that other
// tools read: SARIF for code scanning, JUnit XML for CI. Equal outcomes give
// equal bytes: no time, no host and no absolute path of ours is in them.
package report

import (
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// File is the outcome of one request file: a Record or a Problem.
type File struct {
	// Path is the file as it was named.
	Path    string
	Record  *request.Record
	Problem *problem.Problem
	// LineOf returns the line of a field of the request; 0 where it has none.
	LineOf func(field string) int
}
