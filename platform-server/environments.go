package server

import (
	"cmp"
	"fmt"
	"net/http"
	"net/netip"
	"strconv"

	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
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
		Overlapping: q.choice("overlapping", "true", "false"),
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

// endingEnvironments answers with the environments that end first.
func (a *api) endingEnvironments(r *http.Request) (answer, error) {
	q := readQuery(r)
	days, limit := read(q, "days", parseDays), q.limit()
	if err := q.faults(); err != nil {
		return answer{}, err
	}
	found, err := a.service.EndingEnvironments(
		r.Context(), cmp.Or(days, defaultDays), cmp.Or(limit, service.MaxEnding))
	if err != nil {
		return answer{}, err
	}
	return summaries(a, r, found)
}

// The days of the environments that end soon.
const (
	defaultDays = 42
	maxDays     = 366
)

func parseDays(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxDays {
		return n, fmt.Errorf("must be a number of days from 1 to %d", maxDays)
	}
	return n, nil
}

// environmentTotals answers with the costs of all environments.
func (a *api) environmentTotals(r *http.Request) (answer, error) {
	if err := readQuery(r).faults(); err != nil {
		return answer{}, err
	}
	return answered(a.service.EnvironmentTotals(r.Context()))
}

// freeRange answers with the lowest free range of a pool.
func (a *api) freeRange(r *http.Request) (answer, error) {
	pool, length, err := poolAndLength(r)
	if err != nil {
		return answer{}, err
	}
	return answered(a.service.FreeRange(r.Context(), pool, length))
}

// acceptedRanges answers with the lowest free ranges of a pool that policy accepts.
func (a *api) acceptedRanges(r *http.Request) (answer, error) {
	pool, length, err := poolAndLength(r)
	if err != nil {
		return answer{}, err
	}
	return answered(a.service.AcceptedRanges(r.Context(), pool, length))
}

func poolAndLength(r *http.Request) (pool netip.Prefix, length int, err error) {
	q := readQuery(r)
	pool, length = read(q, "pool", portfolio.ParsePool), read(q, "length", portfolio.ParseLength)
	for _, name := range []string{"pool", "length"} {
		if !q.values.Has(name) {
			q.fault(name, problem.FaultMissing, "is missing; write pool=10.0.0.0/8&length=22")
		}
	}
	return pool, length, q.faults()
}

// answered returns the answer with a document, or the error.
func answered[T any](document T, err error) (answer, error) {
	if err != nil {
		return answer{}, err
	}
	return encode(document)
}
