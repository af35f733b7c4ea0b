package proposal

import (
	html "html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5"

	"platform.internal/platform-core/handover"
	"platform.internal/platform-core/problem"
	core "platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/shell"
)

// supersedes is the parameter with the proposal that the repository has for the environment. If it
// is empty, the repository has none.
const supersedes = "supersedes"

// handOver is the hand-over of a proposal to a repository.
type handOver struct {
	handover.Document
	// Before is the ID of the proposal that the repository has, and Others are those to choose from. Newer is the ID of
	// the newest later proposal. It is empty if this proposal is the newest.
	Before, Newer string
	Others        []api.Listed
	Body          html.HTML
	Files         []changedFile
	// All counts the lines of all files, Decisive those of the request and of the Terraform.
	All, Decisive lineCount
	// Query has Before as a parameter, with its question mark.
	Query string
	Steps []shell.Command
}

// newHandOver returns the hand-over to a repository with the predecessor in the address. Without one, the predecessor
// is the newest earlier proposal, as in [newChanges]. It fails if the API refuses the predecessor in the
// address, and returns nil if the API does not answer.
func newHandOver(v *shell.Visit, id string, r request.Request, earlier []api.Listed) (*handOver, error) {
	others, unread := v.API.ProposalsAfter(v.Context(), id, r)
	if unread != nil {
		others = nil
	}
	newer := slices.DeleteFunc(others, func(l api.Listed) bool { return has(earlier, l.ProposalID) })
	others = slices.Concat(newer, earlier)
	before, isChosen := predecessor(v)
	if !isChosen {
		before = first(earlier)
	}
	if isChosen && before != "" && !has(others, before) {
		others = append([]api.Listed{{ProposalID: before}}, others...)
	}
	document, err := v.API.HandoverWithPatch(v.Context(), id, before)
	h := &handOver{Document: document, Before: before, Newer: first(newer), Others: others, Files: newChangedFiles(document.Patch)}
	if err != nil {
		if isChosen && problem.From(err).Code.Status() < http.StatusInternalServerError {
			return nil, err
		}
		return nil, nil
	}
	if before != "" {
		h.Query = "?" + url.Values{supersedes: {before}}.Encode()
	}
	for _, f := range h.Files {
		h.All.add(f.lineCount)
		if f.IsDecisive() {
			h.Decisive.add(f.lineCount)
		}
	}
	h.Steps = handoverSteps(v, h)
	body, err := markdownHTML(h.Document.Body, "Body")
	h.Body = html.HTML(lower.Replace(string(body))) //nolint:gosec // sanitised
	return h, err
}

// first returns the ID of the first proposal of a list, or an empty text for an empty list.
func first(list []api.Listed) string {
	if len(list) == 0 {
		return ""
	}
	return list[0].ProposalID
}

func has(list []api.Listed, id string) bool {
	return slices.ContainsFunc(list, func(l api.Listed) bool { return l.ProposalID == id })
}

// lower makes the headings of a text lower than that of the section.
var lower = strings.NewReplacer("<h2>", "<h3>", "</h2>", "</h3>")

// predecessor returns the proposal in the address, and whether there is one, also the empty one.
func predecessor(v *shell.Visit) (id string, ok bool) {
	values, ok := v.URL.Query()[supersedes]
	return v.URL.Query().Get(supersedes), ok && len(values) > 0
}

// Folder returns the folder of the environment in the repository.
func (h handOver) Folder() string { return handover.LiveFolder(h.StateKey) }

// handoverSteps returns the commands that hand over the proposal. It returns none if a part of them
// needs quotes in a shell, or if there is nothing to do.
func handoverSteps(v *shell.Visit, h *handOver) []shell.Command {
	if !plain.MatchString(v.Host) || !core.IsID(h.ProposalID) || h.Before != "" && !core.IsID(h.Before) ||
		!plainPath.MatchString(h.Branch) || len(h.Files) == 0 {
		return nil
	}
	portal := origin(v.Request)
	proposal := portal + Path(h.ProposalID)
	return []shell.Command{
		{
			Step: "In a clone of the repository: commit the patch on the branch of the environment.",
			Name: "the commands that commit it",
			Text: "curl -fsSo ../" + patchName + " '" + proposal + "/" + patchName + h.Query + "'\n" +
				"git switch -c " + h.Branch + "\n" +
				"git am ../" + patchName,
		},
		{
			Step: "Or let the command write the files into the working tree in DIR. It verifies the proposal first, " +
				"and stops if it would lose a file.",
			Name: "the handover command",
			Text: "curl -fsSO " + proposal + "/" + documentName + "\n" +
				"curl -fsSO " + portal + profilePath + "\n" +
				"platform request handover proposal.json --profile profile.json \\\n  --repo DIR > " + handoverName,
		},
	}
}

// handoverDocument answers with the document of the hand-over exactly as the API sent it.
func handoverDocument(v *shell.Visit) (shell.Answer, error) {
	before, _ := predecessor(v)
	h, err := v.API.Handover(v.Context(), chi.URLParam(v.Request, "id"), before)
	return shell.File{Name: handoverName, MediaType: shell.JSON, Content: h.JSON, Saved: true}.Answer(), err
}

// handoverPatch answers with the patch exactly as the API sent it.
func handoverPatch(v *shell.Visit) (shell.Answer, error) {
	before, _ := predecessor(v)
	patch, err := v.API.HandoverPatch(v.Context(), chi.URLParam(v.Request, "id"), before)
	return shell.File{Name: patchName, MediaType: "text/x-patch; charset=utf-8", Content: patch, Saved: true}.Answer(), err
}
