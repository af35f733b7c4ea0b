// Package operations is the page with the time line of requests and proposals. It also shows the
// stages that follow a proposal: each is guarded, and this service executes none of them.
package operations

import (
	"cmp"
	_ "embed"
	"errors"
	"slices"
	"sync"

	"platform.internal/platform-core/problem"
	core "platform.internal/platform-core/proposal"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// page is the input of the template.
type page struct {
	// Notice says what could not be read; nil if everything was read.
	Notice *shell.ErrorPage
	// Line is nil if it could not be read.
	Line *line
	// Stages are the stages that follow a proposal.
	Stages []core.Stage
}

//go:embed operations.html
var source string

var template = parts.Parse[page](source)

const path = "/operations"

// New returns the page as a [shell.Page].
func New() shell.Page {
	return shell.Page{Name: "Operations", Path: path, Icon: "stages", Routes: shell.Routes{"GET " + path: show}}
}

// limit is the maximum number of events on one part of the time line.
const limit = 50

func show(v *shell.Visit) (shell.Answer, error) {
	from := cursorOf(v.URL.Query())
	var requests wire.List[api.Summary]
	var proposals wire.List[api.Listed]
	var requestsErr, proposalsErr error
	var calls sync.WaitGroup
	calls.Go(func() {
		requests, requestsErr = v.API.Summaries(v.Context(), api.Selection{After: from.request.after, Limit: limit})
	})
	calls.Go(func() { proposals, proposalsErr = v.API.Proposals(v.Context(), from.proposal.after, limit) })
	calls.Wait()
	if nowhere(requestsErr) || nowhere(proposalsErr) {
		return nil, errNowhere
	}
	failed := cmp.Or(requestsErr, proposalsErr)
	p := page{
		Notice: v.Notice("The activity could not be read", cmp.Or(v.Installation.Fault, failed)),
		Stages: stages(proposals.Items),
	}
	if failed == nil {
		p.Line = newLine(from, requests, proposals)
	}
	return template.Answer("Operations", p), nil
}

// nowhere reports whether a part starts after an entry that is not stored. This can happen after a
// restart of the platform.
func nowhere(err error) bool {
	var p *problem.Problem
	return errors.As(err, &p) && p.Code == problem.InvalidRequest
}

var errNowhere = &shell.ErrorPage{
	Code: problem.InvalidRequest, Heading: "No part of the time line begins here",
	Reason: "The platform does not know what this address begins after. A restart loses what it had.",
	Next:   "Begin with the newest.", Link: shell.Link{Path: path, Text: "Newest"},
}

// stages returns the guarded stages of the listed proposals.
func stages(listed []api.Listed) []core.Stage {
	if i := slices.IndexFunc(listed, func(p api.Listed) bool { return !p.Unreadable }); i >= 0 {
		return listed[i].GuardedStages
	}
	return core.GuardedStages()
}
