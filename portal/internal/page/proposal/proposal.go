// Package proposal is the page of one proposal, for its reviewer. It shows what is proposed and for
// whom, the review, the inputs, the Terraform, and the files with their hashes. It also shows how
// to check all of them.
//
// [Routes] and [Files] return its routes for the page that links to it; [Path] returns its address.
// The page shows no current time, so two reviewers see the same bytes.
package proposal

import (
	_ "embed"
	html "html/template"
	"net/http"

	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
	"platform.internal/portal/internal/topology"
)

// Page is the input of the template.
type Page struct {
	ID     string
	Status shell.Badge
	// Summary is nil if this release cannot read the files.
	Summary *Summary
	// Open is the warning about placeholders; empty if there are none.
	Open string
	// Exceptions are the exceptions in the policy decision.
	Exceptions parts.Exceptions
	// Review is the artifact for the reviewer, as HTML.
	Review html.HTML
	// Changes is nil if the previous proposal cannot be compared.
	Changes *Changes
	// Topology is nil if the resources cannot be drawn.
	Topology *topology.Topology
	// Inputs are all values of the Terraform that depend on the request.
	Inputs []Input
	// Outline contains the sections of the Terraform; Root is the address of the whole file.
	Outline []Section
	Root    string
	Facts   []Fact
	// Request is the address of the request's page, Bundle the address of the zip file.
	Request, Bundle string
	Marker          Marker
	// Artifacts are in the order of the proposal.
	Artifacts []Artifact
	// Downloads are complete documents to save.
	Downloads []Link
	Steps     []shell.Command
}

// Link is an address with its text.
type Link struct {
	Text, Path string
}

//go:embed proposal.html
var text string

var template = shell.Parse[Page](parts.Templates + form.BarParts + topology.Parts + text)

// The addresses of a proposal. A path after the ID is relative to the proposal.
const (
	root    = "/proposals/"
	pattern = root + "{id}"

	documentName = "proposal.json"
	manifestName = "SHA256SUMS"
	artifactPath = "/artifacts/"
	filePath     = "/files/"
	bundleName   = "bundle.zip"
)

// Routes returns the routes of the page and of its artifact pages, for the page that links to it.
func Routes() []shell.Route {
	return []shell.Route{
		{Method: http.MethodGet, Pattern: pattern, Handler: show},
		{Method: http.MethodGet, Pattern: pattern + filePath + "{number}", Handler: showFile},
	}
}

// Files returns the routes of a proposal's documents, as opposed to its [Routes].
func Files() []shell.Route {
	file := func(path string, handler shell.Handler) shell.Route {
		return shell.Route{Method: http.MethodGet, Pattern: pattern + path, Handler: handler}
	}
	return []shell.Route{
		file("/"+documentName, whole),
		file("/"+manifestName, manifest),
		file("/"+markerName, marker),
		file("/"+bundleName, zipFile),
		file(artifactPath+"{number}", artifact),
	}
}
