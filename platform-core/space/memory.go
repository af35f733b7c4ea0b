package space

import (
	"context"
	"slices"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

// rule is a condition and what is known of it.
type searchRule struct {
	Condition
	// reads are the fields that its outcome depends on, those of the estimate included;
	// helpful are those of them whose change may satisfy it.
	reads, canSatisfy Fields
	ownField          int // of the violation; -1 for none that can change
	verdicts          map[point]verdict
}

// verdict is what a rule says of a request. suggested is the number of the value that
// it suggests; 0 for none.
type verdict struct {
	denies    bool
	suggested uint16
}

// memory is what the adapter answered.
type memory struct {
	answers     map[point]Answer
	learned     map[point]bool // whose answers tell of the adapter's rules
	estimates   map[point]request.Estimate
	estimateKey Fields // requests with the same values of these have the same estimate
	// distrusts is set where each answer counts for its own request only, contradicted
	// once an answer is not what followed from others.
	noInference, contradicted bool
	last                      evaluation
	// rest has the values found for the groups of fields before. The adapter is asked about requests
	// with these values, since one of them is likely to be the fix.
	chosen point
}

// candidate is a point whose rules are looked at, with its estimate.
type evaluation struct {
	at          point
	hasEstimate bool
	evaluate    func(int, Fields) (request.Value, bool)
}

// reset begins without any answer.
func (s *search) reset() {
	s.answers, s.learned, s.estimates = map[point]Answer{}, map[point]bool{}, map[point]request.Estimate{}
	s.last = evaluation{}
	s.contradicted, s.estimateFields, s.estimateKey, s.rules = false, s.EstimateReads, s.EstimateReads, nil
	if s.estimateFields == 0 {
		s.estimateFields = AllFields
	}
	if s.estimateKey == 0 || s.noInference {
		s.estimateKey = AllFields
	}
	for _, c := range s.Conditions {
		r := searchRule{Condition: c, reads: c.Reads, canSatisfy: c.Reads &^ c.ContextOnly, ownField: fieldNumber(c.Field), verdicts: map[point]verdict{}}
		switch {
		case c.ReadsEstimate:
			r.reads, r.canSatisfy = r.reads|s.estimateKey, r.canSatisfy|s.EstimateReads
		case c.FromAdapter && (c.Reads == 0 || s.noInference):
			r.reads, r.canSatisfy = AllFields, r.canSatisfy|FieldsNamed(c.Field)
		}
		s.rules = append(s.rules, r)
	}
}

// distrust has each answer count for its own request only.
func (s *search) stopInferring() {
	asked := s.answers
	s.noInference = true
	s.reset()
	for at, a := range asked {
		s.storeAnswer(at, a)
		s.learnVerdicts(at)
	}
	s.contradicted = false
}

// hear keeps an answer, and what it says of the estimate of every request with the same
// values in the fields that this reads.
func (s *search) storeAnswer(at point, a Answer) {
	s.answers[at] = a
	if len(a.Estimate.Items) > 0 { // else it could not be sized, which says nothing of others
		place := at.only(s.estimateKey)
		if before, ok := s.estimates[place]; ok && before.KnownTotal != a.Estimate.KnownTotal {
			s.contradicted = true
		}
		s.estimates[place] = a.Estimate
	}
}

// learn keeps what the answer to a request says of every request with the same values in
// the fields that a rule of the adapter reads.
func (s *search) learnVerdicts(at point) {
	if s.learned[at] {
		return
	}
	s.learned[at] = true
	a := s.answers[at]
	for i := range s.rules {
		r := &s.rules[i]
		if !r.FromAdapter {
			continue
		}
		suggestion, denies := a.Denies[r.ID]
		outcome := verdict{denies, s.domain.add(r.ownField, suggestion)}
		place := at.only(r.reads)
		if before, ok := r.verdicts[place]; ok && before.denies != denies {
			s.contradicted = true
		}
		r.verdicts[place] = outcome
	}
}

// outcome returns what a rule says of a point, whatever a person chooses, where that is known.
func (s *search) verdict(i int, at point) (v verdict, ok bool) {
	r := &s.rules[i]
	open := at.openFields() & r.reads &^ r.ContextOnly
	if open != 0 && (r.FromAdapter || r.ReadsEstimate && open&s.estimateFields != 0) { // nobody knows
		return verdict{}, true
	}
	at = at.reset(at.openFields() &^ open)
	size, sized := request.Estimate{}, false
	if r.ReadsEstimate {
		if size, sized = s.estimate(at); !sized {
			return verdict{}, false
		}
	}
	place := at.only(r.reads)
	own := sized && len(size.Items) == 0 // that it cannot be sized holds for itself only
	if v, ok = r.verdicts[place]; ok && !own {
		return v, true
	}
	if r.FromAdapter {
		return verdict{}, false
	}
	if s.last.evaluate == nil || s.last.at != at || r.ReadsEstimate && !s.last.hasEstimate {
		size, sized = s.estimate(at)
		s.last = evaluation{at, sized, s.Evaluate(s.domain.request(at), size)}
	}
	suggestion, denies := s.last.evaluate(i, open)
	v = verdict{denies, s.domain.add(r.ownField, suggestion)}
	if !own {
		r.verdicts[place] = v
	}
	return v, true
}

// settled is outcome that asks the adapter where it has to.
func (s *search) askVerdict(ctx context.Context, i int, at point) (verdict, error) {
	v, ok := s.verdict(i, at)
	if ok {
		return v, nil
	}
	at = at.reset(at.openFields())
	if s.rules[i].FromAdapter {
		if err := s.askAndLearn(ctx, []point{at}); err != nil {
			return v, err
		}
	} else if err := s.askEstimates(ctx, []point{at}); err != nil {
		return v, err
	}
	v, _ = s.verdict(i, at)
	return v, nil
}

// asksTooMuch reports whether the search takes more answers than its limit: those that others asked
// for count too, so that the limit does not depend on them.
func (s *search) tooManyAnswers() bool { return max(len(s.estimates), len(s.learned)) > s.MaxAsked }

// size returns the estimate of a request, where it is known.
func (s *search) estimate(at point) (request.Estimate, bool) {
	at = s.chosen.merge(at.reset(at.openFields()))
	if own, asked := s.answers[at]; asked {
		return own.Estimate, true
	}
	place := at.only(s.estimateKey)
	size, ok := s.estimates[place]
	if !ok && s.KnownEstimate != nil && !s.noInference {
		if size, ok = s.KnownEstimate(s.domain.request(place)); ok {
			s.estimates[place] = size
		}
	}
	return size, ok
}

// sizeAll asks the adapter about requests until the estimates of all are known.
func (s *search) askEstimates(ctx context.Context, points []point) error {
	first := map[point]bool{}
	var unknown []point
	for _, at := range points {
		at = s.chosen.merge(at.reset(at.openFields()))
		if _, ok := s.estimate(at); !ok && !first[at.only(s.estimateKey)] {
			first[at.only(s.estimateKey)] = true
			unknown = append(unknown, at)
		}
	}
	if len(unknown) == 0 || s.tooManyAnswers() {
		return nil
	}
	if err := s.askNew(ctx, unknown); err != nil || s.contradicted {
		return err
	}
	for _, at := range unknown {
		if len(s.answers[at].Estimate.Items) == 0 { // one of the adapter's rules says why
			s.learnVerdicts(at)
		}
	}
	return s.askEstimates(ctx, points)
}

// ask asks the adapter about requests, and learns from its answers.
func (s *search) askAndLearn(ctx context.Context, points []point) error {
	for i, at := range points {
		points[i] = s.chosen.merge(at)
	}
	err := s.askNew(ctx, points)
	if err != nil {
		return err
	}
	for _, at := range points {
		s.learnVerdicts(at)
	}
	return nil
}

// fetch asks the adapter about those of the requests that it was not asked about before.
func (s *search) askNew(ctx context.Context, points []point) error {
	var unasked []point
	var requests []request.Request
	for _, at := range points {
		if _, asked := s.answers[at]; !asked {
			unasked, requests = append(unasked, at), append(requests, s.domain.request(at))
		}
	}
	if len(unasked) == 0 {
		return nil
	}
	answers, err := s.Ask(ctx, requests)
	if err != nil {
		return err
	}
	for i, a := range answers {
		s.storeAnswer(unasked[i], a)
	}
	return nil
}

// confirm asks the adapter about the very requests that ways lead to.
func (s *search) confirm(ctx context.Context, ways []solution) error {
	var points []point
	for _, w := range ways {
		if at := w.at.reset(w.at.openFields()); !s.learned[at] {
			points = append(points, at)
		}
	}
	return s.askAndLearn(ctx, points)
}

// maxListed bounds the values of a Searched.
const maxListed = 12

// searched returns what was tried of each field that rules read, that of the fixes first. Of a field
// with few values it leaves out those that a rule on that field denies by itself.
func (s *search) searchedValues(fixes []Fix) (list []wire.Searched) {
	var read Fields
	for i := range s.rules {
		read |= s.rules[i].reads
	}
	for f := range (read &^ s.fixed).all {
		s.domain.fill(f)
		own, field := s.domain.value(f, 0), wire.Searched{Field: requestFields[f].Name}
		var values []request.Value
		for _, way := range fixes {
			values = append(values, way.Request.Value(field.Field))
		}
		for _, number := range s.domain.tried[f] {
			if few := len(s.domain.tried[f]) <= maxListed; !few || !s.isDeniedAlone(f, number) {
				values = append(values, s.domain.value(f, number))
			}
		}
		seen := map[request.Value]bool{own: true}
		for _, v := range values {
			if !seen[v] && len(field.Values) < maxListed {
				field.Values = append(field.Values, v)
			}
			seen[v] = true
		}
		if field.Count = len(seen) - 1; field.Count > 0 {
			list = append(list, field)
		}
	}
	return list
}

// deniedByItself reports whether a rule that reads nothing else denies a value of a field.
func (s *search) isDeniedAlone(field int, value uint16) bool {
	return slices.ContainsFunc(s.all(), func(i int) bool {
		r := &s.rules[i]
		return r.reads == 1<<field && !r.FromAdapter && !r.ReadsEstimate && s.isDenied(point{}.with(field, value), i)
	})
}
