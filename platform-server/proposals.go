package server

import (
	"context"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/store"
)

// requestID returns the request of the body that asks for a proposal.
func requestID(src document.Source) (string, error) {
	var in struct {
		RequestID *string `json:"request_id"`
	}
	reading := document.Read(src, &in)
	const field = "request_id"
	switch {
	case reading.Malformed() || reading.Faulty(field):
	case in.RequestID == nil:
		reading.Add(field, problem.FaultMissing, "is missing; write the ID of an accepted request")
	case !request.IsRequestID(*in.RequestID):
		reading.Add(field, problem.FaultForm, "must be the ID of a request: req- and 20 hex digits")
	}
	if p := reading.Problem(problem.InvalidRequest, "proposal request"); p != nil {
		return "", p
	}
	return *in.RequestID, nil
}

func (a *api) propose(r *http.Request) (answer, error) {
	key, err := idempotencyKey(r)
	if err != nil {
		return answer{}, err
	}
	id, err := parsed(r, requestID)
	if err != nil {
		return answer{}, err
	}
	p, err := a.service.Propose(r.Context(), key, id)
	if err != nil {
		return answer{}, err
	}
	out := encoded(http.StatusCreated, p.Document()...)
	out.location = "/v1/deployment-proposals/" + p.ProposalID
	return about(r, p.ProposalID, out), nil
}

func (a *api) proposal(r *http.Request) (answer, error) {
	p, err := a.service.Proposal(r.Context(), chi.URLParam(r, "proposal_id"))
	if err != nil {
		return answer{}, err
	}
	return about(r, p.ProposalID, unchanging(r, p.Document()...)), nil
}

// How much of each document a list sends; without a choice, all.
const (
	viewFull    = "full"
	viewSummary = "summary"
)

func (a *api) proposals(r *http.Request) (answer, error) {
	q := readQuery(r)
	page := q.page()
	filter := store.ProposalFilter{
		RequestID:   strings.ToLower(strings.TrimSpace(q.text("request_id"))),
		Application: q.text(request.ApplicationField),
		Environment: q.choice(request.EnvironmentField, request.Environments()...),
		Search:      q.search(),
	}
	view := q.choice("view", viewFull, viewSummary)
	if err := q.faults(); err != nil {
		return answer{}, err
	}
	found, err := a.service.Proposals(r.Context(), filter, page)
	if err != nil {
		return answer{}, err
	}
	all := entries{next: found.Next, previous: found.Previous}
	for _, summary := range found.Items {
		size := summary.Size
		if view == viewSummary {
			if size, err = summary.ListEntrySize(); err != nil {
				return answer{}, err
			}
		}
		all.ids, all.sizes = append(all.ids, summary.ProposalID), append(all.sizes, size)
	}
	all.load = func(ctx context.Context, from, to int) ([][][]byte, error) {
		proposals, err := a.service.ProposalsWith(ctx, all.ids[from:to]...)
		loaded := make([][][]byte, len(proposals))
		for i, p := range proposals {
			if view != viewSummary {
				loaded[i] = p.Entry()
			} else if loaded[i], err = p.ListEntry(found.Items[from+i]); err != nil {
				return nil, err
			}
		}
		return loaded, err
	}
	return a.list(r, all)
}
