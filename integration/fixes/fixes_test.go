package fixes_test

import (
	"flag"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/integration/providers"
	"platform.internal/platform-core/request"
)

var (
	denialsFlag = flag.Int("denials", 0, "how many `denials` to compare; 0 for 24, and 12 in a short test")
	seedFlag    = flag.Uint64("seed", 103, "the `seed` of the denials")
	stepsFlag   = flag.Int("steps", 80_000, "after how many `steps` brute force ends")
)

// perProfile is the number of requests for one profile. If it is small, a sample has many profiles.
const perProfile = 3

// TestNoFixIsBetter compares the fix of each denial with the best request that brute force finds.
func TestNoFixIsBetter(t *testing.T) {
	wanted := *denialsFlag
	switch {
	case wanted > 0:
	case testing.Short():
		wanted = 12
	default:
		wanted = 24
	}
	ids, shown, figures := providers.All.Providers(), 0, figures{}
	// A denial whose space is too large for brute force is not compared, and does not count.
	for number := uint64(0); figures.denials-figures.skipped < wanted; number++ {
		g := newGenerator(*seedFlag, number)
		of := drawProvider(t, newGenerator(number, *seedFlag), ids[number%uint64(len(ids))])
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
