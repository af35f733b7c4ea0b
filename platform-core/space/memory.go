package space

import (
	"context"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

// searchRule is a condition and its verdicts so far.
type searchRule struct {
	Condition
	// reads are the fields that the verdict depends on, including those of the estimate.
	reads Fields
	// canSatisfy are the fields of reads whose change may satisfy the rule.
	canSatisfy Fields
	ownField   int // the field of a violation; -1 for none
	verdicts   map[point]verdict
}

// verdict is the outcome of a rule for a request. suggested is the index of the suggested value; 0 for none.
type verdict struct {
	denies    bool
	suggested uint16
}

// memory is what a search has learned from the adapter's answers.
type memory struct {
	answers     map[point]Answer
	learnedFrom map[point]bool // the points whose answers learnVerdicts has stored as verdicts
	estimates   map[point]request.Estimate
	estimateKey Fields // requests with the same values of these fields have the same estimate
	// noInference is true if each answer counts for its own request only.
	noInference bool
	// contradicted is true after an answer that contradicts an inference from earlier answers.
	contradicted bool
	last         evaluation
	// chosen has the values of the groups that are already solved. Every request to the adapter has these values,
	// because it is then likely to be the fix.
	chosen point
}

// evaluation is a point and the function that evaluates rules at this point.
type evaluation struct {
	at          point
	hasEstimate bool
	evaluate    func(int, Fields) (request.Value, bool)
}

// reset forgets all answers.
func (s *search) reset() {
	noInference, chosen := s.noInference, s.chosen
	s.memory = memory{
		answers: map[point]Answer{}, learnedFrom: map[point]bool{}, estimates: map[point]request.Estimate{},
		estimateKey: s.EstimateReads, noInference: noInference, chosen: chosen,
	}
	s.rules, s.estimateFields = nil, s.EstimateReads
	if s.EstimateReads == 0 {
		s.estimateFields = AllFields
	}
	if s.EstimateReads == 0 || s.noInference {
		s.estimateKey = AllFields
	}
	for _, c := range s.Conditions {
		r := searchRule{
			Condition: c, reads: c.Reads, canSatisfy: c.Reads &^ c.ContextOnly, ownField: request.FieldIndex(c.Field),
			verdicts: map[point]verdict{},
		}
		switch {
		case c.ReadsEstimate:
			r.reads, r.canSatisfy = r.reads|s.estimateKey, r.canSatisfy|s.EstimateReads
		case c.FromAdapter && (c.Reads == 0 || s.noInference):
			r.reads, r.canSatisfy = AllFields, r.canSatisfy|FieldsNamed(c.Field)
		}
		s.rules = append(s.rules, r)
	}
}

// stopInferring makes the search use each answer only for its own request.
func (s *search) stopInferring() {
	answers := s.answers
	s.noInference = true
	s.reset()
	for at, a := range answers {
		s.storeAnswer(at, a)
		s.learnVerdicts(at)
	}
	s.contradicted = false
}

// storeAnswer stores an answer. It also stores the estimate of the answer, which is valid for every request with
// the same estimate key.
func (s *search) storeAnswer(at point, a Answer) {
	s.answers[at] = a
	if len(a.Estimate.Items) == 0 { // other requests may still have an estimate
		return
	}
	key := at.only(s.estimateKey)
	if before, ok := s.estimates[key]; ok && before.BudgetTotal() != a.Estimate.BudgetTotal() {
		s.contradicted = true
	}
	s.estimates[key] = a.Estimate
}

// learnVerdicts takes the stored answer for a point and stores a verdict for each rule of the adapter. The verdict
// is valid for every request with the same values of the fields that the rule reads.
func (s *search) learnVerdicts(at point) {
	if s.learnedFrom[at] {
		return
	}
	s.learnedFrom[at] = true
	a := s.answers[at]
	for i := range s.rules {
		r := &s.rules[i]
		if !r.FromAdapter {
			continue
		}
		suggestion, denies := a.Denies[r.ID]
		key := at.only(r.reads)
		if before, ok := r.verdicts[key]; ok && before.denies != denies {
			s.contradicted = true
		}
		r.verdicts[key] = verdict{denies, s.domain.add(r.ownField, suggestion)}
	}
}

// verdict returns the verdict of a rule on a point. The verdict denies only if the rule denies for all values of
// the open fields. ok is false if the search first has to ask the adapter. Open fields of ContextOnly have their
// original values.
func (s *search) verdict(i int, at point) (v verdict, ok bool) {
	r := &s.rules[i]
	open := at.openFields() & r.reads &^ r.ContextOnly
	if open != 0 && (r.FromAdapter || r.ReadsEstimate && open&s.estimateFields != 0) {
		return verdict{}, true // unknown until the user chooses a value: the search assumes that the rule accepts
	}
	at = at.reset(at.openFields() &^ open)
	estimate, hasEstimate := request.Estimate{}, false
	if r.ReadsEstimate {
		if estimate, hasEstimate = s.estimate(at); !hasEstimate {
			return verdict{}, false
		}
	}
	key := at.only(r.reads)
	ownOnly := hasEstimate && len(estimate.Items) == 0 // a missing estimate is valid for this request only
	if v, ok = r.verdicts[key]; ok && !ownOnly {
		return v, true
	}
	if r.FromAdapter {
		return verdict{}, false
	}
	if s.last.evaluate == nil || s.last.at != at || r.ReadsEstimate && !s.last.hasEstimate {
		estimate, hasEstimate = s.estimate(at)
		s.last = evaluation{at, hasEstimate, s.Evaluate(s.domain.request(at), estimate)}
	}
	suggestion, denies := s.last.evaluate(i, open)
	v = verdict{denies, s.domain.add(r.ownField, suggestion)}
	if !ownOnly {
		r.verdicts[key] = v
	}
	return v, true
}

// askVerdict returns the verdict of a rule on a point. It asks the adapter if the verdict is not known.
func (s *search) askVerdict(ctx context.Context, i int, at point) (v verdict, err error) {
	v, ok := s.verdict(i, at)
	if ok {
		return v, nil
	}
	at = at.reset(at.openFields())
	if s.rules[i].FromAdapter {
		err = s.askVerdicts(ctx, []point{at})
	} else {
		err = s.askEstimates(ctx, []point{at})
	}
	if err == nil {
		v, _ = s.verdict(i, at)
	}
	return v, err
}

// hasTooManyAnswers reports whether the search uses more answers than MaxAsked. It also counts answers that other
// searches asked for. So the search ends at the same place, whatever other searches did before.
func (s *search) hasTooManyAnswers() bool {
	return max(len(s.estimates), len(s.learnedFrom)) > s.MaxAsked
}

// hasNoEstimate reports whether the adapter has already answered that it cannot estimate a point. It is false if
// the search has not asked yet.
func (s *search) hasNoEstimate(at point) bool {
	estimate, ok := s.estimate(at)
	return ok && len(estimate.Items) == 0
}

// estimate returns the estimate of a point, with the values of chosen added to the point. If the point and chosen
// both change a field, the value of the point is used. Open fields have their original values. ok is false if the
// estimate is not known yet.
func (s *search) estimate(at point) (request.Estimate, bool) {
	at = s.chosen.merge(at.reset(at.openFields()))
	if own, ok := s.answers[at]; ok {
		return own.Estimate, true
	}
	key := at.only(s.estimateKey)
	estimate, ok := s.estimates[key]
	if !ok && s.KnownEstimate != nil && !s.noInference {
		if estimate, ok = s.KnownEstimate(s.domain.request(key)); ok {
			s.estimates[key] = estimate
		}
	}
	return estimate, ok
}

// askEstimates asks the adapter about points until the estimates of all are known.
func (s *search) askEstimates(ctx context.Context, points []point) error {
	seen := map[point]bool{}
	var unknown []point
	for _, at := range points {
		at = s.chosen.merge(at.reset(at.openFields()))
		key := at.only(s.estimateKey)
		if _, ok := s.estimate(at); !ok && !seen[key] {
			seen[key] = true
			unknown = append(unknown, at)
		}
	}
	if len(unknown) == 0 || s.hasTooManyAnswers() {
		return nil
	}
	if err := s.askNew(ctx, unknown); err != nil || s.contradicted {
		return err
	}
	for _, at := range unknown {
		if len(s.answers[at].Estimate.Items) == 0 { // a rule of the adapter reports why
			s.learnVerdicts(at)
		}
	}
	return s.askEstimates(ctx, points)
}

// askVerdicts asks the adapter about points, and learns its verdicts.
func (s *search) askVerdicts(ctx context.Context, points []point) error {
	for i, at := range points {
		points[i] = s.chosen.merge(at)
	}
	if err := s.askNew(ctx, points); err != nil {
		return err
	}
	for _, at := range points {
		s.learnVerdicts(at)
	}
	return nil
}

// askNew asks the adapter about those points that it was not asked about before.
func (s *search) askNew(ctx context.Context, points []point) error {
	var unknown []point
	var requests []request.Request
	for _, at := range points {
		if _, ok := s.answers[at]; !ok {
			unknown, requests = append(unknown, at), append(requests, s.domain.request(at))
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	answers, err := s.Ask(ctx, requests)
	if err != nil {
		return err
	}
	for i, a := range answers {
		s.storeAnswer(unknown[i], a)
	}
	return nil
}

// confirm asks the adapter about exactly the requests of the solutions. Open fields have their original values.
func (s *search) confirm(ctx context.Context, solutions []solution) error {
	var points []point
	for _, one := range solutions {
		if at := one.at.reset(one.at.openFields()); !s.learnedFrom[at] {
			points = append(points, at)
		}
	}
	return s.askVerdicts(ctx, points)
}

// maxListed limits the values of a [wire.Searched].
const maxListed = 12

// searchedValues returns the tried values of each field that rules read. The values of the fixes come first. If a
// field has at most maxListed values, or is the region, the list leaves out values that a rule on only this field
// denies.
func (s *search) searchedValues(fixes []Fix) (list []wire.Searched) {
	var read Fields
	for i := range s.rules {
		read |= s.reads(i)
	}
	for f := range (read &^ s.fixed).all {
		s.domain.fill(f)
		field := wire.Searched{Field: requestFields[f].Name}
		var values []request.Value
		for _, fix := range fixes {
			values = append(values, fix.Request.Value(field.Field))
		}
		isShort := len(s.domain.tried[f]) <= maxListed || f == regionField
		for _, number := range s.domain.tried[f] {
			if !isShort || !s.isDeniedAlone(f, number) {
				values = append(values, s.domain.value(f, number))
			}
		}
		seen := map[request.Value]bool{s.domain.value(f, 0): true}
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

// isDeniedAlone reports whether a rule that reads only the field denies a value of it.
func (s *search) isDeniedAlone(field int, value uint16) bool {
	for _, i := range s.allRules() {
		r := &s.rules[i]
		if r.reads == 1<<field && !r.FromAdapter && !r.ReadsEstimate && s.isDenied(point{}.with(field, value), i) {
			return true
		}
	}
	return false
}
