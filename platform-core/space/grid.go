package space

import (
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
	values     map[string][]request.Value // of each field that the rule reads
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
	for i := range fields {
		v := fields[i].Example
		if v.IsZero() {
			v = fields[i].Default
		}
		_ = fields[i].Set(&in.Request, v)
	}
	in.Request.Region = p.AllowedRegions[0]
	in.Request.ExpiryDate, _ = in.Date.AddDays(14)
	return in
}

var fields = request.Fields()

func newGrid(c policy.Check, p profile.Profile, provider profile.Provider, budget *policy.Budget) *grid {
	g := &grid{base: base(p, budget), values: map[string][]request.Value{}}
	of := material{literals: c.Literals(), in: g.base, regions: someRegions(p, provider, c.Regions())}
	names, whole := c.OwnReads()
	for i := range fields {
		f := &fields[i]
		if !whole && !slices.ContainsFunc(names, func(name string) bool { return name == f.Name || strings.HasPrefix(f.Name, name+".") }) {
			continue
		}
		values := of.values(f)
		g.values[f.Name] = values[:min(len(values), maxOptions)]
		g.add(f.Name, options(f, g.values[f.Name]))
	}
	if c.ReadsEstimate() {
		g.add("estimate", of.estimates())
	}
	if p.PolicyDate == "" && c.ReadsDate() {
		g.add("policy date", of.days())
	}
	return g
}

// maxOptions bounds those of a dimension.
const maxOptions = 60

func (g *grid) add(name string, options []option) {
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
