package service

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// maxFixSteps bounds the search for a fix. A request has sixteen fields, and
// the rules of one may ask for another value than the rules of the next.
const maxFixSteps = 32

// Fix returns the changes that lead from a denied record to acceptance, or nil
// where suggestions lead nowhere, and for an accepted one. It takes the suggestion
// for the field that influences most others, evaluates again, and so on until the
// request is accepted; then it leaves out each change without which the request is
// accepted all the same.
func (s *Service) Fix(ctx context.Context, denied *Evaluated) ([]request.Change, error) {
	if denied.Decision != request.Denied {
		return nil, nil
	}
	f := newSearch(s, denied)
	changes, err := f.changes(ctx)
	if err != nil || changes == nil {
		return nil, err
	}
	holds, err := f.confirmed(ctx, changes)
	if err != nil || holds {
		return changes, err
	}
	f.distrusts = true
	return f.changes(ctx)
}

// search is the search for a fix of one request. A call of the adapter costs more
// than all else together, so it makes few: rules are evaluated one by one, up to the
// first that denies, and an answer of the adapter counts for every request that has
// the same values in the fields that the rule, or the estimate, reads.
type search struct {
	service    *Service
	in         *installed
	original   request.Request
	date       request.Date
	conditions []condition
	answers    []answer
	// distrusts is set once the adapter was found to read what it does not declare: an
	// answer then counts for its own request only.
	distrusts bool
}

// answer is what the adapter says of a request, as far as it can deny it. It has
// nothing of the adapter's own answer, which may be a hundred times as large.
type answer struct {
	request  request.Request
	denies   map[string]request.Value // the rules that deny it, by ID, with what they suggest
	estimate request.Estimate         // without the items' texts, which no rule looks at
}

func newAnswer(r request.Request, violations []request.Violation, estimate request.Estimate) answer {
	a := answer{request: r, denies: map[string]request.Value{}}
	for _, v := range violations {
		if v.Source == request.SourceProvider {
			v.Suggestion.Text = strings.Clone(v.Suggestion.Text)
			a.denies[strings.Clone(v.PolicyID)] = v.Suggestion
		}
	}
	a.estimate = request.Estimate{
		KnownTotal: estimate.KnownTotal, MonthlyTotal: estimate.MonthlyTotal, Items: make([]request.EstimateItem, min(len(estimate.Items), 1)),
	}
	return a
}

// condition is one rule that may deny a request, the platform's or the adapter's.
type condition struct {
	policyID, field string
	influence       int
	// denies reports whether the rule denies a candidate, with what it suggests. known
	// is false where that hangs on an answer that the adapter has not given.
	denies func(*candidate) (suggestion request.Value, denies, known bool)
}

// candidate is a request that the search looks at.
type candidate struct {
	policy.Candidate
	request   request.Request
	estimated bool
	// differs has, for each answer, the fields in which its request differs.
	differs [][]string
}

func newSearch(s *Service, denied *Evaluated) *search {
	f := &search{
		service: s, in: denied.in, original: denied.Request, date: denied.EvaluatedOn,
		answers: []answer{newAnswer(denied.Request, denied.Violations, denied.Estimate)},
	}
	for _, c := range f.in.policies.Checks() {
		f.add(c.ID(), c.Field(), ofPlatform(c))
	}
	for _, r := range f.in.status.Description.Rules {
		if r.Level == profile.Mandatory {
			f.add(r.ID, r.Field, f.ofAdapter(r))
		}
	}
	slices.SortFunc(f.conditions, func(a, b condition) int {
		return cmp.Or(cmp.Compare(a.influence, b.influence), cmp.Compare(a.policyID, b.policyID))
	})
	return f
}

func (f *search) add(policyID, field string, denies func(*candidate) (request.Value, bool, bool)) {
	described, _ := request.FieldNamed(field)
	f.conditions = append(f.conditions, condition{policyID, field, described.Influence, denies})
}

func ofPlatform(c policy.Check) func(*candidate) (request.Value, bool, bool) {
	return func(of *candidate) (request.Value, bool, bool) {
		if c.ReadsEstimate() && !of.estimated {
			return request.Value{}, false, false
		}
		suggestion, denies := c.Denies(of.Candidate)
		return suggestion, denies, true
	}
}

func (f *search) ofAdapter(r adapter.Rule) func(*candidate) (request.Value, bool, bool) {
	return func(of *candidate) (request.Value, bool, bool) {
		native, known := f.known(r.Reads, of)
		suggestion, denies := native.denies[r.ID]
		return suggestion, denies, known
	}
}

func (f *search) candidate(r request.Request) *candidate {
	c := &candidate{request: r, differs: make([][]string, len(f.answers))}
	for i := range f.answers {
		c.differs[i] = request.Differences(f.answers[i].request, r)
	}
	native, known := f.known(f.in.status.Description.EstimateReads, c)
	c.estimated = known
	c.Candidate = policy.NewCandidate(policy.Input{Request: r, Profile: f.in.Profile, Estimate: native.estimate, Date: f.date})
	return c
}

// known returns an answer that holds for a candidate in what depends on the fields
// that are read, and whether there is one: best its own. No names mean that all fields
// are read.
func (f *search) known(reads []string, of *candidate) (answer, bool) {
	if i := slices.IndexFunc(of.differs, func(names []string) bool { return len(names) == 0 }); i >= 0 {
		return f.answers[i], true
	}
	if len(reads) == 0 || f.distrusts {
		return answer{}, false
	}
	for i, differs := range of.differs {
		if !slices.ContainsFunc(reads, func(name string) bool { return slices.Contains(differs, name) }) {
			return f.answers[i], true
		}
	}
	return answer{}, false
}

// ask asks the adapter about a request.
func (f *search) ask(ctx context.Context, r request.Request) error {
	native, err := f.service.ask(ctx, f.in, comparing(r, f.in.Profile))
	f.answers = append(f.answers, newAnswer(r, native.Violations, native.Estimate))
	return err
}

func (f *search) asked(r request.Request) bool {
	return slices.ContainsFunc(f.answers, func(a answer) bool { return a.request == r })
}

// changes returns the fix.
func (f *search) changes(ctx context.Context) ([]request.Change, error) {
	steps, err := f.steps(ctx)
	if err != nil || steps == nil {
		return nil, err
	}
	return f.needed(ctx, merged(f.original, steps))
}

// confirmed reports whether the request with the changes is accepted by the adapter's
// own answer to it, which is asked for once more where it was not needed.
func (f *search) confirmed(ctx context.Context, changes []request.Change) (bool, error) {
	r, fits := changed(f.original, changes)
	if !fits {
		return false, nil
	}
	if !f.asked(r) {
		if err := f.ask(ctx, r); err != nil {
			return false, err
		}
	}
	denied, _ := f.denied(r)
	return !denied, nil
}

// steps returns the changes in the order of taking them. It follows suggestions as
// if the adapter had no objection where its answer is not known, and then asks about
// the request at the end of the way: what is known of that mostly decides the rest of
// the way. Where it does not, it asks about the first request in doubt.
func (f *search) steps(ctx context.Context) ([]request.Change, error) {
	w := way{requests: []request.Request{f.original}}
	for {
		f.follow(&w)
		if !w.doubtful {
			return w.steps, nil
		}
		next := w.end()
		if f.asked(next) {
			next = w.requests[w.certain]
		}
		if err := f.ask(ctx, next); err != nil {
			return nil, err
		}
		w = way{requests: w.requests[:w.certain+1], taken: w.taken[:w.certain]}
	}
}

// way is where suggestions lead: from request to request, each by one change more.
type way struct {
	requests []request.Request
	taken    []request.Change
	// steps are the changes to acceptance; nil where they lead nowhere.
	steps []request.Change
	// doubtful is set where the answer that a rule hangs on is not known, so that it
	// might lead elsewhere; certain is how many changes come before the first such rule.
	doubtful bool
	certain  int
}

func (w *way) end() request.Request { return w.requests[len(w.requests)-1] }

// follow follows suggestions from the end of the way, with what is known so far.
func (f *search) follow(w *way) {
	for {
		switch change, next, found := f.firstChange(w); {
		case found == accepted:
			w.steps = w.taken
			return
		case found == nothing || len(w.taken) == maxFixSteps:
			return
		default:
			w.requests, w.taken = append(w.requests, next), append(w.taken, change)
		}
	}
}

// found is what a request on the way comes to.
type found int

const (
	nothing  found = iota // it is denied, and no suggestion leads on
	accepted              // no rule denies it
	step                  // a suggestion leads on
)

// firstChange returns the first suggestion for the request at the end of the way
// that leads to a request not yet on it.
func (f *search) firstChange(w *way) (request.Change, request.Request, found) {
	of, result := f.candidate(w.end()), accepted
	for _, c := range f.conditions {
		suggestion, denies, known := c.denies(of)
		if !known && !w.doubtful {
			w.doubtful, w.certain = true, len(w.taken)
		}
		if !denies {
			continue
		}
		result = nothing
		if suggestion.IsZero() {
			continue
		}
		next, err := of.request.With(c.field, suggestion)
		if err == nil && !slices.Contains(w.requests, next) {
			return request.Change{Field: c.field, To: suggestion, PolicyID: c.policyID}, next, step
		}
	}
	return request.Change{}, request.Request{}, result
}

// merged returns one change for each field, from its first value to its last,
// in the order of first change; none for a field that came back to where it was.
func merged(original request.Request, steps []request.Change) []request.Change {
	var changes []request.Change
	at := map[string]int{}
	for _, step := range steps {
		i, known := at[step.Field]
		if !known {
			i, at[step.Field] = len(changes), len(changes)
			changes = append(changes, request.Change{Field: step.Field, From: original.Value(step.Field)})
		}
		changes[i].To, changes[i].PolicyID = step.To, step.PolicyID
	}
	return slices.DeleteFunc(changes, func(c request.Change) bool { return c.From == c.To })
}

// needed returns the changes without those that acceptance does not need, the
// first tried first: a later change may have made an earlier one unnecessary.
func (f *search) needed(ctx context.Context, changes []request.Change) ([]request.Change, error) {
	for i := 0; i < len(changes); {
		fewer := slices.Delete(slices.Clone(changes), i, i+1)
		accepted, err := f.accepts(ctx, fewer)
		if err != nil {
			return nil, err
		}
		if accepted {
			changes = fewer
			continue
		}
		i++
	}
	return changes, nil
}

// accepts reports whether the request is accepted with the changes. It asks the
// adapter only where nothing that is known denies it.
func (f *search) accepts(ctx context.Context, changes []request.Change) (bool, error) {
	r, fits := changed(f.original, changes)
	if !fits { // then what is left out is needed
		return false, nil
	}
	denied, known := f.denied(r)
	if denied || known {
		return !denied, nil
	}
	if err := f.ask(ctx, r); err != nil {
		return false, err
	}
	denied, _ = f.denied(r)
	return !denied, nil
}

// changed returns a request with changes, and whether each fits.
func changed(r request.Request, changes []request.Change) (request.Request, bool) {
	for _, c := range changes {
		if r.Set(c.Field, c.To) != nil {
			return r, false
		}
	}
	return r, true
}

// denied reports whether a rule denies a request, and whether each is known.
func (f *search) denied(r request.Request) (denied, known bool) {
	of, known := f.candidate(r), true
	for _, c := range f.conditions {
		_, denies, decided := c.denies(of)
		if denies {
			return true, true
		}
		known = known && decided
	}
	return false, known
}
