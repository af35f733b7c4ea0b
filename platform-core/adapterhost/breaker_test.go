package adapterhost

import (
	"errors"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// clock is a time that a test moves.
type clock struct{ at time.Time }

func newClock() *clock { return &clock{time.Unix(1_800_000_000, 0)} }

func (c *clock) now() time.Time { return c.at }

func (c *clock) pass(d time.Duration) { c.at = c.at.Add(d) }

func TestTheBreakerOpensOnACrashLoop(t *testing.T) {
	c := newClock()
	b := &breaker{now: c.now}
	for n := range mostFruitless {
		_, open := b.open()
		require.False(t, open, "after %d", n)
		b.lost(crashed, false, nil)
	}
	wait, open := b.open()
	assert.True(t, open)
	assert.Equal(t, firstCooldown, wait)

	// Half open: one more crash doubles the time, to a bound.
	for range 10 {
		c.pass(wait)
		_, open = b.open()
		require.False(t, open)
		b.lost(crashed, false, nil)
		longer, open := b.open()
		require.True(t, open)
		assert.Equal(t, min(mostCooldown, 2*wait), longer)
		wait = longer
	}
	c.pass(wait)
	b.answered()
	assert.Zero(t, b.backoff())
	b.lost(crashed, false, nil)
	_, open = b.open()
	assert.False(t, open, "a process that answers closes it")
}

func TestTheBreakerAllowsForAProcessThatWorks(t *testing.T) {
	c := newClock()
	b := &breaker{now: c.now}
	for range 10 * mostCrashes {
		b.answered()
		b.lost(crashed, true, nil)
		c.pass(crashWindow / mostCrashes)
		_, open := b.open()
		require.False(t, open, "about one a second")
	}
	for range mostCrashes {
		b.lost(crashed, true, nil)
	}
	_, open := b.open()
	assert.True(t, open, "many more than that")
}

// Whoever kills processes from outside takes the blame off the adapter, unless
// nothing ever runs.
func TestTheBreakerSparesAnAdapterThatIsKilled(t *testing.T) {
	b := &breaker{now: newClock().now}
	for range 10 * mostCrashes {
		b.lost(killed, true, nil)
		for range mostUnborn {
			b.lost(killed, false, nil)
		}
		_, open := b.open()
		require.False(t, open)
		require.Zero(t, b.backoff())
		b.answered()
	}
	for n := range mostUnborn + mostFruitless {
		_, open := b.open()
		require.False(t, open, "after %d", n)
		b.lost(killed, false, nil)
	}
	_, open := b.open()
	assert.True(t, open)
}

func TestStartsArePutOff(t *testing.T) {
	b := &breaker{now: newClock().now}
	var waits []time.Duration
	for range 4 {
		waits = append(waits, b.backoff())
		b.lost(stillborn, false, errors.New("why"))
	}
	assert.Equal(t, []time.Duration{0, 0, firstBackoff, 2 * firstBackoff}, waits)
	b.fruitless = 1000
	assert.Equal(t, mostBackoff, b.backoff())
}

func TestQuarantine(t *testing.T) {
	c := newClock()
	q := newQuarantine(c.now)
	one, other := &generation{}, &generation{}
	call := fingerprint{1}
	q.strike(call, one)
	q.strike(call, one)
	strikes, _ := q.strikes(call)
	assert.Equal(t, 1, strikes, "one process is one strike")
	q.strike(call, other)
	strikes, wait := q.strikes(call)
	assert.Equal(t, mostStrikes, strikes)
	assert.Equal(t, quarantineTime, wait)
	c.pass(quarantineTime)
	strikes, _ = q.strikes(call)
	assert.Zero(t, strikes, "it is remembered for a while")
	assert.False(t, q.some.Load())

	q.strike(call, one)
	q.clear(call)
	assert.False(t, q.some.Load(), "an answer clears a call")
	for n := range 3 * mostSuspects {
		q.strike(fingerprint([]byte(strconv.Itoa(1_000_000+n)+string(make([]byte, 25)))), one)
	}
	assert.Len(t, q.suspects, mostSuspects, "memory is bounded")
	assert.Len(t, q.order, mostSuspects)
}

func TestTheGate(t *testing.T) {
	c := newClock()
	g := newGate(c.now)
	for range lineBurst {
		_, ok := g.pass()
		require.True(t, ok)
	}
	for range 3 {
		_, ok := g.pass()
		assert.False(t, ok)
	}
	assert.Equal(t, 3, g.rest())
	c.pass(time.Second)
	dropped, ok := g.pass()
	assert.True(t, ok)
	assert.Equal(t, 3, dropped)
	assert.Zero(t, g.rest())
}

// A call that ends every process is asked twice, and then not for a while; other
// calls go on.
func TestAPoisonousCallIsNotAskedAThirdTime(t *testing.T) {
	t.Parallel()
	var log journal
	adapter := start(t, "crashing", Options{Logger: log.logger()})
	_, err := adapter.Evaluate(t.Context(), sampleOrder(request.Small))
	assert.Equal(t, AdapterCrashed, refusal(t, err, problem.AdapterUnavailable).Faults[0].Code)
	require.Eventually(t, func() bool { return count(&log, "adapter crashed") == mostStrikes }, 5*time.Second, 5*time.Millisecond)
	_, err = adapter.Evaluate(t.Context(), sampleOrder(request.Small))
	var p *problem.Problem
	require.ErrorAs(t, err, &p)
	assert.Equal(t, AdapterRequestQuarantined, p.Faults[0].Code)
	assert.InDelta(t, quarantineTime.Seconds(), p.RetryAfter, 60)
	_, err = adapter.CheckInstallation(t.Context(), sampleProfile())
	assert.NoError(t, err)
	assert.Equal(t, mostStrikes, count(&log, "adapter crashed"))
}

func TestACrashLoopIsLeftAlone(t *testing.T) {
	t.Parallel()
	var log journal
	adapter := start(t, "crash-looping", Options{Logger: log.logger()})
	var last *problem.Problem
	for _, size := range request.Sizes() {
		_, err := adapter.Evaluate(t.Context(), sampleOrder(size))
		require.ErrorAs(t, err, &last)
	}
	_, err := adapter.CheckInstallation(t.Context(), sampleProfile())
	require.ErrorAs(t, err, &last)
	assert.Equal(t, AdapterCrashLoop, last.Faults[0].Code, "%v", last)
	assert.Positive(t, last.RetryAfter)
	require.Eventually(t, func() bool { return count(&log, "adapter crashed") == mostFruitless }, 5*time.Second, 5*time.Millisecond)
}
