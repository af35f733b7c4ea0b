package fixes_test

import (
	"cmp"
	"fmt"
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

// plain is the number of denials for one that is also compared with plain enumeration.
const plain = 20

// comparison is one denial with the results of the search and of brute force.
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
	best, there, ok := c.best(all)
	if offered := len(c.fixes.Alternatives) > 0 && len(c.fixes.Alternatives[0].Confirm) == 0; !ok && !offered {
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
		if ok {
			c.fault(&f.notOffered, "no fix is offered, and there is one: %v %+v", request.Differences(r, there), there)
		} else {
			c.contradicting()
		}
	case !ok:
		f.better++
		t.Logf("brute force finds none: %+v %+v", r, c.fixes.Alternatives[0])
	default:
		c.first(best, there)
		c.others()
	}
}

// factSets are the sets of facts that may change together, the smaller sets first.
var factSets = [][]string{{request.EnvironmentField}, {request.ClassificationField}, {request.EnvironmentField, request.ClassificationField}}

// withFacts compares a denial that only other facts solve, and reports whether they do. Each smallest set of facts for which brute
// force finds a fix is an alternative, no other set is, and the fix is the best for its set.
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
		a, ok := offered[fmt.Sprint(facts)]
		switch {
		case !found && ok:
			c.better++
		case found && !ok:
			c.fault(&c.notOffered, "%v would do, and is not offered: %+v", facts, there)
		}
		if found || ok {
			size = len(facts)
		}
		if ok {
			sets++
		}
		if found && ok {
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

// personal are the fields for which only the user knows a right value.
var personal = []string{request.ApplicationField, request.OwnerField, request.CostCentreField, request.JustificationField}

// best returns the best fix that brute force finds with some of the rules, with each set of open fields.
func (c *comparison) best(keep func(*rule) bool) (best worth, there request.Request, ok bool) {
	var asked set
	for _, of := range c.brute.all {
		asked |= of.asks
	}
	for open := range len(personal) + 1 {
		if ok && best.left == 0 {
			break
		}
		fewer := c.brute.fewer
		if ok { // with more open fields it is better only where it leaves less
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
			if w.open, w.changed, w.fields = open, w.changed+open, w.fields|left; is && (!ok || w.compare(best) < 0) {
				best, there, ok = w, r, true
			}
		}
	}
	return best, there, ok
}

// worthOf returns the worth of an alternative, and whether it is accepted apart from its open fields.
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

// bestOf compares an alternative with the best fix that may change the same facts.
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

// others checks the alternatives: each is accepted, none comes before a better one, and no two change the same fields at the
// same cost.
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
