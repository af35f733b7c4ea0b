package fixes_test

import (
	"cmp"
	"math/bits"
	"slices"

	"platform.internal/platform-core/request"
)

// set is a set of fields: bit n is that of fields[n].
type set uint32

func (s set) has(field int) bool { return s&(1<<field) != 0 }

func (s set) names() (names []string) {
	for i, f := range fields {
		if s.has(i) {
			names = append(names, f.Name)
		}
	}
	return names
}

func setOf(names []string) (s set) {
	for i, f := range fields {
		if slices.Contains(names, f.Name) || f.IsControl() && slices.Contains(names, request.ControlsField) {
			s |= 1 << i
		}
	}
	return s
}

// worth is how good a fix is, as docs/the-fix.md promises, from the most important: which of region, environment and classification
// it changes, how many fields are open, how many change in all, how many prices are missing, the cost, how many fields are
// open for rules on other fields, and the fields by their order.
type worth struct {
	left, open, changed, unpriced int
	cents                         int64
	beside                        int
	fields                        set
}

func (w worth) compare(other worth) int {
	return cmp.Or(
		cmp.Compare(w.left, other.left), cmp.Compare(w.open, other.open), cmp.Compare(w.changed, other.changed),
		cmp.Compare(w.unpriced, other.unpriced), cmp.Compare(w.cents, other.cents),
		cmp.Compare(w.beside, other.beside), compareSets(w.fields, other.fields),
	)
}

// besideOf returns how many open fields have no violation.
func besideOf(open set, violations []request.Violation) (n int) {
	for _, name := range open.names() {
		if !slices.ContainsFunc(violations, func(v request.Violation) bool { return v.Field == name }) {
			n++
		}
	}
	return n
}

// compareSets orders sets by the first field that only one of them has.
func compareSets(a, b set) int {
	differ := a ^ b
	if first := differ & -differ; first != 0 {
		return cmp.Compare(b&first, a&first)
	}
	return 0
}

var (
	kept      = []string{request.ClassificationField, request.EnvironmentField, request.RegionField}
	keptSets  = []set{setOf(kept[:1]), setOf(kept[1:2]), setOf(kept[2:])}
	regionSet = keptSets[2]
)

// leaves weighs the kept fields in a set: the region more than both others.
func leaves(changed set) (left int) {
	for i, one := range keptSets {
		if changed&one != 0 {
			left += 1 << i
		}
	}
	return left
}

// worthOf returns the worth of a request with a cost.
func worthOf(from, to request.Request, cost price) worth {
	w := worth{unpriced: cost.unpriced, cents: cost.cents}
	for i, f := range fields {
		if f.Get(&from) != f.Get(&to) {
			w.fields |= 1 << i
		}
	}
	w.left, w.changed = leaves(w.fields), bits.OnesCount32(uint32(w.fields))
	return w
}

// price is the part of an estimate that the tests compare.
type price struct {
	sized, known bool
	unpriced     int
	cents        int64
}

func priceOf(e request.Estimate) price {
	p := price{sized: len(e.Items) > 0, known: e.KnownTotal.Known, cents: e.KnownTotal.Cents}
	for _, item := range e.Items {
		if item.Counted() && !item.MonthlyCost.Known {
			p.unpriced++
		}
	}
	return p
}
