package fixes_test

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/wire"
)

var (
	denialsFlag = flag.Int("denials", 0, "how many `denials` to compare; 0 for 24, and 12 in a short test")
	seedFlag    = flag.Uint64("seed", 1, "the `seed` of the denials")
	stepsFlag   = flag.Int("steps", 80_000, "after how many `steps` brute force ends")
)

// plain is of how many denials one is compared with plain enumeration too.
const plain = 20

// perProfile is how many denials are made of one profile.
const perProfile = 8

// TestNoFixIsBetter compares the fix of each denial with the best of all requests that
// brute force finds.
func TestNoFixIsBetter(t *testing.T) {
	wanted := *denialsFlag
	switch {
	case wanted > 0:
	case testing.Short():
		wanted = 12
	default:
		wanted = 24
	}
	var figures figures
	shown := 0
	for number := uint64(0); figures.denials < wanted; number++ {
		g := newGenerator(*seedFlag, number)
		of := providers[number%2]
		p := newPlatform(t, of, g.profile(of))
		for range perProfile {
			r := g.request(t, p, append(slices.Clone(of.regions), of.unpriced))
			if denied := p.decide(t, r); denied.Decision == request.Denied {
				figures.compare(t, p, r)
			}
		}
		if figures.denials/100 > shown { // for who waits for a long run
			shown = figures.denials / 100
			figures.print(t)
		}
	}
	figures.print(t)
	assert.Greater(t, figures.fixed+figures.confirmed, figures.denials/3, "the seeds give few fixes")
	assert.Positive(t, figures.confirmed, "the seeds give no facts to confirm")
	assert.Positive(t, figures.none, "the seeds give no denial without a fix")
}

// figures count what the comparison found.
type figures struct {
	denials, fixed, open, confirmed, none, bounded, alternatives, skipped, plain int
	factChanged, factUntold                                                      int // these too
	wrong, notOffered, notLeast, notNearest, costlier, later, untold, unproven   int // all of these are faults
	proven                                                                       int // contradictions
	better                                                                       int // than brute force
	asked                                                                        []int64
	took                                                                         []time.Duration
}

// comparison is one denial, and what the search and brute force find.
type comparison struct {
	*figures
	*platform
	*testing.T
	denied *service.Evaluated
	fixes  wire.Fixes
	brute  *bruteForce
}

func (f *figures) compare(t *testing.T, p *platform, r request.Request) {
	t.Helper()
	c := comparison{figures: f, platform: p, T: t}
	var err error
	before, start := p.asked.Load(), time.Now()
	c.denied, err = p.searched.Evaluate(t.Context(), r, service.EvaluateOptions{Brief: true, Alternatives: service.MaxAlternatives})
	require.NoError(t, err)
	c.fixes = c.denied.Fixes
	f.took, f.asked, f.denials = append(f.took, time.Since(start)), append(f.asked, p.asked.Load()-before), f.denials+1
	if c.fixes.Bounded {
		f.bounded++
		t.Logf("bounded after %d questions, %s: %s%+v", f.asked[len(f.asked)-1], f.took[len(f.took)-1], p.text, r)
		return
	}
	defer func() {
		switch cause := recover().(type) {
		case nil:
		case tooLong:
			f.skipped++
		default:
			panic(cause)
		}
	}()
	all := func(*rule) bool { return true }
	c.brute = newBruteForce(t, p, c.denied)
	best, there, found := c.best(all)
	if offered := len(c.fixes.Alternatives) > 0 && len(c.fixes.Alternatives[0].Confirm) == 0; !found && !offered {
		if c.withFacts(all) {
			return
		}
	}
	c.searches()
	if f.denials%plain == 1 {
		c.plainly()
		c.afresh()
	}
	switch {
	case len(c.fixes.Alternatives) == 0:
		f.none++
		if found {
			c.fault(&f.notOffered, "no fix is offered, and there is one: %v %+v", request.Differences(r, there), there)
		} else {
			c.contradicting()
		}
	case !found:
		f.better++
		t.Logf("brute force finds none: %+v %+v", r, c.fixes.Alternatives[0])
	default:
		c.first(best, there)
		c.others()
	}
}

// factSets are the facts that may be changed together, fewer before more.
var factSets = [][]string{{request.EnvironmentField}, {request.ClassificationField}, {request.EnvironmentField, request.ClassificationField}}

// withFacts compares a denial that no choice solves, and reports whether other facts do: each
// of the smallest sets of facts that brute force finds a way with is an alternative, and no
// other set is, and the way is the best with it.
func (c *comparison) withFacts(all func(*rule) bool) bool {
	offered := map[string]wire.Alternative{}
	for _, a := range c.fixes.Alternatives {
		var names []string
		for _, fact := range a.Confirm {
			names = append(names, fact.Field)
		}
		offered[fmt.Sprint(names)] = a
	}
	size, sets := 0, 0
	for _, facts := range factSets {
		if size > 0 && len(facts) > size {
			break
		}
		c.brute = newBruteForce(c, c.platform, c.denied, facts...)
		best, there, found := c.best(all)
		a, is := offered[fmt.Sprint(facts)]
		switch {
		case !found && is:
			c.better++
		case found && !is:
			c.fault(&c.notOffered, "%v would do, and is not offered: %+v", facts, there)
		}
		if found || is {
			size = len(facts)
		}
		if is {
			sets++
		}
		if found && is {
			c.bestOf(a, best, there)
		}
	}
	if sets != len(c.fixes.Alternatives) {
		c.fault(&c.wrong, "facts are offered that need not change")
	}
	if size > 0 {
		c.confirmed++
		assert.Nil(c, c.fixes.Fix)
	}
	c.brute = newBruteForce(c, c.platform, c.denied, factSets[len(factSets)-1]...)
	if size > 0 {
		c.best(all)
		c.searches()
	}
	return size > 0
}

func (c *comparison) fault(count *int, format string, args ...any) {
	*count++
	c.Errorf("%s\n%srequest: %+v\nfixes: %+v", fmt.Sprintf(format, args...), c.platform.text, c.denied.Request, c.fixes)
}

// personal are the fields of which only a person knows the value.
var personal = []string{request.ApplicationField, request.OwnerField, request.CostCentreField, request.JustificationField}

// best returns the best that brute force finds with some of the rules, with each set of
// fields left to a person.
func (c *comparison) best(keep func(*rule) bool) (best worth, there request.Request, found bool) {
	var asked set
	for _, of := range c.brute.all {
		asked |= of.asks
	}
	for open := range len(personal) + 1 {
		if found && best.left == 0 {
			break
		}
		fewer := c.brute.fewer
		if found { // with more open fields it is better only where it leaves less
			fewer = best.left
		}
		for some := range 1 << len(personal) {
			if bits.OnesCount(uint(some)) != open {
				continue
			}
			var left set
			for i, name := range personal {
				if some&(1<<i) != 0 {
					left |= setOf([]string{name})
				}
			}
			if left&^asked != 0 {
				continue
			}
			known := c.brute.among(keep, left)
			known.fewer = fewer
			w, r, is := known.best()
			for i := range fields { // what rules suggest there is tried further on too
				if !left.has(i) {
					c.brute.values[i] = known.values[i]
				}
			}
			if is {
				w.beside = besideOf(left, c.brute.evaluate(r).violations)
			}
			if w.open, w.changed, w.fields = open, w.changed+open, w.fields|left; is && (!found || w.compare(best) < 0) {
				best, there, found = w, r, true
			}
		}
	}
	return best, there, found
}

// worthOf returns the worth of an alternative, and whether it is accepted but for what a
// person has to choose.
func (c *comparison) worthOf(a wire.Alternative) (w worth, accepted bool) {
	fixed, open := c.denied.Request, set(0)
	for _, change := range a.Changes {
		require.Equal(c, fixed.Value(change.Field), change.From)
		require.NoError(c, fixed.Set(change.Field, change.To))
	}
	require.Equal(c, fixed, a.Request)
	c.facts(a)
	for _, fact := range a.Confirm {
		require.NoError(c, fixed.Set(fact.Field, fact.Values[0]))
	}
	for _, of := range a.Open {
		open |= setOf([]string{of.Field})
	}
	after := c.decide(c, fixed)
	for _, v := range after.Violations {
		of := c.brute.ruleOf(v.PolicyID)
		if of.reads&open == 0 || c.brute.ofChecks(of) && c.brute.deniesAny(of.id, fixed, open) {
			return w, false
		}
	}
	for _, left := range a.Open { // the rule that it names asks for it
		if !slices.ContainsFunc(after.Violations, func(v request.Violation) bool { return v.PolicyID == left.PolicyID }) ||
			c.brute.ruleOf(left.PolicyID).asks&setOf([]string{left.Field}) == 0 {
			return w, false
		}
	}
	w = worthOf(c.denied.Request, fixed, priceOf(after.Estimate))
	exact := w.changed == len(a.Changes)+len(a.Confirm) && after.Estimate.KnownTotal == a.Estimate.KnownTotal && after.Estimate.MonthlyTotal == a.Estimate.MonthlyTotal
	w.open, w.changed, w.fields = len(open.names()), w.changed+len(open.names()), w.fields|open
	w.beside = besideOf(open, after.Violations)
	return w, exact && (open != 0 || after.Decision == request.Accepted)
}

// facts checks that an alternative changes no fact, that every combination of the values to
// confirm is accepted, and that no other value could be listed too. Where something else is
// left to a person, nothing can be checked.
func (c *comparison) facts(a wire.Alternative) {
	facts := []string{"application", "environment", "owner", "cost_centre", "data_classification", "business_justification"}
	for _, change := range a.Changes {
		if slices.Contains(facts, change.Field) {
			c.fault(&c.factChanged, "the fact %s is changed", change.Field)
		}
	}
	if len(a.Open) > 0 || len(a.Confirm) == 0 {
		return
	}
	if !c.allAccepted(a.Request, a.Confirm) {
		c.fault(&c.factUntold, "these facts are not accepted together: %+v", a.Confirm)
	}
	values := map[string][]string{
		"environment": {"development", "test", "production"}, "data_classification": {"public", "internal", "confidential", "restricted"},
	}
	for i, fact := range a.Confirm {
		for _, text := range values[fact.Field] {
			with := slices.Clone(a.Confirm)
			with[i].Values = []request.Value{request.Text(text)}
			if !slices.Contains(fact.Values, request.Text(text)) && c.allAccepted(a.Request, with) {
				c.fault(&c.factUntold, "%s %s is accepted and not listed", fact.Field, text)
			}
		}
	}
}

// allAccepted reports whether every combination of the values of facts is accepted.
func (c *comparison) allAccepted(r request.Request, facts []wire.ConfirmedField) bool {
	if len(facts) == 0 {
		return c.decide(c, r).Decision == request.Accepted
	}
	for _, value := range facts[0].Values {
		require.NoError(c, r.Set(facts[0].Field, value))
		if !c.allAccepted(r, facts[1:]) {
			return false
		}
	}
	return true
}

// first compares the first alternative with the best of all.
func (c *comparison) first(best worth, there request.Request) {
	if len(c.fixes.Alternatives[0].Open) > 0 {
		c.open++
		assert.Nil(c, c.fixes.Fix)
	} else {
		c.fixed++
		assert.Equal(c, c.fixes.Alternatives[0].Changes, c.fixes.Fix)
	}
	c.bestOf(c.fixes.Alternatives[0], best, there)
}

// bestOf compares an alternative with the best of all that may change the same facts.
func (c *comparison) bestOf(a wire.Alternative, best worth, there request.Request) {
	got, accepted := c.worthOf(a)
	better := fmt.Sprintf("%+v is better than %+v: %v %+v", best, got, request.Differences(c.denied.Request, there), there)
	switch {
	case !accepted:
		c.fault(&c.wrong, "the fix is not accepted")
	case cmp.Or(cmp.Compare(got.left, best.left), cmp.Compare(got.open, best.open), cmp.Compare(got.changed, best.changed)) > 0:
		c.fault(&c.notLeast, "another fix changes less: %s", better)
	case cmp.Or(cmp.Compare(got.left, best.left), cmp.Compare(got.open, best.open), cmp.Compare(got.changed, best.changed), cmp.Compare(got.unpriced, best.unpriced), cmp.Compare(got.cents, best.cents)) > 0:
		c.fault(&c.costlier, "another fix costs less: %s", better)
	case got.compare(best) > 0:
		c.fault(&c.later, "another fix as cheap changes earlier fields: %s", better)
	case got.compare(best) < 0:
		c.better++
		c.Logf("brute force finds worse: %s %+v %+v %+v", c.platform.text, c.denied.Request, a, best)
	}
}

// others checks the alternatives: each is accepted, none comes before a better one, and no
// two change the same fields at the same cost.
func (c *comparison) others() {
	var before []worth
	for _, a := range c.fixes.Alternatives {
		got, accepted := c.worthOf(a)
		if !accepted {
			c.fault(&c.wrong, "an alternative is not accepted: %+v", a)
		}
		for _, w := range before {
			if w.compare(got) >= 0 {
				c.fault(&c.later, "the alternatives are not in order, or alike")
			}
		}
		before = append(before, got)
		c.nearness(a)
	}
	c.alternatives += len(before) - 1
}

// plainly tries each value of a field, and each two values of two fields, and evaluates
// the request as a whole: also brute force has to find these.
func (c *comparison) plainly() {
	first := worth{left: math.MaxInt}
	if len(c.fixes.Alternatives) > 0 && len(c.fixes.Alternatives[0].Open) == 0 {
		first, _ = c.worthOf(c.fixes.Alternatives[0])
	}
	for i, f := range fields {
		for j := range i + 1 { // with i itself, for one field
			for _, v := range some(c.brute.values[i]) {
				for _, w := range some(c.brute.values[j]) {
					r := c.denied.Request
					fields[j].Assign(&r, w)
					f.Assign(&r, v)
					e, err := c.searched.Evaluate(c.Context(), r, service.EvaluateOptions{Brief: true})
					require.NoError(c, err)
					got := worthOf(c.denied.Request, r, priceOf(e.Estimate))
					if e.Decision == request.Accepted && (r.Region == c.denied.Request.Region || got.unpriced == 0) && got.compare(first) < 0 {
						c.fault(&c.notLeast, "this is better: %+v", r)
					}
				}
			}
		}
	}
	c.plain++
}

// some returns at most twelve of the values.
func some(values []request.Value) (few []request.Value) {
	for i := 0; i < len(values); i += 1 + len(values)/12 {
		few = append(few, values[i])
	}
	return few
}

// afresh checks that a service that was asked nothing before offers the same.
func (c *comparison) afresh() {
	fresh := newPlatform(c, c.provider, c.platform.text).searched
	denied, err := fresh.Evaluate(c.Context(), c.denied.Request, service.EvaluateOptions{Brief: true, Alternatives: service.MaxAlternatives})
	require.NoError(c, err)
	assert.Equal(c, c.fixes, denied.Fixes)
}

// searches checks that what was tried is counted, and has the values of the fixes.
func (c *comparison) searches() {
	for _, tried := range c.fixes.Searched {
		if tried.Count < len(tried.Values) || len(tried.Values) > 12 {
			c.fault(&c.untold, "%s: %d values are named, and %d were tried", tried.Field, len(tried.Values), tried.Count)
		}
	}
	for _, a := range c.fixes.Alternatives {
		for _, change := range a.Changes {
			if !slices.ContainsFunc(c.fixes.Searched, func(s wire.Searched) bool { return s.Field == change.Field && slices.Contains(s.Values, change.To) }) {
				c.fault(&c.untold, "%s %s is not among what was tried", change.Field, change.To)
			}
		}
	}
}

// nearness checks that no value that is drawn of a changed field, and nearer to the request's own,
// is accepted at the same cost. What a rule suggests may be farther, and so may what comes nearest
// to what the rules suggest for the request.
func (c *comparison) nearness(a wire.Alternative) {
	if len(a.Open)+len(a.Confirm) > 0 {
		return
	}
	for _, change := range a.Changes {
		at := slices.IndexFunc(fields, func(f request.Field) bool { return f.Name == change.Field })
		far, ok := distance(change.Field, change.From, change.To)
		if !ok || slices.ContainsFunc(c.denied.Violations, func(v request.Violation) bool { return v.Field == change.Field && !v.Suggestion.IsZero() }) {
			continue
		}
		for _, v := range c.brute.values[at] {
			if near, ok := distance(change.Field, change.From, v); !ok || near >= far || near == 0 {
				continue
			}
			nearer := a.Request
			fields[at].Assign(&nearer, v)
			if e := c.decide(c, nearer); e.Decision == request.Accepted && e.Estimate.KnownTotal.Cents <= a.Estimate.KnownTotal.Cents {
				c.fault(&c.notNearest, "%s %s is nearer than %s", change.Field, v, change.To)
				return
			}
		}
	}
}

// nearest checks what is nearest to acceptance: it has no other facts, breaks the rules that it
// says, and no request of some that are drawn breaks fewer.
func (c *comparison) nearest() {
	n := c.fixes.Nearest
	if n == nil {
		c.fault(&c.notNearest, "nothing is nearest")
		return
	}
	broken := func(r request.Request) int { return len(c.decide(c, r).Violations) }
	if broken(n.Request) != len(n.Violations) {
		c.fault(&c.wrong, "the nearest request breaks other rules than it says: %+v", n)
	}
	for i, f := range fields {
		if f.Fact && f.Get(&n.Request) != f.Get(&c.denied.Request) {
			c.fault(&c.factChanged, "the nearest request has another %s", f.Name)
		}
		for _, from := range []request.Request{c.denied.Request, n.Request} {
			for at, v := range c.brute.values[i] {
				if at%(1+len(c.brute.values[i])/40) != 0 {
					continue
				}
				other := from
				if f.Assign(&other, v); !f.Fact && broken(other) < len(n.Violations) {
					c.fault(&c.notNearest, "this breaks fewer rules than %+v: %+v", n.Violations, other)
					return
				}
			}
		}
	}
}

// contradicting checks that no request satisfies the rules that contradict, and that one
// does without any one of them.
func (c *comparison) contradicting() {
	ids := c.fixes.Contradicting
	satisfied := func(but string) bool {
		_, _, found := c.best(func(of *rule) bool { return of.id == sizable || of.id != but && slices.Contains(ids, of.id) })
		return found
	}
	if c.nearest(); len(ids) == 0 {
		return // nothing is claimed
	}
	c.proven++
	if satisfied("") {
		c.fault(&c.unproven, "these do not contradict: %v", ids)
	}
	for _, id := range slices.DeleteFunc(slices.Clone(ids), satisfied) {
		if !satisfied(id) { // also with what the others brought up
			c.fault(&c.unproven, "these contradict without %s: %v", id, ids)
		}
	}
}

func (f *figures) print(t *testing.T) {
	t.Helper()
	asked, took := slices.Sorted(slices.Values(f.asked)), slices.Sorted(slices.Values(f.took))
	at := func(percent int) int { return (len(took) - 1) * percent / 100 }
	t.Logf("seed %d: %d denials, %d with a fix and %d more alternatives, %d with a field left to a person, %d with a fact to confirm, %d without, %d bounded, %d not compared, %d compared plainly too",
		*seedFlag, f.denials, f.fixed, f.alternatives, f.open, f.confirmed, f.none, f.bounded, f.skipped, f.plain)
	t.Logf("fact changed %d, fact untold %d", f.factChanged, f.factUntold)
	t.Logf("wrong %d, not offered %d, not least %d, not nearest %d, costlier %d, later %d, untold %d, unproven %d of %d; better %d",
		f.wrong, f.notOffered, f.notLeast, f.notNearest, f.costlier, f.later, f.untold, f.unproven, f.proven, f.better)
	t.Logf("asked the adapter: median %d, 95th %d, most %d", asked[at(50)], asked[at(95)], asked[at(100)])
	t.Logf("took: median %s, 95th %s, most %s", took[at(50)], took[at(95)], took[at(100)])
}
