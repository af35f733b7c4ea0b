package dashboard

import (
	"cmp"
	"sync"

	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/shell"
)

// shown is the number of newest requests on the dashboard. most is the maximum number of requests
// read for each need.
const (
	shown = 8
	most  = 1000
)

// readings are the API's answers, each with its own error: if one cannot be read, the page still
// shows the others.
type readings struct {
	figures     api.Figures
	figuresErr  error
	requests    wire.List[api.Summary]
	requestsErr error
	// needs are the requests for each reason, in the order of [listing.NeedNames].
	needs    []wire.List[api.Summary]
	needsErr error
	rules    wire.Policies
}

func read(v *shell.Visit) readings {
	names := listing.NeedNames()
	r := readings{needs: make([]wire.List[api.Summary], len(names))}
	failures := make([]error, len(names))
	var calls sync.WaitGroup
	calls.Go(func() { r.figures, r.figuresErr = v.API.Figures(v.Context()) })
	calls.Go(func() { r.requests, r.requestsErr = v.API.Summaries(v.Context(), api.Selection{Limit: shown}) })
	calls.Go(func() { r.rules, _ = v.API.Policies(v.Context()) })
	for i, need := range names {
		calls.Go(func() {
			r.needs[i], failures[i] = v.API.Summaries(v.Context(), api.Selection{Needs: need, Limit: most})
		})
	}
	calls.Wait()
	r.needsErr = cmp.Or(failures...)
	return r
}

func show(v *shell.Visit) (shell.Answer, error) {
	r := read(v)
	failed := cmp.Or(v.Installation.Fault, r.figuresErr, r.requestsErr, r.needsErr)
	return template.Answer("Dashboard", Page{
		Installation: newInstallation(v.Installation),
		Notice:       v.Notice("The dashboard could not read everything", failed),
		Figures:      newFigures(v, r),
		Attention:    newAttention(v, r),
		Rules:        newRules(r),
		Requests:     newRequests(v, r),
	}), nil
}
