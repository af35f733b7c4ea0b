package review

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/go-chi/chi/v5"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/shell"
)

// Proposal is the step from an accepted request to its proposal.
type Proposal struct {
	// Link is the address of an existing proposal.
	Link string
	// Action is the address of the form that creates the proposal; empty if the request is not
	// accepted or already has a proposal.
	Action string
	// Key is the idempotency key of this attempt.
	Key string
	// Notice says why the portal could not read whether a proposal exists.
	Notice *shell.Notice
}

const proposalsPath = "/proposals/"

func newProposal(v *shell.Visit, record request.Record, r readings) Proposal {
	switch {
	case listing.Decided(record) != listing.Accepted:
		return Proposal{}
	case r.proposal != "":
		return Proposal{Link: proposalsPath + r.proposal}
	default:
		return Proposal{
			Action: "/requests/" + record.RequestID + "/proposal", Key: form.NewKey(),
			Notice: v.Notice("It is not known whether there is a proposal", r.proposalErr),
		}
	}
}

// Retry is the page for a proposal that could not be created. It sends the same attempt again, with
// the same idempotency key.
type Retry struct {
	Heading, Reason, Code string
	Action, Key           string
	// Request is the address of the request's page.
	Request string
}

var retry = shell.Parse[Retry](retrySource)

// propose creates the proposal and redirects to its page.
func propose(v *shell.Visit) (shell.Answer, error) {
	sent, err := v.Form()
	if err != nil {
		return shell.Answer{}, err
	}
	id, key := chi.URLParam(v.Request, "request_id"), sent.Get("key")
	proposal, err := v.API.Propose(v.Context(), key, id)
	if err == nil {
		return shell.SeeOther(proposalsPath + proposal), nil
	}
	again, status := retryOf(err)
	if status == 0 {
		return shell.Answer{}, err
	}
	again.Action, again.Key, again.Request = v.URL.EscapedPath(), key, "/requests/"+url.PathEscape(id)
	return retry.Answer("Error: Create review proposal", again).WithStatus(status), nil
}

// backToRequest redirects a reload of the answer to the form.
func backToRequest(v *shell.Visit) (shell.Answer, error) {
	return shell.SeeOther("/requests/" + url.PathEscape(chi.URLParam(v.Request, "request_id"))), nil
}

// retryOf returns the page and the status for a temporary failure, or status 0 for any other error.
// The API may have completed a call that it did not answer.
func retryOf(err error) (Retry, int) {
	var failure *api.Failure
	var p *problem.Problem
	switch {
	case errors.As(err, &failure):
		return Retry{
			Heading: "It is not known whether the proposal was created",
			Reason:  "The platform API did not answer.", Code: failure.Code,
		}, failure.Status
	case errors.As(err, &p) && p.Code.Status() >= http.StatusInternalServerError:
		return Retry{Heading: "No proposal was created", Reason: p.Detail, Code: string(p.Code)}, p.Code.Status()
	default:
		return Retry{}, 0
	}
}
