package server

import (
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
)

const mediaPatch = "text/x-patch"

// handover answers with the document of a hand-over, or with its patch if the header Accept names that. The
// parameter patch adds the patch to the document.
func (a *api) handover(r *http.Request) (answer, error) {
	q := readQuery(r)
	supersedes := q.proposalID("supersedes")
	withPatch := q.choice("patch", "true") != ""
	if err := q.faults(); err != nil {
		return answer{}, err
	}
	h, day, err := a.service.Handover(r.Context(), chi.URLParam(r, "proposal_id"), supersedes)
	if err != nil {
		return answer{}, err
	}
	onlyPatch := strings.Contains(strings.ToLower(strings.Join(r.Header.Values("Accept"), ",")), mediaPatch)
	var body []byte
	if onlyPatch || withPatch {
		body, err = h.Patch(day)
	}
	mediaType := mediaPatch + "; charset=utf-8"
	if err == nil && !onlyPatch {
		mediaType = mediaJSON
		h.Document.Patch = string(body)
		body, err = document.Encode(h.Document)
	}
	if err != nil {
		return answer{}, err
	}
	out := unchanging(r, body)
	out.mediaType, out.made, out.vary = mediaType, len(body), "Accept"
	return about(r, h.ProposalID, out), nil
}

// proposalID returns the parameter that is the ID of a proposal.
func (q *query) proposalID(name string) string {
	id := strings.ToLower(strings.TrimSpace(q.text(name)))
	if id != "" && !proposal.IsID(id) {
		q.fault(name, problem.FaultForm, "must be the ID of a proposal: prop- and 20 hex digits")
	}
	return id
}
