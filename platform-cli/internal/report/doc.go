// Package report writes the outcomes of many request files in the forms that other
// tools read: SARIF for code scanning, JUnit XML for CI. Equal outcomes give
// equal bytes: no time, no host and no absolute path of ours is in them.
package report

import (
	"platform.internal/platform-cli/internal/edit"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// File is the outcome of one request file: a Record or a Problem.
type File struct {
	// Path is the file as it was named.
	Path    string
	Record  *request.Record
	Problem *problem.Problem
	// Region returns where a field of the request is written.
	Region func(field string) edit.Region
	// Fix are the changes of the document with which policy accepts it; none where there
	// is no fix that needs nobody.
	Fix []Replacement
}

// Replacement is a part of a document, and what is written in its place.
type Replacement struct {
	Region edit.Region
	Text   string
}
