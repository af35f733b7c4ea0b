package httpapi

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// proposalInput is the body that asks for a proposal.
type proposalInput struct {
	RequestID *string `json:"request_id"`
}

func requestID(r *http.Request) (string, error) {
	src, err := jsonBody(r)
	if err != nil {
		return "", err
	}
	var in proposalInput
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
	id, err := requestID(r)
	if err != nil {
		return answer{}, err
	}
	p, err := a.service.Propose(r.Context(), key, id)
	if err != nil {
		return answer{}, err
	}
	out := encoded(http.StatusCreated, p.Document()...)
	out.location = "/v1/deployment-proposals/" + p.ProposalID
	return out, nil
}

func (a *api) proposal(r *http.Request) (answer, error) {
	p, err := a.service.Proposal(chi.URLParam(r, "proposal_id"))
	if err != nil {
		return answer{}, err
	}
	return encoded(http.StatusOK, p.Document()...), nil
}

// How much of each proposal a list sends; without a choice, all.
const (
	viewFull    = "full"
	viewSummary = "summary"
)

func (a *api) proposals(r *http.Request) (answer, error) {
	q := readQuery(r)
	page := q.page()
	filter, view := service.ProposalFilter{RequestID: q.text("request_id")}, q.choice("view", viewFull, viewSummary)
	if err := q.faults(); err != nil {
		return answer{}, err
	}
	proposals, next, err := a.service.Proposals(filter, page)
	if err != nil {
		return answer{}, err
	}
	entry := func(p *service.Proposal) [][]byte { return p.Parts }
	if view == viewSummary {
		entry = func(p *service.Proposal) [][]byte { return [][]byte{p.Summary} }
	}
	return list(proposals, entry, next), nil
}
