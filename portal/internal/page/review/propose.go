package review

import (
	"errors"
	"net/http"

	"github.com/go-chi/chi/v5"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/problem"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// Proposal is the step from an accepted request to its proposal.
type Proposal struct {
	// Link is the proposal's page, where there is one already.
	Link string
	// Action sends the form; empty where the request was denied.
	Action string
	// Key is the idempotency key of this attempt.
	Key string
	// Notice says why it is not known whether there is a proposal.
	Notice *shell.Notice
}

const proposalsPath = "/proposals/"

func newProposal(v *shell.Visit, record environment.Record, r readings) Proposal {
	switch {
	case record.Decision != environment.Accepted:
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

// Retry is the page that stands in for a proposal that could not be made: it
// sends the same attempt once more.
type Retry struct {
	Action, Key string
	Notice      *shell.Notice
}

var retry = shell.Parse[Retry](retrySource)

// propose creates the proposal and leads on to its page.
func propose(v *shell.Visit) (shell.Answer, error) {
	sent, err := v.Form()
	if err != nil {
		return shell.Answer{}, err
	}
	id, key := chi.URLParam(v.Request, "request_id"), sent.Get("key")
	proposal, err := v.API.Propose(v.Context(), key, id)
	switch status := again(err); {
	case err == nil:
		return shell.SeeOther(proposalsPath + proposal), nil
	case status == 0:
		return shell.Answer{}, err
	default:
		n := v.Notice("No proposal was created", err)
		n.Again = "/requests/" + id
		return retry.Answer("Error: Create review proposal", Retry{Action: v.URL.EscapedPath(), Key: key, Notice: n}).WithStatus(status), nil
	}
}

// again returns the status of a failure that may pass, and 0 for any other.
func again(err error) int {
	var failure *api.Failure
	var p *problem.Problem
	switch {
	case errors.As(err, &failure):
		return failure.Status
	case errors.As(err, &p) && p.Code.Status() >= http.StatusInternalServerError:
		return p.Code.Status()
	default:
		return 0
	}
}
