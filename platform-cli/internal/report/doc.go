// Package report writes outcomes for other tools: [SARIF] for code scanning, [JUnit] for CI, and
// [Markdown] for a pull request. [Cases] is JUnit XML too.
// Equal outcomes give equal bytes: they contain no time, host name or absolute path.
package report

import (
	"platform.internal/platform-cli/internal/edit"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// File is the outcome of one request file. It has a Record or a Problem.
type File struct {
	// Path is the file as the user named it.
	Path    string
	Record  *request.Record
	Problem *problem.Problem
	// Source is the document, as far as it could be read.
	Source document.Source
	// Advice are the lines that explain how policy accepts a denied request.
	Advice []string
	// Fix are the edits after which policy accepts the document. It is empty if a person has to choose
	// or to confirm a value.
	Fix []Replacement
}

// Replacement is a part of a document and its new text.
type Replacement struct {
	Region edit.Region
	Text   string
}
