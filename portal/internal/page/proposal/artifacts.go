package proposal

import (
	"path"
	"strconv"

	core "platform.internal/platform-core/proposal"
)

// Artifact is one artifact, to open, copy or save.
type Artifact struct {
	// Anchor is the ID of the content; a link to it opens the artifact.
	Anchor string
	Title  string
	// About says what a reviewer finds in the artifact.
	About               string
	Path, File, SHA256  string
	Size, Content, Link string
	// Page is the address of the artifact's own page.
	Page string
}

// Marker is the safety marker of a proposal.
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
		meaning, ok := known[a.Path]
		if !ok {
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

// meaningOf is the title of an artifact and what a reviewer finds in it.
type meaningOf struct{ title, about string }

// meanings returns the meaning of each artifact of a request, by path.
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

// base returns the last part of a path, as the name of a saved file.
func base(name string) string { return path.Base(name) }

// sizeText formats a size with a comma before every three digits.
func sizeText(n int) string {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits + " bytes"
}
