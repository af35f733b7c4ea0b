package proposal

import (
	"net/http"
	"strconv"
	"sync"

	"github.com/go-chi/chi/v5"

	core "platform.internal/platform-core/proposal"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/shell"
	"platform.internal/portal/internal/topology"
)

// read returns the proposal with the ID in the address.
func read(v *shell.Visit) (api.Document[core.Proposal], error) {
	return v.API.Proposal(v.Context(), chi.URLParam(v.Request, "id"))
}

func show(v *shell.Visit) (shell.Answer, error) {
	p, err := read(v)
	if err != nil {
		return shell.Answer{}, err
	}
	page, err := newPage(v, p.Value)
	return template.Answer(title(page), page), err
}

// title returns the page title. It contains the application and the environment if they are known.
func title(p Page) string {
	if p.Summary == nil {
		return "Proposal " + p.ID
	}
	return "Proposal: " + p.Summary.Application + ", " + p.Summary.Environment
}

func newPage(v *shell.Visit, p core.Proposal) (Page, error) {
	at, files := core.PathsOf(p.RequestID), filesOf(p)
	review, err := reviewHTML(files[at.Review])
	var calls sync.WaitGroup
	var drawn *topology.Topology
	var changes *Changes
	calls.Go(func() { drawn = picture(v, p, files) })
	calls.Go(func() { changes = newChanges(v, p, files) })
	calls.Wait()
	page := Page{
		ID: p.ProposalID, Status: StatusBadge(p.Status, p.Placeholders), Summary: newSummary(files, p.RequestID),
		Open: open(p), Exceptions: exceptions(p), Review: review,
		Changes: changes, Topology: drawn,
		Inputs: newInputs(files[at.Inputs]), Outline: Outline(files[at.Root]),
		Facts: newFacts(v, p), Request: RequestLink(v, p.RequestID), Bundle: Path(p.ProposalID) + "/" + bundleName,
		Marker: newMarker(p), Artifacts: newArtifacts(p), Downloads: downloads(p), Steps: steps(v, p),
	}
	for i, a := range p.Artifacts {
		if a.Path == at.Root {
			page.Root = page.Artifacts[i].Page
		}
	}
	return page, err
}

// whole answers with the proposal exactly as the API sent it.
func whole(v *shell.Visit) (shell.Answer, error) {
	p, err := read(v)
	return shell.File{Name: documentName, MediaType: shell.JSON, Content: p.JSON, Saved: true}.Answer(), err
}

// manifest answers with the list of file hashes; the content hash is its hash.
func manifest(v *shell.Visit) (shell.Answer, error) {
	p, err := read(v)
	return shell.File{
		Name: manifestName, MediaType: shell.PlainText, Content: []byte(core.Manifest(p.Value.Artifacts)), Saved: true,
	}.Answer(), err
}

// zipFile answers with a zip file of the proposal's files.
func zipFile(v *shell.Visit) (shell.Answer, error) {
	p, err := read(v)
	if err != nil {
		return shell.Answer{}, err
	}
	content, err := zipped(p.Value)
	return shell.File{Name: p.Value.ProposalID + ".zip", MediaType: "application/zip", Content: content, Saved: true}.Answer(), err
}

func marker(v *shell.Visit) (shell.Answer, error) {
	p, err := read(v)
	return raw(p.Value.SafetyMarker), err
}

// artifact answers with the artifact that has the number, counted from 1.
func artifact(v *shell.Visit) (shell.Answer, error) {
	p, n, err := readArtifact(v)
	if err != nil {
		return shell.Answer{}, err
	}
	return raw(p.Artifacts[n]), nil
}

// readArtifact returns the proposal in the address and the index of the artifact in it. It fails if
// there is no such artifact.
func readArtifact(v *shell.Visit) (core.Proposal, int, error) {
	read, err := read(v)
	p := read.Value
	if err != nil {
		return p, 0, err
	}
	n, err := strconv.Atoi(chi.URLParam(v.Request, "number"))
	if err != nil || n < 1 || n > len(p.Artifacts) {
		return p, 0, noArtifact(len(p.Artifacts))
	}
	return p, n - 1, nil
}

// raw answers with a file as plain text, so that a browser never renders or runs its content.
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
