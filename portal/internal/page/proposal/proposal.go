// Package proposal is the page that a reviewer reads: what is proposed and for whom,
// the review, the inputs and the Terraform, the files with their hashes, and how to
// check all of it. The page holds
// no clock, so that two reviewers see the same bytes.
package proposal

import (
	_ "embed"
	html "html/template"
	"net/http"

	"platform.internal/portal/internal/compared"
	"platform.internal/portal/internal/excepted"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
	"platform.internal/portal/internal/topology"
)

// Page is what the template shows.
type Page struct {
	ID     string
	Status shell.Badge
	// Summary is nil where the files are not as this release writes them.
	Summary *Summary
	// Open says what a proposal with placeholders lacks; empty for one without.
	Open string
	// Exceptions are those that the evidence shows.
	Exceptions excepted.List
	// Review is the artifact that is written for a reviewer, as HTML.
	Review html.HTML
	// Changes is nil where nothing is known of what came before.
	Changes *Changes
	// Topology is nil where it cannot be drawn.
	Topology *topology.Topology
	// Inputs are all that the request decides of the Terraform.
	Inputs []Input
	// Outline are the sections of the Terraform, which Root has whole.
	Outline []Section
	Root    string
	Facts   []Fact
	// Request is the address of the request's page, Bundle that of the zip file.
	Request, Bundle string
	Marker          Marker
	// Artifacts are in the order of the proposal.
	Artifacts []Artifact
	// Downloads are whole documents to keep.
	Downloads []Link
	Steps     []shell.Command
}

// Link is a link with its words.
type Link struct {
	Text, Path string
}

//go:embed proposal.html
var text string

var template = shell.Parse[Page](excepted.Part + form.BarParts + compared.Parts + topology.Parts + text)

// The addresses of a proposal. What follows its ID is relative to it.
const (
	root    = "/proposals/"
	pattern = root + "{id}"

	documentName = "proposal.json"
	manifestName = "SHA256SUMS"
	artifactPath = "/artifacts/"
	filePath     = "/files/"
	bundleName   = "bundle.zip"
)

// Routes returns the addresses of the page and of those of its files, for the page that
// leads to it.
func Routes() []shell.Route {
	return []shell.Route{
		{Method: http.MethodGet, Pattern: pattern, Handler: show},
		{Method: http.MethodGet, Pattern: pattern + filePath + "{number}", Handler: showFile},
	}
}

// Files returns the addresses of a proposal's documents.
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
