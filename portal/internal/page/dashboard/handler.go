package dashboard

import (
	"cmp"
	"sync"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/shell"
)

// shown is the number of requests that the dashboard lists.
const shown = 10

// readings are the answers of the API, each with its own failure: one that
// cannot be read leaves the others standing.
type readings struct {
	figures     api.Figures
	figuresErr  error
	requests    api.List[request.Record]
	requestsErr error
}

func read(v *shell.Visit) readings {
	var r readings
	var calls sync.WaitGroup
	calls.Go(func() { r.figures, r.figuresErr = v.API.Figures(v.Context()) })
	calls.Go(func() {
		r.requests, r.requestsErr = v.API.Requests(v.Context(), api.Selection{Order: api.Newest, Limit: shown})
	})
	calls.Wait()
	return r
}

func show(v *shell.Visit) (shell.Answer, error) {
	r := read(v)
	failed := cmp.Or(v.Installation.Fault, r.figuresErr, r.requestsErr)
	return template.Answer("Dashboard", Page{
		Installation: newInstallation(v.Installation),
		Notice:       v.Notice("The dashboard could not read everything", failed),
		Figures:      newFigures(v, r),
		Requests:     newRequests(v, r),
	}), nil
}
