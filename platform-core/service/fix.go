package service

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/space"
)

// Fixes are the ways to acceptance of a denied request; all is absent for an accepted
// one.
type Fixes struct {
	// Fix are the changes of the first of Alternatives; absent where there is none, or
	// where it leaves a field to a person, or a fact to confirm.
	Fix []request.Change `json:"fix,omitempty"`
	// Alternatives are as short as each other, the cheapest first; absent where no value
	// that was tried is accepted.
	Alternatives []Alternative `json:"alternatives,omitempty"`
	// Searched are the values over which the alternatives are least.
	Searched []space.Searched `json:"searched,omitempty"`
	// Bounded is set where the search ended at its limit: there may be a shorter fix.
	Bounded bool `json:"bounded,omitempty"`
	// Contradicting are the IDs of rules that no request satisfies together, where that is proven.
	Contradicting []string `json:"contradicting,omitempty"`
	// Nearest is the request that breaks the fewest rules; only where there are no alternatives.
	Nearest *Nearest `json:"nearest,omitempty"`
}

// Nearest is the request that comes nearest to acceptance.
type Nearest struct {
	Request request.Request  `json:"request"`
	Changes []request.Change `json:"changes"`
	// Violations are the rules that it breaks, and what each expects.
	Violations []Expected `json:"violations"`
}

// Expected is what a rule that a request breaks expects of a field.
type Expected struct {
	PolicyID string `json:"policy_id"`
	Field    string `json:"field"`
	Expected string `json:"expected"`
}

// Alternative is one way to acceptance.
type Alternative struct {
	Changes []request.Change `json:"changes"`
	// Open are fields whose value a person has to choose besides, once for each rule that
	// asks for another one: the value has to satisfy all of these.
	Open []OpenField `json:"open,omitempty"`
	// Confirm are facts that a person would have to declare otherwise, all of them together.
	// Changes and Request have none of them.
	Confirm []ConfirmedField `json:"confirm,omitempty"`
	// Estimate is that of the request with the changes, and with the first value of each
	// fact to confirm.
	Estimate Cost `json:"estimate"`
	// Request has the changes.
	Request request.Request `json:"request"`
}

// ConfirmedField is a fact, and values of it that policy accepts with the changes, together
// with each of the values of the other facts.
type ConfirmedField struct {
	Field  string          `json:"field"`
	Values []request.Value `json:"values"`
}

// OpenField is a field whose value a person has to choose, and a rule that asks for
// another one.
type OpenField struct {
	Field       string `json:"field"`
	PolicyID    string `json:"policy_id"`
	Expected    string `json:"expected"`
	Remediation string `json:"remediation,omitempty"`
}

// Cost is what an estimate comes to.
type Cost struct {
	Currency     string        `json:"currency"`
	KnownTotal   request.Money `json:"known_total"`
	MonthlyTotal request.Money `json:"monthly_total"`
}

// CostOf returns what an estimate comes to.
func CostOf(e request.Estimate) Cost { return Cost{e.Currency, e.KnownTotal, e.MonthlyTotal} }

// MaxAlternatives is how many alternatives an Evaluation has at most.
const MaxAlternatives = 3

// fixes returns the ways from a denied record to acceptance, so many at most, and
// where several are wanted what was searched; nothing for an accepted one.
func (s *Service) fixes(ctx context.Context, denied *Evaluated, most int) (Fixes, error) {
	if denied.Decision != request.Denied {
		return Fixes{}, nil
	}
	budget := policy.NewBudget(ctx, policy.RequestSteps)
	found, err := s.explorable(denied.in, denied.EvaluatedOn).Fix(ctx, denied.Record, most, budget)
	if err != nil {
		return Fixes{}, err
	}
	fixes := Fixes{Searched: found.Searched, Bounded: found.Bounded, Contradicting: found.Contradicting}
	for _, way := range found.Fixes {
		a, err := s.alternative(ctx, denied, way, budget)
		if err != nil {
			return Fixes{}, err
		}
		fixes.Alternatives = append(fixes.Alternatives, a)
	}
	if found.Nearest != nil {
		if fixes.Nearest, err = s.nearest(ctx, denied, *found.Nearest, budget); err != nil {
			return Fixes{}, err
		}
	}
	if len(fixes.Alternatives) > 0 && len(fixes.Alternatives[0].Open) == 0 && len(fixes.Alternatives[0].Confirm) == 0 {
		fixes.Fix = fixes.Alternatives[0].Changes
	}
	return fixes, nil
}

// nearest returns a request that comes nearest to acceptance as an answer has it.
func (s *Service) nearest(ctx context.Context, denied *Evaluated, way space.Fix, budget *policy.Budget) (*Nearest, error) {
	e, err := s.judged(ctx, denied, way.Request, budget)
	if err != nil {
		return nil, err
	}
	n := &Nearest{Request: way.Request, Changes: append([]request.Change{}, way.Changes...)}
	for _, v := range e.Violations {
		n.Violations = append(n.Violations, Expected{v.PolicyID, v.Field, v.Expected})
	}
	return n, nil
}

// judged returns what the installation of a denied record says of another request on its day.
func (s *Service) judged(ctx context.Context, denied *Evaluated, r request.Request, budget *policy.Budget) (*Evaluated, error) {
	input := comparing(r, denied.in.Profile)
	native, err := s.ask(ctx, denied.in, input)
	if err != nil {
		return nil, err
	}
	return decided(ctx, denied.in, input, native, denied.EvaluatedOn, budget)
}

// open returns what a person who chooses a value has to know.
func (e *Evaluated) open(field space.Open) OpenField {
	o := OpenField{Field: field.Field, PolicyID: field.PolicyID}
	for _, v := range e.Violations {
		if v.PolicyID == o.PolicyID {
			o.Expected, o.Remediation = v.Expected, v.Remediation
			return o
		}
	}
	for _, r := range e.in.rules.Sourced() {
		if r.ID == o.PolicyID {
			o.Expected, o.Remediation = r.Expected, r.Remediation
		}
	}
	return o
}

// maxAtOnce is how many requests a search asks about at once: there may be other
// searches, and each answer takes memory.
const maxAtOnce = 3

// askAll returns the adapter's answers to requests, in their order. It asks about several
// at once.
func (s *Service) askAll(ctx context.Context, in *installed, list []request.Request) ([]space.Answer, error) {
	answers := make([]space.Answer, len(list))
	err := inParallel(len(list), func(i int) error {
		native, err := s.ask(ctx, in, comparing(list[i], in.Profile))
		answers[i] = space.NewAnswer(native.Violations, native.Estimate)
		return err
	})
	return answers, err
}

// inParallel calls a function with the numbers from 0 to n, maxAtOnce at once, until a call fails. It
// returns the error of the lowest number.
func inParallel(n int, call func(int) error) error {
	errs := make([]error, n)
	var calls sync.WaitGroup
	var failed atomic.Bool
	free := make(chan struct{}, maxAtOnce)
	for i := range n {
		free <- struct{}{}
		if failed.Load() {
			break
		}
		calls.Go(func() {
			defer func() { <-free }()
			if errs[i] = call(i); errs[i] != nil {
				failed.Store(true)
			}
		})
	}
	calls.Wait()
	return cmp.Or(errs...)
}
