package proposal

import (
	"cmp"
	"net/http"
	"path"
	"slices"
	"strconv"
	"sync"

	"github.com/go-chi/chi/v5"

	core "platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
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
		return nil, err
	}
	page, err := newPage(v, p.Value)
	title := "Proposal " + p.Value.ProposalID
	if page.Summary != nil {
		title = "Proposal: " + page.Summary.Application + ", " + page.Summary.Environment
	}
	return template.Answer(title, page), err
}

func newPage(v *shell.Visit, p core.Proposal) (page, error) {
	at, files := core.PathsOf(p.RequestID), filesOf(p)
	review, err := newSections(files[at.Review])
	shown := page{
		Proposal: p, Badge: StatusBadge(p.Status), Summary: newSummary(files, p.RequestID),
		Exceptions: exceptions(files[at.Decision]), Sections: review, Inputs: newInputs(files[at.Inputs]),
		Outline: newOutline(files[at.Root]), Files: newArtifacts(p), Tree: newTree(p), Steps: steps(v, p), ModeName: string(p.Mode),
		Root: 1 + slices.IndexFunc(p.Artifacts, func(a core.Artifact) bool { return a.Path == at.Root }),
	}
	if mode, ok := p.Mode.Describe(); ok {
		shown.ModeName = mode.DisplayName
	}
	var calls sync.WaitGroup
	calls.Go(func() { shown.Topology = picture(v, p, files) })
	var refused error
	if r, unreadable := recorded(files, p.RequestID); unreadable == nil {
		calls.Go(func() { refused = shown.follow(v, files, r) })
	}
	calls.Wait()
	return shown, cmp.Or(err, refused)
}

// follow sets what the page shows of the earlier proposals of the environment. It fails only if the
// predecessor in the address is refused: if the API does not answer, the page omits these parts.
func (p *page) follow(v *shell.Visit, files map[string]string, r request.Request) (err error) {
	earlier, unread := v.API.ProposalsBefore(v.Context(), p.ProposalID, r)
	if unread != nil {
		return nil
	}
	var calls sync.WaitGroup
	calls.Go(func() { p.Changes = newChanges(v, p.Proposal, files, earlier) })
	calls.Go(func() { p.Handover, err = newHandOver(v, p.ProposalID, r, earlier) })
	calls.Wait()
	return err
}

// picture returns the drawing of the resources. It returns nil if this release cannot read the
// inventory, or the API does not describe the provider. The inventory still lists all resources.
func picture(v *shell.Visit, p core.Proposal, files map[string]string) *topology.Topology {
	inventory := inventoryOf(files, p.RequestID)
	if inventory == nil {
		return nil
	}
	provider, err := v.API.Provider(v.Context(), p.Provider)
	if err != nil {
		return nil
	}
	return topology.New(inventory.Resources, inventory.Estimate, provider)
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
		return nil, err
	}
	content, err := zipped(p.Value)
	return shell.File{
		Name: p.Value.ProposalID + ".zip", MediaType: "application/zip", Content: content, Saved: true,
	}.Answer(), err
}

func marker(v *shell.Visit) (shell.Answer, error) {
	p, err := read(v)
	return text(p.Value.SafetyMarker), err
}

// raw answers with the artifact that has the number, counted from 1.
func raw(v *shell.Visit) (shell.Answer, error) {
	p, n, err := readArtifact(v)
	if err != nil {
		return nil, err
	}
	return text(p.Artifacts[n]), nil
}

// text answers with a file as plain text, so that a browser never renders or runs its content.
func text(a core.Artifact) shell.Answer {
	return shell.File{Name: path.Base(a.Path), MediaType: shell.PlainText, Content: []byte(a.Content)}.Answer()
}

// readArtifact returns the proposal in the address and the index of the artifact in it. It fails if
// there is no such artifact.
func readArtifact(v *shell.Visit) (p core.Proposal, index int, err error) {
	found, err := read(v)
	if err != nil {
		return p, 0, err
	}
	p = found.Value
	n, err := strconv.Atoi(chi.URLParam(v.Request, "number"))
	if err != nil || n < 1 || n > len(p.Artifacts) {
		return p, 0, &shell.ErrorPage{
			Status: http.StatusNotFound, Code: "artifact_not_found", Heading: "Artifact not found",
			Reason: "This proposal has artifacts 1 to " + strconv.Itoa(len(p.Artifacts)) + ".",
			Next:   "Open the proposal and follow the links of its artifacts.",
		}
	}
	return p, n - 1, nil
}
