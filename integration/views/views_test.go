package views_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

// newDrivers makes the drivers of each view; the service comes first, and the
// others are compared with it.
var newDrivers = []func(*testing.T, installation) driver{newServiceDriver, newAPIDriver, newCLIDriver, newPortalDriver}

// TestOneServiceManyViews compares records and proposals of every installation,
// request, spelling and view.
func TestOneServiceManyViews(t *testing.T) {
	var pairs atomic.Int64
	t.Run("installations", func(t *testing.T) {
		for _, in := range installations(t) {
			t.Run(in.String(), func(t *testing.T) {
				t.Parallel()
				pairs.Add(compareInstallation(t, in))
			})
		}
	})
	t.Logf("compared %d pairs of documents to the byte", pairs.Load())
	assert.Greater(t, pairs.Load(), int64(100*len(installations(t))), "the scenarios are there")
}

func compareInstallation(t *testing.T, in installation) int64 {
	var drivers []driver
	for _, make := range newDrivers {
		drivers = append(drivers, make(t, in))
	}
	pairs := compareSetup(t, drivers)
	all := requests(t, in)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		pairs += compareRequest(t, name, all[name], drivers)
	}
	return pairs
}

func compareSetup(t *testing.T, drivers []driver) int64 {
	pairs := int64(0)
	for _, d := range drivers[1:] {
		assert.Equal(t, drivers[0].profile(t), d.profile(t), "profile through %s", d.name())
		assert.Equal(t, drivers[0].readiness(t), d.readiness(t), "readiness through %s", d.name())
		pairs += 2
	}
	return pairs
}

// compareRequest compares every answer with the first; both documents of an
// answer count as a pair of their own.
func compareRequest(t *testing.T, name string, f fields, drivers []driver) int64 {
	var first answer
	pairs := int64(0)
	for i, s := range spellings(t, f) {
		for _, d := range drivers {
			if !d.reads(document.FormatOf(s.file, s.data)) {
				continue
			}
			got := d.ask(t, fmt.Sprintf("%s-%d", key(name), i), s)
			if first == (answer{}) {
				first = got
				expectDecision(t, name, got)
				continue
			}
			assert.Equal(t, first, got, "%s as %s through %s", name, s.name, d.name())
			pairs += 2
		}
	}
	return pairs
}

// key makes a name usable as an idempotency key.
func key(name string) string { return fmt.Sprintf("%x", name) }

// expectDecision holds that the scenario is what its name says, so that the
// comparison cannot pass on nothing.
func expectDecision(t *testing.T, name string, got answer) {
	var record request.Record
	require.NoError(t, json.Unmarshal([]byte(got.record), &record))
	want := request.Denied
	if name == "accepted" || name == "hostile text" {
		want = request.Accepted
	}
	if name == "smallest" { // one provider takes it, the other may not
		return
	}
	assert.Equal(t, want, record.Decision, "%s: %v", name, record.Violations)
	assert.Equal(t, want == request.Accepted, got.proposal != "")
}
