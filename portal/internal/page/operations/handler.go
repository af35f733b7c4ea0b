package operations

import (
	"cmp"
	"sync"

	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/shell"
)

// limit is the number of proposals on one page of the list.
const limit = 50

// readings are the answers of the API, each with its own failure.
type readings struct {
	part       listing.Part
	list       api.List[api.Listed]
	listErr    error
	figures    api.Figures
	figuresErr error
}

func read(v *shell.Visit) readings {
	r := readings{part: listing.PartOf(v.URL.Query(), "proposal")}
	var calls sync.WaitGroup
	calls.Go(func() { r.list, r.listErr = v.API.Proposals(v.Context(), r.part.After, limit) })
	calls.Go(func() { r.figures, r.figuresErr = v.API.Figures(v.Context()) })
	calls.Wait()
	r.part.Rows, r.part.More = len(r.list.Items), r.list.Next != ""
	if r.figuresErr == nil {
		r.part.All = r.figures.Proposals
	}
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
