package form

import (
	"context"
	"sync"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/amount"
	"platform.internal/portal/internal/api"
)

// Costs are what values of the form's fields cost, in words, by field and value.
type Costs map[string]map[string]string

// size and environment are what an estimate depends on and people choose by.
const (
	size        = request.SizeField
	environment = request.EnvironmentField
)

// AskCosts asks the API what each cluster size costs in the chosen environment, and each
// environment with the chosen size. Where one is not chosen yet its first value counts,
// and the words say so. What the API has no estimate of is left out.
func AskCosts(ctx context.Context, client *api.Client, values Values) Costs {
	costs := Costs{size: {}, environment: {}}
	var kept sync.Mutex
	var asked sync.WaitGroup
	keep := func(field, value, words string) {
		kept.Lock()
		defer kept.Unlock()
		costs[field][value] = words
	}
	ask := func(field, other, preposition string) {
		with, assumed := values, ""
		if values[other] == "" {
			first := valuesOf(other)[0]
			with, assumed = values.having(other, first), " "+preposition+" "+first
		}
		for _, value := range valuesOf(field) {
			asked.Go(func() {
				if e, known := estimated(ctx, client, with.having(field, value)); known {
					keep(field, value, amount.Monthly(e)+assumed)
				}
			})
		}
	}
	ask(size, environment, "in")
	ask(environment, size, "with size")
	asked.Wait()
	return costs
}

// valuesOf returns the values that a field of a request may have.
func valuesOf(field string) []string {
	f, _ := request.FieldNamed(field)
	return f.Values
}

// estimated returns what a request of the values costs, and whether that is known. The
// application is left out: the API searches no fix of a request that is not complete.
func estimated(ctx context.Context, client *api.Client, values Values) (request.Estimate, bool) {
	document, err := values.having(request.ApplicationField, "").Document()
	if err != nil {
		return request.Estimate{}, false
	}
	e, err := client.EvaluatePartial(ctx, document)
	if err != nil || e.Estimate == nil || !e.Estimate.KnownTotal.Known {
		return request.Estimate{}, false
	}
	return *e.Estimate, true
}
