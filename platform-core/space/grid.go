package space

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// grid is the requests on which a rule is tried: each combination of the values of what
// the rule reads. All else is as in the base.
type grid struct {
	base       policy.Input
	dimensions []dimension
	// whole is set where every request comes out of the rule as one of the combinations does. Of
	// days and of estimates only some are tried.
	whole bool
	// dropped is set where a dimension had more values than maxOptions.
	dropped bool
}

// dimension is one thing that a rule reads, and its values.
type dimension struct {
	name    string
	options []option
}

type option struct {
	text string
	set  func(*policy.Input)
}

// anyDay is the policy date where the profile has none and the rule names no other.
const anyDay = request.Date("2026-01-01")

// base returns a request that no rule of the platform denies, as a policy sees it.
func base(p profile.Profile, budget *policy.Budget) policy.Input {
	in := policy.Input{Profile: p, Budget: budget, Date: p.PolicyDate, Estimate: dollars(1)}
	if in.Date == "" {
		in.Date = anyDay
	}
	for i := range requestFields {
		v := requestFields[i].Example
		if v.IsZero() {
			v = requestFields[i].Default
		}
		_ = requestFields[i].Set(&in.Request, v)
	}
	in.Request.Region = p.AllowedRegions[0]
	in.Request.ExpiryDate, _ = in.Date.AddDays(14)
	return in
}

// newGrid returns the requests on which a rule is tried.
func newGrid(c *policy.CompiledRule, p profile.Profile, provider profile.Provider, budget *policy.Budget) *grid {
	g := &grid{base: base(p, budget)}
	share := g.base
	share.Budget = budget.Part(budget.Left() / cutShare)
	// A rule may be about the names of regions that the provider does not have yet.
	comparisons, uncovered := compared(c, share, func(name string) bool {
		return isEnumerableField(name) && name != request.RegionField || name == policy.ByEstimate
	})
	if c.Suggest != "" { // it may read other fields
		comparisons = append(comparisons, literals(c, g.base.Date)...)
	}
	by := partition{
		comparisons: comparisons, regions: regionNames(p, provider), dates: []request.Date{g.base.Date}, dollars: someDollars,
		budget: share.Budget, samples: map[sampleKey]sample{},
	}
	g.whole = len(uncovered) == 0 && !c.ReadsDate() && !c.ReadsEstimate() &&
		!slices.ContainsFunc(comparisons, func(one policy.Comparison) bool { return one.Field == request.RegionField && one.By != policy.ByValue })
	names, all := c.OwnReads()
	for i := range requestFields {
		f := &requestFields[i]
		if !all && !slices.ContainsFunc(names, func(name string) bool { return name == f.Name || strings.HasPrefix(f.Name, name+".") }) {
			continue
		}
		values, whole := by.representatives(f, g.base.Request)
		if text, ok := unlike[f.Name]; ok {
			values = append(values, request.Text(text))
		}
		g.whole = g.whole && whole
		g.add(f.Name, g.options(f, values, provider))
	}
	if c.ReadsEstimate() {
		g.add("estimate", estimates(c.Literals()))
	}
	if p.PolicyDate == "" && c.ReadsDate() {
		g.add("policy date", days(g.base.Date, c.Literals()))
	}
	return g
}

// unlike are texts that are made of other parts than the examples: a suggestion may be right for
// values like these only.
var unlike = map[string]string{request.ApplicationField: "a-b-c-d", request.OwnerField: "ops@other.example"}

// cutShare is what part of its steps a rule may take to find the values that it distinguishes.
const cutShare = 4

// regionNames returns the allowed regions, and one that is not allowed.
func regionNames(p profile.Profile, provider profile.Provider) []string {
	for _, r := range provider.Regions {
		if !slices.Contains(p.AllowedRegions, r.Name) {
			return append(slices.Clone(p.AllowedRegions), r.Name)
		}
	}
	return p.AllowedRegions
}

// options returns those of the values that a field can have, that of the base first. A request with a
// region that the provider does not have is refused before any rule.
func (g *grid) options(f *request.Field, values []request.Value, provider profile.Provider) (list []option) {
	seen := map[request.Value]bool{}
	for _, v := range append([]request.Value{f.Get(&g.base.Request)}, values...) {
		r := g.base.Request
		if f.Set(&r, v) != nil || seen[f.Get(&r)] || f.Name == request.RegionField && !provider.HasRegion(v.Text) {
			continue
		}
		v = f.Get(&r)
		seen[v] = true
		list = append(list, option{cmp.Or(v.String(), "none"), func(in *policy.Input) { f.Assign(&in.Request, v) }})
	}
	return list
}

// maxOptions bounds those of a dimension.
const maxOptions = 60

func (g *grid) add(name string, options []option) {
	g.dropped = g.dropped || len(options) > maxOptions
	g.dimensions = append(g.dimensions, dimension{name, options[:min(len(options), maxOptions)]})
}

// constant reports whether the grid has one request only, because the rule reads nothing.
func (g *grid) constant() bool { return len(g.dimensions) == 0 }

// inputs yields the requests of the grid, with what distinguishes each: all of them, or as
// many as the limit, evenly spread.
func (g *grid) inputs(limit int) iter.Seq2[policy.Input, func() string] {
	total := g.bound()
	step := stride(total, limit)
	return func(yield func(policy.Input, func() string) bool) {
		for n, at := 0, uint64(0); n < limit && uint64(n) < total; n++ { // #nosec G115 -- counts up from 0
			if !yield(g.at(at)) {
				return
			}
			at = (at + step) % total
		}
	}
}

// maxTotal bounds the combinations, so that their number is one.
const maxTotal = 1 << 50

// bound drops values until there are at most maxTotal combinations, and returns how many.
func (g *grid) bound() uint64 {
	for {
		total, widest := uint64(1), 0
		for i, d := range g.dimensions {
			if total > maxTotal {
				break
			}
			total *= uint64(len(d.options))
			if len(d.options) > len(g.dimensions[widest].options) {
				widest = i
			}
		}
		if total <= maxTotal {
			return total
		}
		d := &g.dimensions[widest]
		d.options = d.options[:len(d.options)-1]
	}
}

// stride returns the distance of the combinations that are tried: one that reaches all of
// them, and spreads those before the limit.
func stride(total uint64, limit int) uint64 {
	if total <= uint64(limit) { // #nosec G115 -- positive
		return 1
	}
	step := total/uint64(limit) + 1 // #nosec G115 -- positive
	step += total / 7
	for divisor(step, total) != 1 {
		step++
	}
	return step % total
}

// divisor returns the greatest common divisor.
func divisor(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// others returns a request with each of the other values of a field.
func (g *grid) others(field string, in policy.Input) (list []policy.Input) {
	for _, d := range g.dimensions {
		if d.name != field {
			continue
		}
		for _, o := range d.options {
			other := in
			o.set(&other)
			list = append(list, other)
		}
	}
	return list
}

// at returns the combination with a number.
func (g *grid) at(number uint64) (policy.Input, func() string) {
	in := g.base
	for _, chosen := range g.chosen(number) {
		chosen.set(&in)
	}
	return in, func() string {
		var texts []string
		for d, chosen := range g.chosen(number) {
			texts = append(texts, d.name+": "+chosen.text)
		}
		return strings.Join(texts, ", ")
	}
}

// chosen yields each dimension and its value in the combination with a number.
func (g *grid) chosen(number uint64) iter.Seq2[*dimension, *option] {
	return func(yield func(*dimension, *option) bool) {
		for i := range g.dimensions {
			d := &g.dimensions[i]
			size := uint64(len(d.options))
			if !yield(d, &d.options[number%size]) {
				return
			}
			number /= size
		}
	}
}

// someDollars are estimates on which each rule that reads one is tried.
var someDollars = []int64{1, 250, 2500}

// estimates returns the estimates to try. The first are a dollar, an estimate of a request that cannot be
// sized, and one with a part that has no price. Others are someDollars, and each number in the rule and
// the two next to it, in dollars.
func estimates(literals []request.Value) []option {
	list := []option{
		estimate("1 dollar", dollars(1)),
		estimate("none, the request cannot be sized", request.Estimate{Currency: "USD"}),
		estimate("at least 250 dollars", priced(request.Cents(250_00), request.Money{})),
	}
	const largest = 100_000 // no environment costs more
	amounts := slices.Clone(someDollars)
	for _, v := range literals {
		if v.Kind == request.NumberValue {
			amounts = append(amounts, v.Number, v.Number-1, v.Number+1)
		}
	}
	for i, n := range amounts {
		if n > 1 && n <= largest && !slices.Contains(amounts[:i], n) {
			list = append(list, estimate(fmt.Sprintf("%d dollars", n), dollars(n)))
		}
	}
	return list
}

func estimate(text string, e request.Estimate) option {
	return option{text, func(in *policy.Input) { in.Estimate = e }}
}

// dollars returns an estimate of n dollars a month.
func dollars(n int64) request.Estimate { return priced(request.Cents(100*n), request.Cents(100*n)) }

func priced(known, monthly request.Money) request.Estimate {
	return request.Estimate{
		Currency: "USD", KnownTotal: known, MonthlyTotal: monthly,
		Items: []request.EstimateItem{{Basis: request.Fixed, MonthlyCost: monthly}},
	}
}

// days returns the policy dates to try: the first, and each date in the rule with the days before and
// after it.
func days(first request.Date, literals []request.Value) (list []option) {
	days := []request.Date{first}
	for _, v := range literals {
		for n := -1; n <= 1; n++ {
			if d, err := request.Date(v.Text).AddDays(n); err == nil && d != "" && !slices.Contains(days, d) {
				days = append(days, d)
			}
		}
	}
	for _, d := range days {
		list = append(list, option{string(d), func(in *policy.Input) { in.Date = d }})
	}
	return list
}
