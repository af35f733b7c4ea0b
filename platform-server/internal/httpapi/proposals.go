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
	return unchanging(r, p.Document()...), nil
}

// How much of each document a list sends; without a choice, all.
const (
	viewFull    = "full"
	viewSummary = "summary"
)

func (a *api) proposals(r *http.Request) (answer, error) {
	q := readQuery(r)
	page := q.page()
	filter := service.ProposalFilter{
		RequestID:   q.text("request_id"),
		Application: q.text(request.ApplicationField),
		Environment: q.choice(request.EnvironmentField, request.Environments()...),
		Search:      q.search(),
	}
	view := q.choice("view", viewFull, viewSummary)
	if err := q.faults(); err != nil {
		return answer{}, err
	}
	found, err := a.service.Proposals(filter, page)
	if err != nil {
		return answer{}, err
	}
	if view != viewSummary {
		return list(r, found, func(p *service.Proposal) [][]byte { return p.Parts }), nil
	}
	summaries := service.List[[][]byte]{Next: found.Next, Previous: found.Previous, Entries: make([][][]byte, len(found.Entries))}
	for i, p := range found.Entries {
		if summaries.Entries[i], err = p.ListEntry(); err != nil {
			return answer{}, err
		}
	}
	return list(r, summaries, func(parts [][]byte) [][]byte { return parts }), nil
}
