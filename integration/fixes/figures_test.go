package fixes_test

import (
	"slices"
	"testing"
	"time"
)

// figures counts the results of the comparison.
type figures struct {
	denials, fixed, open, confirmed, none, bounded, alternatives, skipped, plain int
	factChanged, factUntold                                                      int // these too
	wrong, notOffered, notLeast, notNearest, costlier, later, untold, unproven   int // all of these are faults
	proven                                                                       int // contradictions
	better                                                                       int // than brute force
	asked                                                                        []int64
	took                                                                         []time.Duration
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
