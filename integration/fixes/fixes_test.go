package fixes_test

import (
	"flag"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
)

var (
	denialsFlag = flag.Int("denials", 160, "how many `denials` to compare")
	seedFlag    = flag.Uint64("seed", 1, "the `seed` of the denials")
)

// perProfile is how many denials are made of one profile.
const perProfile = 8

// TestNoFixIsBetter compares the fix of each denial with the best of all requests that
// brute force finds.
func TestNoFixIsBetter(t *testing.T) {
	var figures figures
	for number := uint64(0); figures.denials < *denialsFlag; number++ {
		g := newGenerator(*seedFlag, number)
		of := providers[number%2]
		text := g.profile(of)
		p := newPlatform(t, of, text)
		for range perProfile {
			r := g.request(t, p, append(slices.Clone(of.regions), of.unpriced))
			if denied := p.decide(t, r); denied.Decision == request.Denied {
				figures.compare(t, p, r, text)
			}
		}
	}
	figures.print(t)
	assert.Greater(t, figures.fixed, figures.denials/2, "the seeds give few fixes")
	assert.Greater(t, figures.none, figures.denials/50, "the seeds give few denials without a fix")
}

// figures count what the comparison found.
type figures struct {
	denials, fixed, none                         int
	wrong, notOffered, notLeast, costlier, later int // all of these are faults
	better                                       int // than brute force
	asked                                        []int64
	took                                         []time.Duration
}

func (f *figures) compare(t *testing.T, p *platform, r request.Request, profile string) {
	t.Helper()
	f.denials++
	denied, err := p.searched.Decide(t.Context(), r)
	require.NoError(t, err)
	before, start := p.asked.Load(), time.Now()
	changes, err := p.searched.Fix(t.Context(), denied)
	f.took, f.asked = append(f.took, time.Since(start)), append(f.asked, p.asked.Load()-before)
	require.NoError(t, err)
	brute := newBruteForce(t, p, denied)
	started := time.Now()
	best, better, found := brute.best()
	if d := time.Since(started); d > 3*time.Second {
		t.Logf("SLOW %s %d evaluated %d values\n%s%+v\n", d, len(brute.seen), brute.count(), profile, r)
	}
	fault := func(count *int, what string) {
		*count++
		t.Errorf("%s\n%s\nrequest: %+v\nfix: %v\nbest: %+v %v: %+v", what, profile, r, changes, best, request.Differences(r, better), better)
	}
	if changes == nil {
		f.none++
		if found {
			fault(&f.notOffered, "no fix is offered, and there is one")
		}
		return
	}
	f.fixed++
	fixed := r
	for _, c := range changes {
		require.NoError(t, fixed.Set(c.Field, c.To))
	}
	after := p.decide(t, fixed)
	got := worthOf(r, after)
	if got.unpriced > 0 && got.left >= 4 {
		t.Logf("UNPRICED %v %v\n%v", changes, after.Estimate.MonthlyTotal, p.profile.AllowedRegions)
	}
	switch {
	case after.Decision != request.Accepted || got.changed != len(changes):
		fault(&f.wrong, "the fix is not accepted")
	case !found:
		f.better++
		t.Logf("brute force finds none: %+v %v", r, changes)
	case got.left > best.left || got.left == best.left && got.changed > best.changed:
		fault(&f.notLeast, "another fix changes less")
	case got.left == best.left && got.changed == best.changed && (got.unpriced > best.unpriced || got.unpriced == best.unpriced && got.cents > best.cents):
		fault(&f.costlier, "another fix costs less")
	case got.compare(best) > 0:
		fault(&f.later, "another fix as cheap changes earlier fields")
	case got.compare(best) < 0:
		f.better++
		t.Logf("brute force finds worse: %+v %v %+v", r, changes, best)
	}
}

func (f *figures) print(t *testing.T) {
	t.Helper()
	slices.Sort(f.asked)
	slices.Sort(f.took)
	at := func(percent int) int { return (len(f.took) - 1) * percent / 100 }
	t.Logf("seed %d: %d denials, %d with a fix, %d without", *seedFlag, f.denials, f.fixed, f.none)
	t.Logf("wrong %d, not offered %d, not least %d, costlier %d, later %d, better %d", f.wrong, f.notOffered, f.notLeast, f.costlier, f.later, f.better)
	t.Logf("asked the adapter: median %d, 95th %d, most %d", f.asked[at(50)], f.asked[at(95)], f.asked[at(100)])
	t.Logf("took: median %s, 95th %s, most %s", f.took[at(50)], f.took[at(95)], f.took[at(100)])
}
