// Package proposal is the page that a reviewer reads: what is proposed, under
// which hashes, the seven artifacts, and how to check all of it. The page holds
// no clock, so that two reviewers see the same bytes.
package proposal

import (
	_ "embed"
	"net/http"

	"platform.internal/portal/internal/excepted"
	"platform.internal/portal/internal/shell"
)

// Page is what the template shows.
type Page struct {
	ID     string
	Status shell.Badge
	// Open says what a proposal with placeholders lacks; empty for one without.
	Open string
	// Exceptions are those that the evidence shows.
	Exceptions excepted.List
	Facts      []Fact
	Marker     Marker
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
var source string

var template = shell.Parse[Page](excepted.Part + source)

// The addresses of a proposal. What follows its ID is relative to it.
const (
	root    = "/proposals/"
	pattern = root + "{id}"

	documentName = "proposal.json"
	manifestName = "SHA256SUMS"
	artifactPath = "/artifacts/"
)

// Routes returns the address of the page, for the page that leads to it.
func Routes() []shell.Route {
	return []shell.Route{{Method: http.MethodGet, Pattern: pattern, Handler: show}}
}

// Files returns the addresses of a proposal's documents.
func Files() []shell.Route {
	file := func(path string, handler shell.Handler) shell.Route {
		return shell.Route{Method: http.MethodGet, Pattern: pattern + path, Handler: handler}
	}
	return []shell.Route{
		file("/"+documentName, document),
		file("/"+manifestName, manifest),
		file("/"+markerName, marker),
		file(artifactPath+"{number}", artifact),
	}
}
