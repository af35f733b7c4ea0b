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

// grid holds the sample inputs of one rule for [Lint]: every combination of sample values of what the rule
// reads. Everything else is as in the base.
type grid struct {
	base policy.Input
	axes []axis
	// exhaustive is true if each request has the same outcome as one of the combinations. It is false for a
	// rule on dates or estimates, since only some of them are in the grid.
	exhaustive bool
	// truncated is true if an axis has more values than maxAxis.
	truncated bool
}

// axis is a field, or something else that a rule reads, and its sample values.
type axis struct {
	name   string
	values []sampleValue
}

type sampleValue struct {
	text string
	set  func(*policy.Input)
}

// defaultDay is the policy date of a grid if the profile has none.
const defaultDay = request.Date("2026-01-01")

// baseInput returns a request that no rule of the platform denies.
func baseInput(p profile.Profile, budget *policy.Budget) policy.Input {
	in := policy.Input{Profile: p, Budget: budget, Date: cmp.Or(p.PolicyDate, defaultDay), Estimate: dollars(1)}
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

// newGrid returns the sample inputs of a rule.
func newGrid(c *policy.CompiledRule, p profile.Profile, provider profile.Provider, budget *policy.Budget) *grid {
	g := &grid{base: baseInput(p, budget)}
	share := g.base
	share.Budget = budget.Part(budget.Left() / partitionShare)
	// A rule may name regions that the provider does not have yet.
	comparisons, uncovered := compared(c, share, func(name string) bool {
		return isEnumerableField(name) && name != request.RegionField || name == policy.ByEstimate
	})
	if c.Suggest != "" { // the suggestion may read other fields
		comparisons = append(comparisons, literals(c, g.base.Date)...)
	}
	by := partition{
		comparisons: comparisons, regions: sampleRegions(p, provider), dates: []request.Date{g.base.Date},
		dollars: sampleDollars, budget: share.Budget, cache: map[cacheKey]representatives{},
	}
	g.exhaustive = len(uncovered) == 0 && !c.ReadsDate() && !c.ReadsEstimate() &&
		!slices.ContainsFunc(comparisons, func(one policy.Comparison) bool {
			return one.Field == request.RegionField && one.By != policy.ByValue
		})
	names, all := c.OwnReads()
	for i := range requestFields {
		f := &requestFields[i]
		if !all && !slices.ContainsFunc(names, func(name string) bool {
			return name == f.Name || strings.HasPrefix(f.Name, name+".")
		}) {
			continue
		}
		values, complete := by.representatives(f, g.base.Request)
		if text, ok := unusualTexts[f.Name]; ok {
			values = append(values, request.Text(text))
		}
		g.exhaustive = g.exhaustive && complete
		g.add(f.Name, g.fieldValues(f, values, provider))
	}
	if c.ReadsEstimate() {
		g.add("estimate", sampleEstimates(c.Literals()))
	}
	if p.PolicyDate == "" && c.ReadsDate() {
		g.add("policy date", sampleDays(g.base.Date, c.Literals()))
	}
	return g
}

// unusualTexts differ from the examples in their parts: a suggestion may be wrong only for such texts.
var unusualTexts = map[string]string{request.ApplicationField: "a-b-c-d", request.OwnerField: "ops@other.example"}

// partitionShare is the divisor of a rule's budget that gives the steps for finding representatives.
const partitionShare = 4

// sampleRegions returns the allowed regions and one other region.
func sampleRegions(p profile.Profile, provider profile.Provider) []string {
	for _, r := range provider.Regions {
		if !slices.Contains(p.AllowedRegions, r.Name) {
			return append(slices.Clone(p.AllowedRegions), r.Name)
		}
	}
	return p.AllowedRegions
}

// fieldValues returns the values that a field accepts, that of the base first. It leaves out regions that
// the provider does not have, since such a request is refused before any rule.
func (g *grid) fieldValues(f *request.Field, values []request.Value, provider profile.Provider) (list []sampleValue) {
	seen := map[request.Value]bool{}
	for _, v := range append([]request.Value{f.Get(&g.base.Request)}, values...) {
		r := g.base.Request
		if f.Set(&r, v) != nil || seen[f.Get(&r)] || f.Name == request.RegionField && !provider.HasRegion(v.Text) {
			continue
		}
		v = f.Get(&r)
		seen[v] = true
		list = append(list, sampleValue{cmp.Or(v.String(), "none"), func(in *policy.Input) { f.Assign(&in.Request, v) }})
	}
	return list
}

// maxAxis limits the values of an axis.
const maxAxis = 60

func (g *grid) add(name string, values []sampleValue) {
	g.truncated = g.truncated || len(values) > maxAxis
	g.axes = append(g.axes, axis{name, values[:min(len(values), maxAxis)]})
}

// combinations yields the numbers of all combinations, or as many as the limit, evenly spread.
func (g *grid) combinations(limit int) iter.Seq[uint64] {
	total := g.size()
	step := stride(total, limit)
	return func(yield func(uint64) bool) {
		for n, at := 0, uint64(0); n < limit && uint64(n) < total && yield(at); n++ { // #nosec G115 -- counts up from 0
			at = (at + step) % total
		}
	}
}

// maxSize limits the combinations of a grid.
const maxSize = 1 << 50

// size returns the number of combinations. It drops values of the longest axis until there are at most
// maxSize combinations.
func (g *grid) size() uint64 {
	for {
		total, longest := uint64(1), 0
		for i, a := range g.axes {
			if total > maxSize {
				break
			}
			total *= uint64(len(a.values))
			if len(a.values) > len(g.axes[longest].values) {
				longest = i
			}
		}
		if total <= maxSize {
			return total
		}
		a := &g.axes[longest]
		a.values = a.values[:len(a.values)-1]
	}
}

// stride returns the distance between the combinations that are tried. It has no divisor in common with the total, whose
// factors are at most maxAxis, so that all combinations are reached.
func stride(total uint64, limit int) uint64 {
	const prime = 695_844_410_359_093
	if total <= uint64(limit) { // #nosec G115 -- positive
		return 1
	}
	return prime % total
}

// input returns the combination with a number.
func (g *grid) input(number uint64) policy.Input {
	in := g.base
	for _, v := range g.values(number) {
		v.set(&in)
	}
	return in
}

// describe returns the values of the combination with a number, as a text.
func (g *grid) describe(number uint64) string {
	var texts []string
	for name, v := range g.values(number) {
		texts = append(texts, name+": "+v.text)
	}
	return strings.Join(texts, ", ")
}

// values yields the name and the value of each axis in the combination with a number.
func (g *grid) values(number uint64) iter.Seq2[string, *sampleValue] {
	return func(yield func(string, *sampleValue) bool) {
		for _, a := range g.axes {
			size := uint64(len(a.values))
			if !yield(a.name, &a.values[number%size]) {
				return
			}
			number /= size
		}
	}
}

// sampleDollars are the estimates with which each rule on the estimate is tried.
var sampleDollars = []int64{1, 250, 2500}

// sampleEstimates returns estimates to try: one dollar, an estimate of a request that cannot be sized, and
// one with a part that has no price. The others are sampleDollars and the numbers in the rule, each with its
// two neighbours.
func sampleEstimates(literals []request.Value) []sampleValue {
	list := []sampleValue{
		estimateValue("1 dollar", dollars(1)),
		estimateValue("none, the request cannot be sized", request.Estimate{Currency: "USD"}),
		estimateValue("at least 250 dollars", priced(request.Cents(250_00), request.Money{})),
	}
	const largest = 100_000 // no environment costs more
	amounts := slices.Clone(sampleDollars)
	for _, v := range literals {
		if v.Kind == request.NumberValue {
			amounts = append(amounts, v.Number, v.Number-1, v.Number+1)
		}
	}
	for i, n := range amounts {
		if n > 1 && n <= largest && !slices.Contains(amounts[:i], n) {
			list = append(list, estimateValue(fmt.Sprintf("%d dollars", n), dollars(n)))
		}
	}
	return list
}

func estimateValue(text string, e request.Estimate) sampleValue {
	return sampleValue{text, func(in *policy.Input) { in.Estimate = e }}
}

// dollars returns an estimate of n dollars a month.
func dollars(n int64) request.Estimate { return priced(request.Cents(100*n), request.Cents(100*n)) }

func priced(known, monthly request.Money) request.Estimate {
	return request.Estimate{
		Currency: "USD", KnownTotal: known, MonthlyTotal: monthly,
		Items: []request.EstimateItem{{Basis: request.Fixed, MonthlyCost: monthly}},
	}
}

// sampleDays returns policy dates to try: the first, and each date in the rule with the days before and
// after it.
func sampleDays(first request.Date, literals []request.Value) (list []sampleValue) {
	days := []request.Date{first}
	for _, v := range literals {
		for n := -1; n <= 1; n++ {
			if d, err := request.Date(v.Text).AddDays(n); err == nil && d != "" && !slices.Contains(days, d) {
				days = append(days, d)
			}
		}
	}
	for _, d := range days {
		list = append(list, sampleValue{string(d), func(in *policy.Input) { in.Date = d }})
	}
	return list
}
