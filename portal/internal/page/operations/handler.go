package operations

import (
	"cmp"
	"sync"

	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/shell"
)

// limit is the number of proposals on one page of the list. The API sends each
// with its artifacts, some 100 KB.
const limit = 50

// readings are the answers of the API, each with its own failure.
type readings struct {
	after      string
	list       api.List[api.Listed]
	listErr    error
	figures    api.Figures
	figuresErr error
}

func read(v *shell.Visit) readings {
	r := readings{after: v.URL.Query().Get("after")}
	var calls sync.WaitGroup
	calls.Go(func() { r.list, r.listErr = v.API.Proposals(v.Context(), r.after, limit) })
	calls.Go(func() { r.figures, r.figuresErr = v.API.Figures(v.Context()) })
	calls.Wait()
	return r
}

func show(v *shell.Visit) (shell.Answer, error) {
	r := read(v)
	failed := cmp.Or(v.Installation.Fault, r.listErr)
	return template.Answer("Operations", Page{
		Notice:    v.Notice("The proposals could not be read", failed),
		Stages:    newStages(r.list.Items),
		Proposals: newProposals(v, r),
	}), nil
}
