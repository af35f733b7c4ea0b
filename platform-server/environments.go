package server

import (
	"net/http"

	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/store"
)

// environments answers with a page of the list of environments.
func (a *api) environments(r *http.Request) (answer, error) {
	q := readQuery(r)
	page := q.page()
	filter := store.EnvironmentFilter{
		Environment: q.choice(request.EnvironmentField, request.Environments()...),
		Owner:       q.text(request.OwnerField),
		Region:      q.field(request.RegionField),
		CostCentre:  q.field(request.CostCentreField),
		Search:      q.search(),
		EndsBefore:  read(q, "ends_before", request.ParseDate),
		Overlapping: q.choice("overlapping", "true", "false") == "true",
	}
	if err := q.faults(); err != nil {
		return answer{}, err
	}
	found, err := a.service.Environments(r.Context(), filter, page)
	if err != nil {
		return answer{}, err
	}
	return summaries(a, r, found)
}

// freeRange answers with the lowest free range of a pool.
func (a *api) freeRange(r *http.Request) (answer, error) {
	q := readQuery(r)
	pool, length := read(q, "pool", portfolio.ParsePool), read(q, "length", portfolio.ParseLength)
	for _, name := range []string{"pool", "length"} {
		if !q.values.Has(name) {
			q.fault(name, problem.FaultMissing, "is missing; write pool=10.0.0.0/8&length=22")
		}
	}
	if err := q.faults(); err != nil {
		return answer{}, err
	}
	found, err := a.service.FreeRange(r.Context(), pool, length)
	if err != nil {
		return answer{}, err
	}
	return encode(found)
}
