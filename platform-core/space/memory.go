package space

import (
	"context"
	"slices"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

// rule is a condition and what is known of it.
type rule struct {
	Condition
	// reads are the fields that its outcome depends on, those of the estimate included;
	// helpful are those of them whose change may satisfy it.
	reads, helpful Fields
	field          int // of the violation; -1 for none that can change
	known          map[point]verdict
}

// verdict is what a rule says of a request. suggested is the number of the value that
// it suggests; 0 for none.
type verdict struct {
	denies    bool
	suggested uint16
}

// memory is what the adapter answered.
type memory struct {
	asked   map[point]Answer
	learned map[point]bool // whose answers tell of the adapter's rules
	sizes   map[point]request.Estimate
	priced  Fields // requests with the same values of these have the same estimate
	// distrusts is set where each answer counts for its own request only, contradicted
	// once an answer is not what followed from others.
	distrusts, contradicted bool
	last                    candidate
	// rest has the values found for the groups of fields before. The adapter is asked about requests
	// with these values, since one of them is likely to be the fix.
	rest point
}

// candidate is a point whose rules are looked at, with its estimate.
type candidate struct {
	at    point
	sized bool
	over  func(int, Fields) (request.Value, bool)
}

// reset begins without any answer.
func (s *search) reset() {
	s.asked, s.learned, s.sizes = map[point]Answer{}, map[point]bool{}, map[point]request.Estimate{}
	s.last = candidate{}
	s.contradicted, s.sizing, s.priced, s.rules = false, s.EstimateReads, s.EstimateReads, nil
	if s.sizing == 0 {
		s.sizing = AllFields
	}
	if s.priced == 0 || s.distrusts {
		s.priced = AllFields
	}
	for _, c := range s.Conditions {
		r := rule{Condition: c, reads: c.Reads, helpful: c.Reads &^ c.Given, field: fieldNumber(c.Field), known: map[point]verdict{}}
		switch {
		case c.Sized:
			r.reads, r.helpful = r.reads|s.priced, r.helpful|s.EstimateReads
		case c.Native && (c.Reads == 0 || s.distrusts):
			r.reads, r.helpful = AllFields, r.helpful|FieldsNamed(c.Field)
		}
		s.rules = append(s.rules, r)
	}
}

// distrust has each answer count for its own request only.
func (s *search) distrust() {
	asked := s.asked
	s.distrusts = true
	s.reset()
	for at, a := range asked {
		s.hear(at, a)
		s.learn(at)
	}
	s.contradicted = false
}

// hear keeps an answer, and what it says of the estimate of every request with the same
// values in the fields that this reads.
func (s *search) hear(at point, a Answer) {
	s.asked[at] = a
	if len(a.Estimate.Items) > 0 { // else it could not be sized, which says nothing of others
		place := at.masked(s.priced)
		if before, ok := s.sizes[place]; ok && before.KnownTotal != a.Estimate.KnownTotal {
			s.contradicted = true
		}
		s.sizes[place] = a.Estimate
	}
}

// learn keeps what the answer to a request says of every request with the same values in
// the fields that a rule of the adapter reads.
func (s *search) learn(at point) {
	if s.learned[at] {
		return
	}
	s.learned[at] = true
	a := s.asked[at]
	for i := range s.rules {
		r := &s.rules[i]
		if !r.Native {
			continue
		}
		suggestion, denies := a.Denies[r.ID]
		outcome := verdict{denies, s.domain.add(r.field, suggestion)}
		place := at.masked(r.reads)
		if before, ok := r.known[place]; ok && before.denies != denies {
			s.contradicted = true
		}
		r.known[place] = outcome
	}
}

// outcome returns what a rule says of a point, whatever a person chooses, where that is known.
func (s *search) outcome(i int, at point) (v verdict, ok bool) {
	r := &s.rules[i]
	open := at.opened() & r.reads &^ r.Given
	if open != 0 && (r.Native || r.Sized && open&s.sizing != 0) { // nobody knows
		return verdict{}, true
	}
	at = at.closed(at.opened() &^ open)
	size, sized := request.Estimate{}, false
	if r.Sized {
		if size, sized = s.size(at); !sized {
			return verdict{}, false
		}
	}
	place := at.masked(r.reads)
	own := sized && len(size.Items) == 0 // that it cannot be sized holds for itself only
	if v, ok = r.known[place]; ok && !own {
		return v, true
	}
	if r.Native {
		return verdict{}, false
	}
	if s.last.over == nil || s.last.at != at || r.Sized && !s.last.sized {
		size, sized = s.size(at)
		s.last = candidate{at, sized, s.Over(s.domain.request(at), size)}
	}
	suggestion, denies := s.last.over(i, open)
	v = verdict{denies, s.domain.add(r.field, suggestion)}
	if !own {
		r.known[place] = v
	}
	return v, true
}

// settled is outcome that asks the adapter where it has to.
func (s *search) settled(ctx context.Context, i int, at point) (verdict, error) {
	v, ok := s.outcome(i, at)
	if ok {
		return v, nil
	}
	at = at.closed(at.opened())
	if s.rules[i].Native {
		if err := s.ask(ctx, []point{at}); err != nil {
			return v, err
		}
	} else if err := s.sizeAll(ctx, []point{at}); err != nil {
		return v, err
	}
	v, _ = s.outcome(i, at)
	return v, nil
}

// asksTooMuch reports whether the search takes more answers than its limit: those that others asked
// for count too, so that the limit does not depend on them.
func (s *search) asksTooMuch() bool { return max(len(s.sizes), len(s.learned)) > s.MaxAsked }

// size returns the estimate of a request, where it is known.
func (s *search) size(at point) (request.Estimate, bool) {
	at = s.rest.joined(at.closed(at.opened()))
	if own, asked := s.asked[at]; asked {
		return own.Estimate, true
	}
	place := at.masked(s.priced)
	size, ok := s.sizes[place]
	if !ok && s.Size != nil && !s.distrusts {
		if size, ok = s.Size(s.domain.request(place)); ok {
			s.sizes[place] = size
		}
	}
	return size, ok
}

// sizeAll asks the adapter about requests until the estimates of all are known.
func (s *search) sizeAll(ctx context.Context, points []point) error {
	first := map[point]bool{}
	var unknown []point
	for _, at := range points {
		at = s.rest.joined(at.closed(at.opened()))
		if _, ok := s.size(at); !ok && !first[at.masked(s.priced)] {
			first[at.masked(s.priced)] = true
			unknown = append(unknown, at)
		}
	}
	if len(unknown) == 0 || s.asksTooMuch() {
		return nil
	}
	if err := s.fetch(ctx, unknown); err != nil || s.contradicted {
		return err
	}
	for _, at := range unknown {
		if len(s.asked[at].Estimate.Items) == 0 { // one of the adapter's rules says why
			s.learn(at)
		}
	}
	return s.sizeAll(ctx, points)
}

// ask asks the adapter about requests, and learns from its answers.
func (s *search) ask(ctx context.Context, points []point) error {
	for i, at := range points {
		points[i] = s.rest.joined(at)
	}
	err := s.fetch(ctx, points)
	if err != nil {
		return err
	}
	for _, at := range points {
		s.learn(at)
	}
	return nil
}

// fetch asks the adapter about those of the requests that it was not asked about before.
func (s *search) fetch(ctx context.Context, points []point) error {
	var unasked []point
	var requests []request.Request
	for _, at := range points {
		if _, asked := s.asked[at]; !asked {
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
		s.hear(unasked[i], a)
	}
	return nil
}

// confirm asks the adapter about the very requests that ways lead to.
func (s *search) confirm(ctx context.Context, ways []way) error {
	var points []point
	for _, w := range ways {
		if at := w.at.closed(w.at.opened()); !s.learned[at] {
			points = append(points, at)
		}
	}
	return s.ask(ctx, points)
}

// maxListed bounds the values of a Searched.
const maxListed = 12

// searched returns what was tried of each field that rules read, that of the fixes first. Of a field
// with few values it leaves out those that a rule on that field denies by itself.
func (s *search) searched(fixes []Fix) (list []wire.Searched) {
	var read Fields
	for i := range s.rules {
		read |= s.rules[i].reads
	}
	for f := range (read &^ s.fixed).all {
		s.domain.fill(f)
		own, field := s.domain.value(f, 0), wire.Searched{Field: described[f].Name}
		var values []request.Value
		for _, way := range fixes {
			values = append(values, way.Request.Value(field.Field))
		}
		for _, number := range s.domain.given[f] {
			if few := len(s.domain.given[f]) <= maxListed; !few || !s.deniedByItself(f, number) {
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
func (s *search) deniedByItself(field int, value uint16) bool {
	return slices.ContainsFunc(s.all(), func(i int) bool {
		r := &s.rules[i]
		return r.reads == 1<<field && !r.Native && !r.Sized && s.breaks(point{}.with(field, value), i)
	})
}
