package adapterhost

import (
	"errors"
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
	now := newClock().now()
	b := &breaker{}
	for n := range maxFailures {
		require.LessOrEqual(t, b.wait(now), time.Duration(0), "after %d", n)
		b.failed(now, nil)
	}
	want := firstCooldown
	for range 10 { // half open: one more crash doubles the time, up to a bound
		assert.Equal(t, want, b.wait(now))
		now = now.Add(want)
		require.LessOrEqual(t, b.wait(now), time.Duration(0))
		b.failed(now, nil)
		want = min(maxCooldown, 2*want)
	}
	b.answered()
	b.failed(now, nil)
	assert.LessOrEqual(t, b.wait(now), time.Duration(0), "an answer closes it")
}

func TestStartsAreDelayed(t *testing.T) {
	b := &breaker{}
	var waits []time.Duration
	for range 4 {
		waits = append(waits, b.backoff())
		b.failed(newClock().now(), errors.New("why"))
	}
	assert.Equal(t, []time.Duration{0, 0, firstBackoff, 2 * firstBackoff}, waits)
	b.failures = 1000
	assert.Equal(t, maxBackoff, b.backoff())
}

func TestSuspects(t *testing.T) {
	c := newClock()
	s := newSuspects(c.now)
	one, other := &generation{}, &generation{}
	request := fingerprint{1}
	s.strike(request, one)
	s.strike(request, one)
	strikes, _ := s.strikes(request)
	assert.Equal(t, 1, strikes, "one process is one strike")
	s.strike(request, other)
	strikes, wait := s.strikes(request)
	assert.Equal(t, maxStrikes, strikes)
	assert.Equal(t, refusalTime, wait)
	c.pass(refusalTime)
	strikes, _ = s.strikes(request)
	assert.Zero(t, strikes, "it is remembered for a while")
	assert.True(t, s.empty())

	s.strike(request, one)
	s.clear(request)
	assert.True(t, s.empty(), "an answer clears a request")
	for n := range 2 * maxSuspects {
		c.pass(time.Millisecond)
		s.strike(fingerprint{byte(n), byte(n >> 8)}, one)
	}
	assert.Len(t, s.list, maxSuspects, "memory is bounded")
}

// A call that ends every process is made twice, and then refused for a while;
// other calls are answered.
func TestACallThatCrashesTwoProcessesIsRefused(t *testing.T) {
	t.Parallel()
	var log journal
	adapter := start(t, "crashing", Options{Logger: log.logger()})
	_, err := adapter.Evaluate(t.Context(), sampleOrder(request.Small))
	assert.Equal(t, problem.AdapterCrashed, refusal(t, err, problem.AdapterUnavailable).Faults[0].Code)
	require.Eventually(t, func() bool { return count(&log, "adapter crashed") == maxStrikes }, 5*time.Second, 5*time.Millisecond)
	_, err = adapter.Evaluate(t.Context(), sampleOrder(request.Small))
	var p *problem.Problem
	require.ErrorAs(t, err, &p)
	assert.Equal(t, problem.AdapterRequestQuarantined, p.Faults[0].Code)
	assert.InDelta(t, refusalTime.Seconds(), p.RetryAfter, 60)
	_, err = adapter.CheckInstallation(t.Context(), sampleProfile())
	assert.NoError(t, err)
	assert.Equal(t, maxStrikes, count(&log, "adapter crashed"))
}

func TestACrashLoopOpensTheBreaker(t *testing.T) {
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
	assert.Equal(t, problem.AdapterCrashLoop, last.Faults[0].Code, "%v", last)
	assert.Positive(t, last.RetryAfter)
	require.Eventually(t, func() bool { return count(&log, "adapter crashed") == maxFailures }, 5*time.Second, 5*time.Millisecond)
}
