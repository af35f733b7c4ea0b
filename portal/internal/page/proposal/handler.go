package proposal

import (
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"

	core "platform.internal/platform-core/proposal"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/shell"
)

// read asks for the proposal that the address names.
func read(v *shell.Visit) (api.Proposal, error) {
	return v.API.Proposal(v.Context(), chi.URLParam(v.Request, "id"))
}

func show(v *shell.Visit) (shell.Answer, error) {
	p, err := read(v)
	if err != nil {
		return shell.Answer{}, err
	}
	return template.Answer("Proposal "+p.ProposalID, newPage(v, p.Proposal)), nil
}

func newPage(v *shell.Visit, p core.Proposal) Page {
	return Page{
		ID: p.ProposalID, Status: StatusBadge(p.Status, p.Placeholders), Open: open(p), Exceptions: exceptions(p),
		Facts: newFacts(v, p), Marker: newMarker(p),
		Artifacts: newArtifacts(p), Downloads: downloads(p), Steps: steps(v, p),
	}
}

// document is the whole proposal, as the API sent it.
func document(v *shell.Visit) (shell.Answer, error) {
	p, err := read(v)
	return shell.File{Name: documentName, MediaType: shell.JSON, Content: p.JSON, Saved: true}.Answer(), err
}

// manifest is the text that the content hash is the hash of.
func manifest(v *shell.Visit) (shell.Answer, error) {
	p, err := read(v)
	return shell.File{
		Name: manifestName, MediaType: shell.PlainText, Content: []byte(core.Manifest(p.Artifacts)), Saved: true,
	}.Answer(), err
}

func marker(v *shell.Visit) (shell.Answer, error) {
	p, err := read(v)
	return raw(p.SafetyMarker), err
}

// artifact is the artifact with the number, counted from 1.
func artifact(v *shell.Visit) (shell.Answer, error) {
	p, err := read(v)
	if err != nil {
		return shell.Answer{}, err
	}
	n, err := strconv.Atoi(chi.URLParam(v.Request, "number"))
	if err != nil || n < 1 || n > len(p.Artifacts) {
		return shell.Answer{}, noArtifact(len(p.Artifacts))
	}
	return raw(p.Artifacts[n-1]), nil
}

// raw shows a file as text, whatever it holds: a browser must not make a page
// or a script of it.
func raw(a core.Artifact) shell.Answer {
	return shell.File{Name: base(a.Path), MediaType: shell.PlainText, Content: []byte(a.Content)}.Answer()
}

func noArtifact(count int) error {
	return &shell.ErrorPage{
		Status: http.StatusNotFound, Code: "artifact_not_found", Heading: "Artifact not found",
		Reason: "This proposal has artifacts 1 to " + strconv.Itoa(count) + ".",
		Next:   "Open the proposal and follow the links of its artifacts.",
	}
}
