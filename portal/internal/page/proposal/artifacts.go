package proposal

import (
	"path"
	"strconv"

	core "platform.internal/platform-core/proposal"
)

// Artifact is one artifact, to be opened, copied and saved.
type Artifact struct {
	// Anchor is the ID of the content: a link to it opens the artifact.
	Anchor string
	Title  string
	// About says what a reviewer finds in it.
	About               string
	Path, File, SHA256  string
	Size, Content, Link string
	// Page is the address of the artifact's own page.
	Page string
}

// Marker is the safety marker.
type Marker struct {
	Path, SHA256, Size, Content, Link string
}

const markerName = core.MarkerPath

func newMarker(p core.Proposal) Marker {
	m := p.SafetyMarker
	return Marker{Path: m.Path, SHA256: m.SHA256, Size: sizeText(m.Size), Content: m.Content, Link: Path(p.ProposalID) + "/" + markerName}
}

func newArtifacts(p core.Proposal) []Artifact {
	known := meanings(p.RequestID)
	list := make([]Artifact, len(p.Artifacts))
	for i, a := range p.Artifacts {
		number := strconv.Itoa(i + 1)
		meaning, found := known[a.Path]
		if !found {
			meaning = meaningOf{"Artifact " + number, "This release of the portal does not know what it is for."}
		}
		list[i] = Artifact{
			Anchor: "artifact-" + number, Title: meaning.title, About: meaning.about,
			Path: a.Path, File: base(a.Path), SHA256: a.SHA256, Size: sizeText(a.Size), Content: a.Content,
			Link: Path(p.ProposalID) + artifactPath + number, Page: Path(p.ProposalID) + filePath + number,
		}
	}
	return list
}

// meaningOf is what an artifact is called and what a reviewer finds in it.
type meaningOf struct{ title, about string }

// meanings maps the paths of a request's artifacts to their meaning.
func meanings(requestID string) map[string]meaningOf {
	at := core.PathsOf(requestID)
	return map[string]meaningOf{
		at.Request:     {"Request", "The request as it was recorded, in its normal form. Everything else follows from it."},
		at.Root:        {"Terraform root", "The adapter's text: the same for every request of one adapter version, so it is read once."},
		at.Inputs:      {"Terraform inputs", "All that the request decides. Free text is only here, as JSON strings."},
		at.Decision:    {"Policy decision", "Every rule that was evaluated, with its expression and its outcome."},
		at.Inventory:   {"Resource inventory", "The declared resources and the estimate."},
		at.Review:      {"Review", "The text for a reviewer: summary, checklist, cost, controls, and what happens next."},
		at.Attestation: {"Attestation", "An in-toto statement that names the other six by their hashes. It is unsigned."},
	}
}

// base is the last part of a path, for the name of a saved file.
func base(name string) string { return path.Base(name) }

// sizeText writes a size with a comma before each three digits.
func sizeText(n int) string {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits + " bytes"
}
