// Package proposal is the page of one proposal, for its reviewer. It shows what is proposed and for
// whom, the review, the inputs, the Terraform, and the files with their hashes. It also shows how
// to check all of them.
//
// [Page] returns its routes for the page that links to it, and [Path] its address.
// The page shows no current time, so two reviewers see the same bytes.
package proposal

import (
	_ "embed"
	"strings"

	core "platform.internal/platform-core/proposal"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
	"platform.internal/portal/internal/topology"
)

// page is the input of the template.
type page struct {
	core.Proposal
	Badge shell.Badge
	// Summary is nil if this release cannot read the files.
	Summary *summary
	// Exceptions are the exceptions in the policy decision.
	Exceptions *parts.Exceptions
	// Sections are the sections of the review, by the tab that shows them.
	Sections map[string][]reviewSection
	// Changes is nil if the API does not answer.
	Changes *changes
	// Handover is nil if the API does not answer.
	Handover *handOver
	// Topology is nil if the resources cannot be drawn.
	Topology *topology.Topology
	// Inputs are all values of the Terraform that depend on the request.
	Inputs []input
	// Outline contains the sections of the Terraform; Root is the number of its artifact.
	Outline []section
	Root    int
	// Files are the artifacts in the order of the proposal. Tree has their folders.
	Files []artifact
	Tree  []node
	Steps []shell.Command
	// ModeName is the display name of the mode.
	ModeName string
}

//go:embed proposal.html
var source string

var template = parts.Parse[page](source)

// The addresses of a proposal. A path after the ID is relative to the proposal.
const (
	root    = "/proposals/"
	pattern = "GET " + root + "{id}"

	documentName = "proposal.json"
	manifestName = "SHA256SUMS"
	handoverName = "handover.json"
	patchName    = "handover.patch"
	artifactPath = "/artifacts/"
)

// Page returns the [shell.Page] without its own item in the navigation.
func Page() shell.Page {
	return shell.Page{
		Routes: shell.Routes{pattern: show, pattern + "/files/{number}": showFile},
		Files: shell.Routes{
			pattern + "/" + documentName:        whole,
			pattern + "/" + manifestName:        manifest,
			pattern + "/" + core.MarkerPath:     marker,
			pattern + "/bundle.zip":             zipFile,
			pattern + "/" + handoverName:        handoverDocument,
			pattern + "/" + patchName:           handoverPatch,
			pattern + artifactPath + "{number}": raw,
		},
	}
}

// IsOpen reports whether the page names something that is not settled yet.
func (p page) IsOpen() bool {
	return len(p.Placeholders) > 0 || p.Summary != nil && (len(p.Summary.Unpriced) > 0 || p.Summary.NoEstimate)
}

// Todos returns the number of items in the checklist.
func (p page) Todos() (n int) {
	for _, s := range p.Sections[checklist] {
		n += strings.Count(string(s.Body), `type="checkbox"`)
	}
	return n
}
