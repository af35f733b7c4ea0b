package fix

import (
	"cmp"
	"context"
	"slices"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
)

// The usual limits of a search: of values that are tried, and of requests that the adapter is
// asked about.
const (
	maxRequests = 20_000
	maxAsked    = 256
)

// reserve is what a search leaves of its budget, to say what it found.
const reserve = policy.RequestSteps / 10

// Search returns the fixes of a problem. The error is that of Ask or of the context.
//
// Rules that read the same fields are solved together, and apart from the others: a group of
// fields without a broken rule stays as it is. Of each other group it tries the sets of fields
// in the order of their rank, and for each set the values of its fields, one field after the
// other, until a rule that reads no further field denies. The adapter is asked only about
// requests whose outcome does not follow from what it answered for others.
func Search(ctx context.Context, p Problem) (Result, error) {
	if p.Budget == nil {
		p.Budget = policy.NewBudget(ctx, policy.RequestSteps)
	}
	s := newSearch(p)
	result, err := s.solved(ctx, p.Facts)
	if err == nil && len(result.Fixes) == 0 && !s.bounded && p.Facts != 0 {
		result, err = s.withFacts(ctx)
	}
	if err != nil || p.InOrder {
		return result, err
	}
	if p.Listed {
		result.Searched = s.searched(result.Fixes)
	}
	if len(result.Fixes) == 0 && !s.bounded {
		err = s.none(ctx, &result)
	}
	return result, err
}

// withFacts searches with other facts, after a search that found nothing without: each set of
// facts with few values by itself, the smaller ones first. It returns the best fix of each set
// of the size that leads to acceptance.
func (s *search) withFacts(ctx context.Context) (result Result, err error) {
	s.Most = 1
	var fixes []Fix
	size := 0
	for _, facts := range (s.Facts &^ s.Facts.Personal()).subsets() {
		if len(fixes) > 0 && facts.count() > size {
			break
		}
		size = facts.count()
		if result, err = s.solved(ctx, s.Facts&^facts); err != nil || s.bounded {
			break
		}
		fixes = append(fixes, result.Fixes...)
	}
	s.fixed = s.Facts.Personal() // for what was searched
	result.Fixes = fixes
	return result, err
}

type search struct {
	Problem
	space  *space
	rules  []rule
	sizing Fields // that the estimate depends on, as far as is known
	fixed  Fields // that do not change
	open   Fields // that may be left to a person

	memory
	looked  int
	bounded bool
	denying Fields // of the rules that denied values of the last set
	failed  []int  // the rules that nothing satisfied together
	without []int  // the rules that need not be satisfied
	// used says for how many values each rule was the reason not to take them.
	used map[int]int
}

func newSearch(p Problem) *search {
	s := &search{Problem: p, space: newSpace(p), used: map[int]int{}}
	s.MaxRequests, s.MaxAsked = cmp.Or(p.MaxRequests, maxRequests), cmp.Or(p.MaxAsked, maxAsked)
	s.forget()
	s.hear(point{}, p.Answer)
	s.learn(point{})
	s.open = s.askable()
	return s
}

// way is a point and what leads there.
type way struct {
	at   point
	cost request.Estimate
}

// solved returns the fixes that change none of some fields. Where the adapter's answers depend
// on more than it declares, each counts for its own request only.
func (s *search) solved(ctx context.Context, fixed Fields) (Result, error) {
	s.fixed = fixed
	for {
		ways, err := s.among(ctx, s.all())
		if err == nil && !s.contradicted {
			err = s.confirm(ctx, ways)
		}
		if err != nil {
			return Result{}, err
		}
		if !s.contradicted {
			return s.result(ways), nil
		}
		s.distrust()
	}
}

func (s *search) result(ways []way) Result {
	result := Result{Bounded: s.bounded || s.space.dropped, Requests: s.looked, Asked: len(s.asked) - 1}
	for _, w := range ways {
		result.Fixes = append(result.Fixes, s.fix(w))
	}
	return result
}

// among returns the ways to what some of the rules accept, the best first: those of each group
// of fields together.
func (s *search) among(ctx context.Context, rules []int) ([]way, error) {
	var together Fields
	switch {
	case s.unsized(point{}): // whatever lets it be sized lets rules on the estimate deny it
		together = AllFields
	case !s.InOrder:
		together = s.sizing | 1<<regionField
	}
	for _, i := range rules {
		if s.reads(i)&s.choices() == 0 && s.breaks(point{}, i) {
			s.failed = []int{i}
			return nil, nil
		}
	}
	ways := []way{{}}
	groups := s.groups(s.choices(), rules, together)
	slices.SortStableFunc(groups, func(a, b Fields) int { return cmp.Compare(a&s.sizing, b&s.sizing) })
	defer func() { s.rest = point{} }()
	for _, group := range groups {
		of := s.reading(group, rules)
		if !slices.ContainsFunc(of, func(i int) bool { return s.breaks(point{}, i) }) {
			continue
		}
		s.failed = of
		found, err := s.ways(ctx, group, of)
		if err != nil || len(found) == 0 || s.contradicted {
			return nil, err
		}
		ways = s.crossed(ways, found)
		s.rest = ways[0].at.closed(ways[0].at.opened())
	}
	return ways, nil
}

// choices are the fields that may change, or be left to a person.
func (s *search) choices() Fields { return AllFields&^s.fixed | s.open }

// all returns the numbers of all rules that the search looks at.
func (s *search) all() (rules []int) {
	for i := range s.rules {
		if !slices.Contains(s.without, i) {
			rules = append(rules, i)
		}
	}
	return rules
}

// reads returns the fields that the outcome of a rule depends on.
func (s *search) reads(i int) Fields { return s.rules[i].reads }

// reading returns those of some rules that read one of the fields.
func (s *search) reading(fields Fields, rules []int) []int {
	return slices.DeleteFunc(slices.Clone(rules), func(i int) bool { return s.reads(i)&fields == 0 })
}

// groups returns the fields that rules read in groups: each rule reads fields of one group, and
// so does what is to be together.
func (s *search) groups(fields Fields, rules []int, together Fields) (groups []Fields) {
	read := s.EstimateReads
	for i := range s.rules {
		read |= s.reads(i)
	}
	fields &= read
	join := func(set Fields) {
		if set &= fields; set == 0 {
			return
		}
		groups = slices.DeleteFunc(groups, func(g Fields) bool {
			joined := g&set != 0
			if joined {
				set |= g
			}
			return joined
		})
		groups = append(groups, set)
	}
	join(together)
	for _, i := range rules {
		join(s.reads(i))
	}
	slices.SortFunc(groups, compareFields)
	return groups
}

// crossed returns the best of what ways of two groups come to together.
func (s *search) crossed(a, b []way) (all []way) {
	for _, one := range a {
		for _, other := range b {
			w := way{one.at.joined(other.at), one.cost}
			if len(other.cost.Items) > 0 {
				w.cost = other.cost
			}
			all = append(all, w)
		}
	}
	return s.best(all)
}

// ways returns the best ways that satisfy the rules on a group of fields: those of the first
// rank that has some. A set of fields that does not lead there grows by a field of a rule that
// denied: with the values of a larger set that does, one of these rules denies the smaller one,
// and reads one of the fields that it lacks.
func (s *search) ways(ctx context.Context, group Fields, rules []int) ([]way, error) {
	sets, seen := []Fields{0}, map[Fields]bool{0: true}
	for len(sets) > 0 && !s.bounded {
		slices.SortFunc(sets, s.compareSets)
		count := 1
		for count < len(sets) && s.rank(sets[count]) == s.rank(sets[0]) {
			count++
		}
		now := sets[:count]
		sets = slices.Clone(sets[count:])
		found, denying, err := s.waysOf(ctx, now, rules)
		if err != nil || s.contradicted || len(found) > 0 {
			return found, err
		}
		for i, set := range now {
			for f := range (denying[i] & group &^ set).all {
				if next := set | 1<<f; !seen[next] {
					seen[next] = true
					sets = append(sets, next)
				}
			}
		}
	}
	return nil, nil
}

// rank orders sets of fields: lower ones come first.
type rank struct{ left, open, size int }

func (s *search) rank(set Fields) rank {
	left := 0
	for _, name := range s.Kept { // the earlier a field, the more it counts
		left *= 2
		if set&FieldsNamed(name) != 0 {
			left++
		}
	}
	return rank{left, (set & s.open).count(), set.count()}
}

func (s *search) compareSets(a, b Fields) int {
	x, y := s.rank(a), s.rank(b)
	return cmp.Or(cmp.Compare(x.left, y.left), cmp.Compare(x.open, y.open), cmp.Compare(x.size, y.size), compareFields(a, b))
}

// broken returns the fewest fields of a rule that denies the request and reads none of a set: each
// way changes one of them.
func (s *search) broken(set Fields, rules []int) (fewest Fields) {
	for _, i := range rules {
		ways := s.rules[i].ways
		if ways&set == 0 && s.breaks(point{}, i) && !(s.rules[i].Sized && s.unsized(point{})) && (fewest == 0 || ways.count() < fewest.count()) {
			fewest = ways
		}
	}
	return fewest
}

// waysOf returns the best ways that change one of the sets of fields, which have one rank; where
// there is none, denying are for each set the fields of the rules that denied.
func (s *search) waysOf(ctx context.Context, sets []Fields, rules []int) (found []way, denying []Fields, err error) {
	denying = make([]Fields, len(sets))
	type start struct {
		way
		set int
	}
	var starts []start
	for i, set := range sets {
		if denying[i] = s.broken(set, rules); denying[i] != 0 {
			continue
		}
		if denying[i] = s.hopeless(set, rules); denying[i] != 0 {
			continue
		}
		from := []way{{}}
		if !s.InOrder {
			if from, err = s.sized(ctx, set, rules); err != nil || s.contradicted {
				return nil, nil, err
			}
			denying[i] = s.denying
		}
		for _, w := range from {
			starts = append(starts, start{w, i})
		}
	}
	slices.SortStableFunc(starts, func(a, b start) int {
		return cmp.Or(compareEstimates(a.cost, b.cost), cmp.Compare(a.set, b.set))
	})
	for _, from := range starts {
		if best := s.best(found); s.bounded || len(best) >= s.most() && (s.InOrder || compareEstimates(best[len(best)-1].cost, from.cost) <= 0) {
			break
		}
		ways, err := s.change(ctx, sets[from.set], from.at, rules)
		if err != nil || s.contradicted {
			return nil, nil, err
		}
		denying[from.set] |= s.denying
		found = append(found, ways...)
	}
	return s.best(found), denying, nil
}

// hopeless returns the fields of the rules that deny each value of one of the fields of a set, whatever
// the others have; none where each field has a value that they do not deny.
func (s *search) hopeless(set Fields, rules []int) (denying Fields) {
	for f := range (set &^ s.open).all {
		due := slices.DeleteFunc(slices.Clone(rules), func(i int) bool {
			return s.reads(i)&set != 1<<f || s.rules[i].Native || s.rules[i].Sized
		})
		denying = 0
		helps := slices.ContainsFunc(s.domain(f, point{}, due), func(value uint16) bool {
			s.Budget.Spend(1 + len(due))
			at := slices.IndexFunc(due, func(i int) bool { return s.breaks(point{}.with(f, value), i) })
			if at >= 0 {
				s.used[due[at]]++
				denying |= s.rules[due[at]].ways
			}
			return at < 0
		})
		if !helps && denying != 0 {
			return denying
		}
	}
	return 0
}

// sized returns a way for each combination of values that the estimate depends on of a set of
// fields, with its estimate: all others are as they were.
func (s *search) sized(ctx context.Context, set Fields, rules []int) (ways []way, err error) {
	s.denying = 0
	var points []point
	changes := set & s.sizing &^ s.open
	of := slices.DeleteFunc(slices.Clone(rules), func(i int) bool { return s.rules[i].Sized || s.rules[i].Native })
	_, err = s.assign(ctx, s.plan(changes, set, of, false), point{}, func(at point) (bool, error) {
		for _, i := range rules {
			if s.reads(i)&set&^changes == 0 && s.reads(i)&set != 0 && s.breaks(at, i) && !s.unsized(at) {
				s.denying |= s.rules[i].ways
				return false, nil
			}
		}
		points = append(points, at)
		return false, nil
	})
	if err != nil {
		return nil, err
	}
	var likely []point
	for _, at := range points {
		if _, known := s.size(at); !known {
			whole, err := s.completed(ctx, set, at, of)
			if err != nil {
				return nil, err
			}
			likely = append(likely, whole)
		}
	}
	if err := s.sizeAll(ctx, likely); err != nil || s.contradicted {
		return nil, err
	}
	for _, at := range points {
		cost, _ := s.size(at)
		ways = append(ways, way{at, cost})
	}
	return ways, nil
}

// completed returns a point with values of the rest of a set that some rules accept, so that what
// the adapter is asked about is likely to be the fix.
func (s *search) completed(ctx context.Context, set Fields, at point, rules []int) (point, error) {
	left := set &^ at.changed()
	_, err := s.assign(ctx, s.plan(left, left, rules, false), at, func(whole point) (bool, error) {
		at = whole
		return true, nil
	})
	return at, err
}

// change returns the first way that changes each field of a set, from a point at which some of
// them are changed. The others are decided in groups that no rule reads together.
func (s *search) change(ctx context.Context, set Fields, from point, rules []int) ([]way, error) {
	at, left := from, set&^from.changed()
	groups := append([]Fields{0}, s.groups(left, rules, 0)...)
	unsized := s.unsized(from)
	if unsized { // another of the fields may have to change before there is an estimate
		groups = []Fields{left}
	}
	of := slices.DeleteFunc(slices.Clone(rules), func(i int) bool {
		return s.reads(i)&set == 0 && !(unsized && s.rules[i].Sized)
	})
	for _, group := range groups {
		// The rules that read some of the group; with no group, those that are decided.
		some := slices.DeleteFunc(slices.Clone(of), func(i int) bool {
			rest := s.reads(i) & left
			return group == 0 && rest != 0 || group != 0 && group != left && rest&group == 0
		})
		s.denying = 0
		found, err := s.assign(ctx, s.plan(group, left, some, unsized), from, func(next point) (bool, error) {
			at = at.joined(next)
			return true, nil
		})
		if !found || err != nil || s.contradicted {
			return nil, err
		}
	}
	ok, err := s.takes(ctx, at, set)
	if !ok || err != nil {
		return nil, err
	}
	cost, _ := s.size(at)
	return []way{{at, cost}}, nil
}

// unsized reports whether the adapter cannot size a point.
func (s *search) unsized(at point) bool {
	size, known := s.size(at)
	return known && len(size.Items) == 0
}

// takes reports whether a point that no rule denies may be offered: no region that less is
// known of, and nothing that is left to a person without need.
func (s *search) takes(ctx context.Context, at point, set Fields) (bool, error) {
	if set.has(regionField) && !s.InOrder {
		if fled, err := s.unpriced(ctx, at); fled || err != nil || s.contradicted {
			s.denying |= s.EstimateReads | 1<<regionField
			return false, err
		}
	}
	if at.opened() != 0 {
		return s.needed(ctx, at)
	}
	return true, nil
}

// plan is the order in which fields get values, and the rules that are decided before the first
// of them and by each.
type plan struct {
	order []int
	due   [][]int
}

// plan returns that of fields, while the rest of a set is not decided yet. sizedLast has the rules
// on the estimate come last.
func (s *search) plan(fields, set Fields, rules []int, sizedLast bool) plan {
	var p plan
	left := set
	due := func() {
		now := func(i int) bool {
			return s.reads(i)&left == 0 && !(sizedLast && s.rules[i].Sized && left&fields != 0)
		}
		p.due = append(p.due, slices.DeleteFunc(slices.Clone(rules), func(i int) bool { return !now(i) }))
		rules = slices.DeleteFunc(slices.Clone(rules), now)
	}
	due()
	for f := range fields.all {
		left &^= 1 << f
		p.order = append(p.order, f)
		due()
	}
	return p
}

// assign gives values to the fields of a plan, in the order of the fields and of their values,
// until each accepts a point. It reports whether it did.
func (s *search) assign(ctx context.Context, p plan, at point, each func(point) (bool, error)) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	s.looked++
	s.Budget.Spend(1 + len(p.due[0]))
	if s.bounded = s.bounded || s.looked > s.MaxRequests || s.asksTooMuch() || s.Budget.Left() < reserve; s.bounded {
		return false, nil
	}
	denied, err := s.denied(ctx, at, p.due[0])
	if denied || err != nil || s.contradicted {
		return false, err
	}
	if len(p.order) == 0 {
		return each(at)
	}
	field, rest := p.order[0], plan{p.order[1:], p.due[1:]}
	for _, value := range s.domain(field, at, rest.due[0]) {
		if done, err := s.assign(ctx, rest, at.with(field, value), each); done || err != nil || s.contradicted || s.bounded {
			return done, err
		}
	}
	return false, nil
}

// domain returns the values of a field to try at a point, the better ones first: what a rule
// suggests that is decided by it, and then all others.
func (s *search) domain(field int, at point, due []int) (values []uint16) {
	if s.open.has(field) {
		return []uint16{anyValue}
	}
	for _, i := range due {
		if s.rules[i].field == field {
			if v, known := s.outcome(i, at); known && v.denies && v.suggested != 0 && !slices.Contains(values, v.suggested) {
				values = append(values, v.suggested)
			}
		}
	}
	for _, number := range s.values(field, at) {
		if number != 0 && !slices.Contains(values, number) {
			values = append(values, number)
		}
	}
	return values
}

// values returns the values of a field to try at a point, the better ones first.
func (s *search) values(field int, at point) []uint16 {
	s.space.fill(field)
	if described[field].Kind != request.NumberValue || s.Turns == nil {
		return s.space.given[field]
	}
	size, _ := s.size(at)
	turns, step := s.Turns(s.space.request(at), size, described[field].Name)
	list := []int64{s.space.value(field, 0).Number}
	for _, number := range s.space.given[field] {
		list = append(list, s.space.value(field, number).Number)
	}
	var numbers []uint16
	for _, n := range around(append(list, turns...), step, list[0]) {
		s.Budget.Spend(stepsOfValue)
		numbers = append(numbers, s.space.add(field, request.Number(n)))
	}
	return numbers
}

// denied reports whether one of the rules denies a point. Those that need the adapter come last.
// Rules on the estimate do not deny what cannot be sized: one of the adapter's says why.
func (s *search) denied(ctx context.Context, at point, rules []int) (bool, error) {
	kinds := []func(*rule) bool{
		func(r *rule) bool { return !r.Sized && !r.Native },
		func(r *rule) bool { return r.Sized && !s.unsized(at) },
		func(r *rule) bool { return r.Native },
	}
	for _, among := range kinds {
		for _, i := range rules {
			if !among(&s.rules[i]) {
				continue
			}
			v, err := s.settled(ctx, i, at)
			if err != nil || s.contradicted {
				return false, err
			}
			if v.denies && !(s.rules[i].Sized && s.unsized(at)) {
				s.used[i]++
				s.denying |= s.rules[i].ways
				return true, nil
			}
		}
	}
	return false, nil
}

// breaks reports whether a rule is known to deny a point.
func (s *search) breaks(at point, rule int) bool {
	v, _ := s.outcome(rule, at)
	return v.denies
}

// best returns the ways to offer: the better first, and no two that change the same fields and
// cost the same.
func (s *search) best(ways []way) []way {
	type offer struct {
		fields Fields
		cost   request.Money
	}
	ways = slices.Clone(ways)
	slices.SortStableFunc(ways, func(a, b way) int {
		cheaper := 0
		if !s.InOrder {
			cheaper = compareEstimates(a.cost, b.cost)
		}
		return cmp.Or(cheaper, cmp.Compare(s.beside(a.at), s.beside(b.at)), compareFields(a.at.changed(), b.at.changed()))
	})
	taken := map[offer]bool{}
	return slices.DeleteFunc(ways, func(w way) bool {
		o := offer{w.at.changed(), w.cost.KnownTotal}
		gone := taken[o] || len(taken) >= s.most()
		taken[o] = true
		return gone
	})
}

func (s *search) most() int { return max(s.Most, 1) }

// compareEstimates puts what is known before what is not, and the lower first.
func compareEstimates(a, b request.Estimate) int {
	return cmp.Or(cmp.Compare(unknowns(a), unknowns(b)), cmp.Compare(a.KnownTotal.Cents, b.KnownTotal.Cents))
}

// unknowns returns how many counted parts of an estimate have no price.
func unknowns(e request.Estimate) (n int) {
	for _, item := range e.Items {
		if item.Counted() && !item.MonthlyCost.Known {
			n++
		}
	}
	return n
}

// compareFields orders sets of fields by the first field that they do not share.
func compareFields(a, b Fields) int {
	differ := a ^ b
	switch lowest := differ & -differ; {
	case differ == 0:
		return 0
	case a&lowest != 0:
		return -1
	default:
		return 1
	}
}

// unpriced reports whether a point is in a region of which less is known than of another one
// that only rules on the price deny.
func (s *search) unpriced(ctx context.Context, at point) (bool, error) {
	size, known := s.size(at)
	if !known {
		return false, nil
	}
	var others []point
	s.space.fill(regionField)
	for _, region := range append([]uint16{0}, s.space.given[regionField]...) {
		other := at.with(regionField, region)
		if other != at && !s.forbidden(other) {
			others = append(others, other)
		}
	}
	if err := s.sizeAll(ctx, others); err != nil {
		return false, err
	}
	return !size.KnownTotal.Known || slices.ContainsFunc(others, func(other point) bool {
		there, known := s.size(other)
		return known && len(there.Items) > 0 && unknowns(there) < unknowns(size)
	}), nil
}

// forbidden reports whether a rule denies a point that looks at the region and not at the
// estimate.
func (s *search) forbidden(at point) bool {
	for i := range s.rules {
		if s.reads(i).has(regionField) && !s.rules[i].Sized && s.breaks(at, i) {
			return true
		}
	}
	return false
}

var regionField = fieldNumber(request.RegionField)
