package service

import (
	"context"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
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

// Fixes returns the ways from a denied record to acceptance, so many at most, and
// where several are wanted what was searched; nothing for an accepted one.
func (s *Service) Fixes(ctx context.Context, denied *Evaluated, most int) (Fixes, error) {
	if denied.Decision != request.Denied {
		return Fixes{}, nil
	}
	budget := policy.NewBudget(ctx, policy.RequestSteps)
	p := s.fixable(denied, budget)
	p.Most, p.Listed = most, most > 1
	found, err := space.Search(ctx, p)
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
	for _, r := range e.in.rules() {
		if r.ID == o.PolicyID {
			o.Expected, o.Remediation = r.Expected, r.Remediation
		}
	}
	return o
}

// fixable returns the problem of finding a fix for a denied record, within a budget.
func (s *Service) fixable(denied *Evaluated, budget *policy.Budget) space.Problem {
	in := denied.in
	checks := in.policies.Checks()
	return space.Problem{
		Request: denied.Request, Conditions: in.conditions(), Budget: budget,
		Over: func(r request.Request, e request.Estimate) func(int, space.Fields) (request.Value, bool) {
			candidate := policy.NewCandidate(policy.Input{Request: r, Profile: in.Profile, Estimate: e, Date: denied.EvaluatedOn, Budget: budget})
			return func(i int, open space.Fields) (request.Value, bool) {
				return checks[i].DeniesAny(candidate, open.Names())
			}
		},
		Values: func(field string) []request.Value {
			w := space.Material{
				Request: denied.Request, Regions: in.regions(), Literals: in.literals(field), Named: in.ranges(), On: denied.EvaluatedOn,
			}
			for _, v := range denied.Violations {
				if v.Field == field && !v.Suggestion.IsZero() {
					w.Suggested = append(w.Suggested, v.Suggestion)
				}
			}
			return space.Values(field, w)
		},
		Turns: func(r request.Request, e request.Estimate, field string) (turns []int64, step int64) {
			candidate := policy.NewCandidate(policy.Input{Request: r, Profile: in.Profile, Estimate: e, Date: denied.EvaluatedOn, Budget: budget})
			step = 1
			for _, scale := range in.scales(field) {
				turns, step = append(turns, scale.Turns(candidate)...), max(step, scale.Step)
			}
			return turns, step
		},
		Covered: func(i int) bool {
			if i < len(checks) {
				return in.covered(checks[i], denied.EvaluatedOn)
			}
			at := slices.IndexFunc(in.status.Description.Rules, func(r adapter.Rule) bool { return r.ID == in.conditions()[i].ID })
			return allFew(in.status.Description.Rules[at].Reads)
		},
		Kept:          []string{request.RegionField},
		Facts:         space.AllFields.Facts(),
		EstimateReads: space.FieldsNamed(in.status.Description.EstimateReads...),
		Answer:        newAnswer(denied.Violations, denied.Estimate),
		Size:          in.sizes.of,
		Ask: func(ctx context.Context, list []request.Request) ([]space.Answer, error) {
			return s.askAll(ctx, in, list)
		},
	}
}

// conditions returns the rules that may deny a request, the platform's, as Checks of
// the policies has them, before the adapter's.
func (in *installed) conditions() []space.Condition {
	in.conditionsOnce.Do(func() {
		for _, c := range in.policies.Checks() {
			in.conditionList = append(in.conditionList, space.Condition{
				ID: c.ID(), Field: c.Field(), Reads: space.Reads(c), Sized: c.ReadsEstimate(),
				Given: space.FieldsNamed(c.ExceptedBy()...).Personal(), // an exception is for the application that has it
				Asks:  space.FieldsNamed(c.AsksFor()...).Personal(),
			})
		}
		for _, r := range in.status.Description.Rules {
			if r.Level == profile.Mandatory {
				in.conditionList = append(in.conditionList, space.Condition{
					ID: r.ID, Field: r.Field, Reads: space.FieldsNamed(r.Reads...), Native: true, Asks: space.FieldsNamed(r.Field).Personal(),
				})
			}
		}
	})
	return in.conditionList
}

// covered reports whether a rule compares fields with constants only, so that each way in which
// it may come out has a value that is tried. A field that is left to a person may have any value.
func (in *installed) covered(c policy.Check, on request.Date) bool {
	names, whole := c.Reads()
	if whole || space.FieldsNamed(names...).Personal()&^space.FieldsNamed(c.AsksFor()...) != 0 {
		return false
	}
	_, others := c.Comparisons(policy.Input{Profile: in.Profile, Date: on}, func(name string) bool {
		return few(name) || name == policy.ByEstimate && allFew(in.status.Description.EstimateReads)
	})
	return len(others) == 0
}

// allFew reports whether each value of some fields is tried; not where they are not known.
func allFew(names []string) bool {
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return !few(name) })
}

// few reports whether each value of what has the name is tried.
func few(name string) bool {
	f, ok := request.FieldNamed(name)
	return name == request.ControlsField || ok && (f.Values != nil || f.Kind == request.FlagValue || f.Name == request.RegionField)
}

// literals returns what is written in the rules that read a field.
func (in *installed) literals(field string) []request.Value {
	in.literalsOnce.Do(func() {
		in.literalsOf, in.scalesOf = map[string][]request.Value{}, map[string][]policy.Scale{}
		for _, f := range request.Fields() {
			in.literalsOf[f.Name] = in.policies.Literals(f.Name)
			if f.Kind == request.NumberValue {
				for _, c := range in.policies.Checks() {
					in.scalesOf[f.Name] = append(in.scalesOf[f.Name], c.Scale(f.Name))
				}
			}
		}
	})
	return in.literalsOf[field]
}

// scales returns how the rules measure a field.
func (in *installed) scales(field string) []policy.Scale {
	in.literals(field) // which makes them
	return in.scalesOf[field]
}

// regions returns the allowed regions, those that rules compare with, and one more.
func (in *installed) regions() []string {
	list := slices.Clone(in.Profile.AllowedRegions)
	for _, c := range in.policies.Checks() {
		list = append(list, c.Regions()...)
	}
	for _, r := range in.status.Description.Regions {
		if !slices.Contains(list, r.Name) {
			return append(list, r.Name)
		}
	}
	return list
}

// ranges returns the network ranges that the profile names.
func (in *installed) ranges() (list []netip.Prefix) {
	for _, name := range slices.Sorted(maps.Keys(in.Profile.Settings)) {
		for _, text := range strings.FieldsFunc(in.Profile.Settings[name], func(c rune) bool { return c == ',' || c == ' ' }) {
			if p, err := netip.ParsePrefix(text); err == nil && p.Addr().Is4() {
				list = append(list, p.Masked())
			}
		}
	}
	return list
}

// maxAtOnce is how many requests a search asks about at once: there may be other
// searches, and each answer takes memory.
const maxAtOnce = 3

// askAll returns the adapter's answers to requests, in their order. It asks about several
// at once.
func (s *Service) askAll(ctx context.Context, in *installed, list []request.Request) ([]space.Answer, error) {
	answers, faults := make([]space.Answer, len(list)), make([]error, len(list))
	ask := func(i int) {
		native, err := s.ask(ctx, in, comparing(list[i], in.Profile))
		answers[i], faults[i] = newAnswer(native.Violations, native.Estimate), err
	}
	var asking sync.WaitGroup
	free := make(chan struct{}, maxAtOnce)
	for i := range list[1:] {
		free <- struct{}{}
		asking.Go(func() {
			defer func() { <-free }()
			ask(i + 1)
		})
	}
	ask(0)
	asking.Wait()
	for _, err := range faults {
		if err != nil {
			return nil, err
		}
	}
	for i, a := range answers {
		in.sizes.learn(list[i], a.Estimate)
	}
	return answers, nil
}

// sizes are the estimates of an installation's requests, by what the estimate reads:
// some hundred at most, as these are size, stage and region. An adapter that reads more
// than it declares is found out by the answer to the request that a fix leads to.
type sizes struct {
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
func (s *sizes) key(r request.Request) (key [maxSizeFields]request.Value, ok bool) {
	if len(s.reads) == 0 || len(s.reads) > maxSizeFields {
		return key, false
	}
	for i, name := range s.reads {
		key[i] = r.Value(name)
	}
	return key, true
}

func (s *sizes) of(r request.Request) (request.Estimate, bool) {
	key, ok := s.key(r)
	if !ok {
		return request.Estimate{}, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	known, is := s.known[key]
	return known, is
}

func (s *sizes) learn(r request.Request, e request.Estimate) {
	key, ok := s.key(r)
	if !ok || len(e.Items) == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil {
		s.known = map[[maxSizeFields]request.Value]request.Estimate{}
	}
	if len(s.known) < maxSizes {
		s.known[key] = e
	}
}

// newAnswer keeps what a search looks at, and nothing of the adapter's own answer, which
// may be a hundred times as large.
func newAnswer(violations []request.Violation, estimate request.Estimate) space.Answer {
	a := space.Answer{Denies: map[string]request.Value{}, Estimate: request.Estimate{
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
