package space

import (
	"context"
	"strings"
	"sync"

	"platform.internal/platform-core/request"
)

// Answer is what the adapter says of a request: the rules that deny it, by ID, with
// what they suggest, and the estimate.
type Answer struct {
	Denies   map[string]request.Value
	Estimate request.Estimate
}

// NewAnswer keeps what a search looks at, and nothing of the adapter's own answer, which
// may be a hundred times as large.
func NewAnswer(violations []request.Violation, estimate request.Estimate) Answer {
	a := Answer{Denies: map[string]request.Value{}, Estimate: request.Estimate{
		Currency: strings.Clone(estimate.Currency), KnownTotal: estimate.KnownTotal, MonthlyTotal: estimate.MonthlyTotal,
	}}
	for _, v := range violations {
		if v.Source == request.SourceProvider {
			v.Suggestion.Text = strings.Clone(v.Suggestion.Text)
			a.Denies[strings.Clone(v.PolicyID)] = v.Suggestion
		}
	}
	for i, item := range estimate.Items { // all that matters of the others is that there is one
		if i == 0 || item.Counted() && !item.MonthlyCost.Known {
			a.Estimate.Items = append(a.Estimate.Items, request.EstimateItem{Basis: item.Basis, MonthlyCost: item.MonthlyCost})
		}
	}
	return a
}

// ask asks the adapter, and remembers the estimates in its answers.
func (i Decider) ask(ctx context.Context, list []request.Request) ([]Answer, error) {
	answers, err := i.Ask(ctx, list)
	if err != nil {
		return nil, err
	}
	for n, a := range answers {
		i.estimates.learn(list[n], a.Estimate)
	}
	return answers, nil
}

// knownEstimates are those of an installation's requests, by what the estimate reads:
// some hundred at most, as these are size, stage and region. An adapter that reads more
// than it declares is found out by the answer to the request that a fix leads to.
type knownEstimates struct {
	reads []string
	mu    sync.Mutex
	known map[[maxSizeFields]request.Value]request.Estimate
}

const (
	maxSizeFields = 4
	maxSizes      = 2000
)

// key returns what the estimate reads of a request; not ok where it reads too much to
// be remembered.
func (k *knownEstimates) key(r request.Request) (key [maxSizeFields]request.Value, ok bool) {
	if len(k.reads) == 0 || len(k.reads) > maxSizeFields {
		return key, false
	}
	for i, name := range k.reads {
		key[i] = r.Value(name)
	}
	return key, true
}

// of returns the estimate of requests that have the same in what the estimate reads, where one of
// them was asked about before.
func (k *knownEstimates) of(r request.Request) (request.Estimate, bool) {
	key, ok := k.key(r)
	if !ok {
		return request.Estimate{}, false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	e, ok := k.known[key]
	return e, ok
}

func (k *knownEstimates) learn(r request.Request, e request.Estimate) {
	key, ok := k.key(r)
	if !ok || len(e.Items) == 0 {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.known == nil {
		k.known = map[[maxSizeFields]request.Value]request.Estimate{}
	}
	if len(k.known) < maxSizes {
		k.known[key] = e
	}
}
