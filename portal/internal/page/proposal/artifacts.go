package proposal

import (
	"path"
	"slices"
	"strconv"
	"strings"

	core "platform.internal/platform-core/proposal"
)

// artifact is one artifact, to open, copy or save.
type artifact struct {
	core.Artifact
	// Number is counted from 1.
	Number int
	Title  string
	// About says what a reviewer finds in the artifact.
	About string
}

// File returns the name of a saved file.
func (a artifact) File() string { return path.Base(a.Path) }

func newArtifacts(p core.Proposal) []artifact {
	known := meanings(p.RequestID)
	list := make([]artifact, len(p.Artifacts))
	for i, a := range p.Artifacts {
		meaning, ok := known[a.Path]
		if !ok {
			meaning = meaningOf{"Artifact " + strconv.Itoa(i+1), "This release of the portal does not know what it is for."}
		}
		list[i] = artifact{a, i + 1, meaning.title, meaning.about}
	}
	return list
}

// node is a folder, or the file of an artifact.
type node struct {
	Name string
	// Target is the fragment that shows a file; empty for a folder.
	Target   string
	Children []node
}

// newTree returns the folders of the proposal's artifacts and of its safety marker.
func newTree(p core.Proposal) []node {
	var top node
	for i, a := range p.Artifacts {
		top.add(a.Path, "artifact-"+strconv.Itoa(i+1))
	}
	if marker := p.SafetyMarker.Path; marker != "" {
		top.add(marker, "marker")
	}
	return top.Children
}

// add adds a file below the folder.
func (n *node) add(path, target string) {
	name, rest, isBelow := strings.Cut(path, "/")
	if !isBelow {
		n.Children = append(n.Children, node{Name: name, Target: target})
		return
	}
	at := slices.IndexFunc(n.Children, func(c node) bool { return c.Name == name && c.Target == "" })
	if at < 0 {
		at = len(n.Children)
		n.Children = append(n.Children, node{Name: name})
	}
	n.Children[at].add(rest, target)
}

// meaningOf is the title of an artifact and what a reviewer finds in it.
type meaningOf struct{ title, about string }

// meanings returns the meaning of each artifact of a request, by path.
func meanings(requestID string) map[string]meaningOf {
	at := core.PathsOf(requestID)
	return map[string]meaningOf{
		at.Request: {"Request", "The request as it was recorded, in its normal form. Everything else follows from it."},
		at.Root: {"Terraform root", "The adapter's text: the same for every request of one adapter version, " +
			"so it is read once."},
		at.Inputs:      {"Terraform inputs", "All that the request decides. Free text is only here, as JSON strings."},
		at.Decision:    {"Policy decision", "Every rule that was evaluated, with its expression and its outcome."},
		at.Inventory:   {"Resource inventory", "The declared resources and the estimate."},
		at.Review:      {"Review", "The text for a reviewer: summary, checklist, cost, controls, and what happens next."},
		at.Attestation: {"Attestation", "An in-toto statement that names the other six by their hashes. It is unsigned."},
	}
}
