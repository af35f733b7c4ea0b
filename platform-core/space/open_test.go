package space_test

import (
	"cmp"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/space"
)

// user is a world whose rules also read fields for which only the user knows a value.
type user struct{ *world }

// hidden are values that a user may choose for a field that is left open.
var hidden = map[string][]request.Value{
	request.ApplicationField: {request.Text("gamma"), request.Text("alpha"), request.Text("beta")},
	request.OwnerField:       {request.Text("a@example.com"), request.Text("b@example.com"), request.Text("c@example.com")},
}

var userNames = []string{request.ApplicationField, request.OwnerField}

var choiceNames = []string{request.RegionField, request.NetworkField, request.SizeField, request.BudgetField}

func newUser(seed uint64) user {
	random := rand.New(rand.NewPCG(seed, 11))
	w := &world{seed: seed, sizes: []string{request.SizeField}, odds: 2 + random.Uint64N(2)}
	if random.IntN(2) == 0 {
		w.sizes = append(w.sizes, request.RegionField)
	}
	all := append(slices.Clone(userNames), choiceNames...)
	for i := range 2 + random.IntN(7) {
		var reads []string
		for _, name := range all {
			if random.IntN(3) == 0 && len(reads) < 3 {
				reads = append(reads, name)
			}
		}
		if len(reads) == 0 {
			reads = append(reads, all[random.IntN(len(all))])
		}
		c := space.Condition{
			ID: fmt.Sprintf("rule-%d", i), Field: reads[random.IntN(len(reads))], Reads: space.FieldsNamed(reads...),
			ReadsEstimate: random.IntN(5) == 0, FromAdapter: random.IntN(4) == 0,
		}
		own := space.FieldsNamed(c.Field)
		switch {
		case c.FromAdapter:
			c.ReadsEstimate, c.UserFields, c.ContextOnly = false, own.UserOnly(), (space.AllFields &^ own).UserOnly()
		case random.IntN(4) > 0:
			c.UserFields = c.Reads.UserOnly()
		case random.IntN(2) == 0:
			c.UserFields = own.UserOnly()
		default:
			c.ContextOnly = c.Reads.UserOnly()
		}
		w.reads, w.rules = append(w.reads, reads), append(w.rules, c)
	}
	return user{w}
}

func (u user) estimate(r request.Request) request.Estimate {
	by := u.chance("estimate", u.sizes, r)
	cost := request.Cents(int64(by % 3 * 100))
	if by%11 == 0 {
		cost = request.Money{}
	}
	return costing(cost)
}

// deniesAll reports whether a rule denies a request for all values of the open fields.
func (u user) deniesAll(i int, r request.Request, open space.Fields) (suggestion request.Value, denies bool) {
	suggestion, denies = u.says(i, r, u.estimate(r))
	rule := u.rules[i]
	if open &= rule.Reads &^ rule.ContextOnly; open == 0 {
		return suggestion, denies
	}
	if rule.FromAdapter {
		return request.Value{}, false
	}
	name := open.Names()[0]
	for _, v := range hidden[name] {
		_ = r.Set(name, v)
		if _, denies := u.deniesAll(i, r, open&^space.FieldsNamed(name)); !denies {
			return request.Value{}, false
		}
	}
	return request.Value{}, true
}

func (u user) isDenied(r request.Request, open space.Fields) bool {
	for i := range u.rules {
		if _, denies := u.deniesAll(i, r, open); denies {
			return true
		}
	}
	return false
}

func (u user) answer(r request.Request) space.Answer {
	a := space.Answer{Denies: map[string]request.Value{}, Estimate: u.estimate(r)}
	for i, rule := range u.rules {
		if suggestion, denies := u.says(i, r, a.Estimate); denies && rule.FromAdapter {
			a.Denies[rule.ID] = suggestion
		}
	}
	return a
}

// hidesPrices reports whether a request has another region, without a price.
func (u user) hidesPrices(from, to request.Request) bool {
	return to.Region != from.Region && !u.estimate(to).KnownTotal.Known
}

// offer is a fix by brute force.
type offer struct {
	kept, open, size int
	cost             int64
	others           int
	fields           space.Fields
}

func (o offer) rank(p offer) int {
	return cmp.Or(cmp.Compare(o.kept, p.kept), cmp.Compare(o.open, p.open), cmp.Compare(o.size, p.size))
}

func (o offer) compare(p offer) int {
	differ := o.fields ^ p.fields
	first := differ & -differ
	return cmp.Or(o.rank(p), cmp.Compare(o.cost, p.cost), cmp.Compare(o.others, p.others), cmp.Compare(p.fields&first, o.fields&first))
}

// offerOf returns the fix that leads to the request. ok is false if the request is denied or hides prices.
func (u user) offerOf(from, to request.Request, open space.Fields) (o offer, ok bool) {
	if u.isDenied(to, open) || u.hidesPrices(from, to) {
		return o, false
	}
	o.fields = space.FieldsNamed(request.Differences(from, to)...) | open
	o.open, o.size, o.cost = bits.OnesCount32(uint32(open)), bits.OnesCount32(uint32(o.fields)), costOf(u.estimate(to))
	if to.Region != from.Region {
		o.kept = 1
	}
	if open == 0 {
		return o, true
	}
	for _, name := range open.Names() {
		asked, own := false, false
		for i, rule := range u.rules {
			if _, denies := u.deniesAll(i, to, 0); denies && rule.UserFields&space.FieldsNamed(name) != 0 {
				asked, own = true, own || rule.Field == name
			}
		}
		if !asked {
			return o, false
		}
		if !own {
			o.others++
		}
	}
	for some := (o.fields - 1) & o.fields; ; some = (some - 1) & o.fields {
		r := from
		for _, name := range some.Names() {
			_ = r.Set(name, to.Value(name))
		}
		if !u.isDenied(r, some&open) && !u.hidesPrices(from, r) {
			return o, false
		}
		if some == 0 {
			return o, true
		}
	}
}

// offers returns the best fixes by brute force, the best first.
func (u user) offers(from request.Request) (best []offer) {
	requests := []request.Request{from}
	for _, name := range choiceNames {
		var next []request.Request
		for _, r := range requests {
			next = append(next, r)
			for _, v := range tried[name] {
				if other, err := r.With(name, v); err == nil && other != r {
					next = append(next, other)
				}
			}
		}
		requests = next
	}
	all := space.FieldsNamed(userNames...)
	for open := all; ; open = (open - 1) & all {
		for _, r := range requests {
			o, ok := u.offerOf(from, r, open)
			if !ok || len(best) > 0 && o.rank(best[0]) > 0 {
				continue
			}
			if len(best) > 0 && o.rank(best[0]) < 0 {
				best = nil
			}
			best = append(best, o)
		}
		if open == 0 {
			break
		}
	}
	slices.SortFunc(best, offer.compare)
	seen := map[offer]bool{}
	return slices.DeleteFunc(best, func(o offer) bool {
		key := offer{fields: o.fields, cost: o.cost}
		drop := seen[key]
		seen[key] = true
		return drop
	})
}

// problem returns the search for at most some fixes.
func (u user) problem(r request.Request, most int) space.Problem {
	p := u.world.problem(r)
	p.Answer, p.MaxFixes, p.ChangedLast = u.answer(r), most, []string{request.RegionField}
	p.Facts, p.Ask = space.FieldsNamed(userNames...), askingEach(u.answer)
	p.Evaluate = func(r request.Request, _ request.Estimate) outcome {
		return func(i int, open space.Fields) (request.Value, bool) { return u.deniesAll(i, r, open) }
	}
	return p
}

// TestOpenFieldsAgainstBruteForce compares the fixes with brute force. They are the same for each number of fixes.
func TestOpenFieldsAgainstBruteForce(t *testing.T) {
	seeds := []uint64{851} // only one of several values makes a rule ask for the open field
	for seed := range uint64(400) {
		if !testing.Short() || seed < 100 {
			seeds = append(seeds, seed)
		}
	}
	opened, none := 0, 0
	for _, seed := range seeds {
		u, r := newUser(seed), original(t)
		r.Owner = "a@example.com"
		if !u.isDenied(r, 0) {
			continue
		}
		want := u.offers(r)
		for _, most := range []int{1, 3} {
			result := searched(t, u.problem(r, most))
			var got []offer
			for _, fix := range result.Fixes {
				var open []string
				for _, o := range fix.Open {
					open = append(open, o.Field)
				}
				o, _ := u.offerOf(r, fix.Request, space.FieldsNamed(open...))
				got = append(got, o)
			}
			assert.Equal(t, want[:min(most, len(want))], got, "seed %d, at most %d", seed, most)
		}
		switch {
		case len(want) == 0:
			none++
		case want[0].open > 0:
			opened++
		}
	}
	assert.Greater(t, opened, 10)
	assert.Greater(t, none, 10)
}
