package operations

import (
	"cmp"
	"errors"
	"sync"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/shell"
)

// limit is the maximum number of events on one part of the time line.
const limit = 50

// readings are the API's answers, each with its own error.
type readings struct {
	requests     wire.List[api.Summary]
	requestsErr  error
	proposals    wire.List[api.Listed]
	proposalsErr error
}

func read(v *shell.Visit, from cursor) readings {
	var r readings
	var calls sync.WaitGroup
	calls.Go(func() {
		r.requests, r.requestsErr = v.API.Summaries(v.Context(), api.Selection{After: from.request.after, Limit: limit})
	})
	calls.Go(func() { r.proposals, r.proposalsErr = v.API.Proposals(v.Context(), from.proposal.after, limit) })
	calls.Wait()
	return r
}

// nowhere reports whether a part starts after an entry that is not stored. This can happen after a
// restart of the platform.
func nowhere(err error) bool {
	var p *problem.Problem
	return errors.As(err, &p) && p.Code == problem.InvalidRequest
}

var errNowhere = &shell.ErrorPage{
	Status: problem.InvalidRequest.Status(), Code: string(problem.InvalidRequest), Heading: "No part of the time line begins here",
	Reason: "The platform does not know what this address begins after. A restart loses what it had.",
	Next:   "Begin with the newest.", Link: shell.Link{Path: path, Text: "Newest"},
}

func show(v *shell.Visit) (shell.Answer, error) {
	from := cursorOf(v.URL.Query())
	r := read(v, from)
	if nowhere(r.requestsErr) || nowhere(r.proposalsErr) {
		return shell.Answer{}, errNowhere
	}
	failed := cmp.Or(v.Installation.Fault, r.requestsErr, r.proposalsErr)
	return template.Answer("Operations", Page{
		Notice: v.Notice("What happened could not be read", failed),
		Stages: newStages(r.proposals.Items),
		Line:   newLine(v, from, r),
	}), nil
}
