package space

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
)

// Answer is an adapter's answer to a request, as far as a search uses it.
type Answer struct {
	// Denies has the suggestions of the adapter's rules that deny the request, by the rule's ID.
	Denies   map[string]request.Value
	Estimate request.Estimate
}

// NewAnswer copies what a search uses from the violations and the estimate of an adapter. The adapter's own
// answer may be a hundred times as large.
func NewAnswer(violations []request.Violation, estimate request.Estimate) Answer {
	a := Answer{Denies: map[string]request.Value{}, Estimate: request.Estimate{
		Currency: strings.Clone(estimate.Currency), KnownTotal: estimate.KnownTotal, MonthlyTotal: estimate.MonthlyTotal,
		HighestTotal: estimate.HighestTotal,
	}}
	for _, v := range violations {
		if v.Source == request.SourceProvider {
			v.Suggestion.Text = strings.Clone(v.Suggestion.Text)
			a.Denies[strings.Clone(v.PolicyID)] = v.Suggestion
		}
	}
	for i, item := range estimate.Items { // a search asks only whether there are items, and which have no price
		if i == 0 || item.Counted() && !item.MonthlyCost.Known {
			a.Estimate.Items = append(a.Estimate.Items, request.EstimateItem{Basis: item.Basis, MonthlyCost: item.MonthlyCost})
		}
	}
	return a
}

// askAndRemember asks the adapter, and remembers the estimates in its answers for other searches.
func (d Decider) askAndRemember(ctx context.Context, list []request.Request) ([]Answer, error) {
	answers, err := d.Ask(ctx, list)
	if err != nil {
		return nil, err
	}
	for n, a := range answers {
		d.estimates.put(list[n], a.Estimate)
	}
	return answers, nil
}

// knownEstimates are the estimates of an adapter, by the values of the fields that the estimate reads. If the
// adapter reads more fields than it declares, the answer to the request of a fix shows that.
type knownEstimates struct {
	reads Fields
	mu    sync.Mutex
	known map[request.Request]request.Estimate
}

const maxKnownEstimates = 2000

// key returns a request that has only the values that the estimate reads.
func (k *knownEstimates) key(r request.Request) (key request.Request) {
	for f := range k.reads.all {
		requestFields[f].Assign(&key, requestFields[f].Get(&r))
	}
	return key
}

func (k *knownEstimates) get(r request.Request) (request.Estimate, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	e, ok := k.known[k.key(r)]
	return e, ok
}

func (k *knownEstimates) put(r request.Request, e request.Estimate) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.known == nil {
		k.known = map[request.Request]request.Estimate{}
	}
	if k.reads != 0 && len(e.Items) > 0 && len(k.known) < maxKnownEstimates {
		k.known[k.key(r)] = e
	}
}

// ask answers a search for goals. An answer has one estimate, but each decider makes its own: the answer has
// the number of these estimates as its total, see ownEstimate.
func (s *Space) ask(ctx context.Context, goals []Goal, list []request.Request) ([]Answer, error) {
	if err := s.askAll(ctx, list); err != nil {
		return nil, err
	}
	answers := make([]Answer, len(list))
	for n, r := range list {
		own := s.answers[r]
		answers[n] = Answer{Denies: map[string]request.Value{}, Estimate: s.numbered(own)}
		for i, g := range goals {
			if _, ok := s.deciders[g.Decider].compiled(g.ID); ok {
				continue
			}
			if _, denies := own[g.Decider].Denies[g.ID]; s.misses(g, denies) {
				answers[n].Denies[strconv.Itoa(i)] = request.Value{}
			}
		}
	}
	return answers, nil
}

// askAll asks the adapters about those requests that they were not asked about before.
func (s *Space) askAll(ctx context.Context, list []request.Request) error {
	asked := map[request.Request]bool{}
	list = filter(list, func(r request.Request) bool {
		repeated := asked[r]
		asked[r] = true
		return s.answers[r] == nil && !repeated
	})
	if len(list) == 0 {
		return nil
	}
	all := make([][]Answer, len(s.deciders))
	for n, d := range s.deciders {
		if n > 0 && d.HasSameAdapter(s.deciders[0].Rules) {
			all[n] = all[0]
			continue
		}
		answers, err := d.askAndRemember(ctx, list)
		if err != nil {
			return err
		}
		all[n] = answers
		s.Asked += len(list)
	}
	for i, r := range list {
		for n := range s.deciders {
			s.answers[r] = append(s.answers[r], all[n][i])
		}
	}
	return nil
}

// answer returns the answer of a decider's adapter to a request.
func (s *Space) answer(ctx context.Context, decider int, r request.Request) (Answer, error) {
	if err := s.askAll(ctx, []request.Request{r}); err != nil {
		return Answer{}, err
	}
	return s.answers[r][decider], nil
}

// numbered returns an estimate with a number as its known total. Equal estimates of the deciders have equal
// numbers.
func (s *Space) numbered(answers []Answer) (e request.Estimate) {
	var key []byte
	var own []request.Estimate
	e.Items = []request.EstimateItem{{}}
	for _, a := range answers {
		own = append(own, a.Estimate)
		if len(a.Estimate.Items) == 0 {
			e.Items = nil
		}
		key = fmt.Appendln(key, len(a.Estimate.Items) > 0, a.Estimate.BudgetTotal(), a.Estimate.MonthlyTotal)
	}
	number, ok := s.numbers[string(key)]
	if !ok {
		number = len(s.estimates)
		s.numbers[string(key)] = number
		s.estimates = append(s.estimates, own)
	}
	e.KnownTotal = request.Cents(int64(number))
	return e
}

// ownEstimate returns a decider's estimate for a numbered estimate; none without a number.
func (s *Space) ownEstimate(numbered request.Estimate, decider int) request.Estimate {
	if !numbered.KnownTotal.Known {
		return request.Estimate{}
	}
	return s.estimates[numbered.KnownTotal.Cents][decider]
}

// askAllEstimates asks for every estimate, if it depends only on enumerable fields.
func (s *Space) askAllEstimates(ctx context.Context, near request.Request) error {
	if s.estimatesAsked || !s.isEnumerable(policy.ByEstimate) {
		return nil
	}
	s.estimatesAsked = true
	var reads Fields
	for _, d := range s.deciders {
		reads |= d.estimates.reads
	}
	list := []request.Request{near}
	for f := range reads.all {
		var next []request.Request
		for _, r := range list {
			values, _ := s.representatives(&requestFields[f], near)
			for _, v := range values {
				if changed, err := r.With(requestFields[f].Name, v); err == nil {
					next = append(next, changed)
				}
			}
		}
		list = next
	}
	if err := s.askAll(ctx, list); err != nil {
		return err
	}
	for _, r := range list {
		for _, a := range s.answers[r] {
			if total := a.Estimate.BudgetTotal(); total.Known {
				s.dollars = append(s.dollars, total.Dollars())
			}
		}
	}
	slices.Sort(s.dollars)
	s.dollars = slices.Compact(s.dollars)
	return nil
}
