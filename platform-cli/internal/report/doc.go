// Package report writes outcomes for other tools: [SARIF] for code scanning, [JUnit] for CI, and
// [Markdown] for a pull request. [Cases] and [Conformance] are JUnit XML too.
// Equal outcomes give equal bytes: they contain no time, host name or absolute path.
package report

import (
	"platform.internal/platform-cli/internal/edit"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// File is the outcome of one request file: a Record or a Problem.
type File struct {
	// Path is the file as it was named.
	Path    string
	Record  *request.Record
	Problem *problem.Problem
	// Source is the document, as far as it could be read.
	Source document.Source
	// Advice says to a person how policy accepts a denied request, a line each.
	Advice []string
	// Fix are the changes of the document with which policy accepts it; none where there
	// is no fix that needs nobody.
	Fix []Replacement
}

// Replacement is a part of a document, and what is written in its place.
type Replacement struct {
	Region edit.Region
	Text   string
}
