package server

import (
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
)

const mediaPatch = "text/x-patch"

// handover answers with the document of a hand-over, or with its patch if the caller prefers that.
func (a *api) handover(r *http.Request) (answer, error) {
	q := readQuery(r)
	supersedes := q.proposalID("supersedes")
	if err := q.faults(); err != nil {
		return answer{}, err
	}
	h, day, err := a.service.Handover(r.Context(), chi.URLParam(r, "proposal_id"), supersedes)
	if err != nil {
		return answer{}, err
	}
	var body []byte
	mediaType := mediaJSON
	if quality(r, mediaPatch) > quality(r, mediaJSON) {
		mediaType = mediaPatch + "; charset=utf-8"
		body, err = h.Patch(day)
	} else {
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

// quality returns the quality that the headers Accept give to a media type: that of the range that names it most
// precisely. Without such a range it is 0.
func quality(r *http.Request, mediaType string) (found float64) {
	kind, _, _ := strings.Cut(mediaType, "/")
	ranges := map[string]int{mediaType: 3, kind + "/*": 2, "*/*": 1}
	best := 0
	for accepted := range strings.SplitSeq(strings.Join(r.Header.Values("Accept"), ","), ",") {
		name, parameters, err := mime.ParseMediaType(accepted)
		if err != nil || ranges[name] <= best {
			continue
		}
		best, found = ranges[name], 1
		if q, ok := parameters["q"]; ok {
			found, _ = strconv.ParseFloat(q, 64)
		}
	}
	return found
}
