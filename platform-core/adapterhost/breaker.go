package adapterhost

import "time"

const (
	// maxFailures is the number of failed processes in a row that opens the breaker. A process
	// failed if it did not start, or crashed before it answered a call.
	maxFailures = 5
	// The cooldown is the time for which the breaker stays open. Each further failure doubles it.
	firstCooldown = 2 * time.Second
	maxCooldown   = time.Minute
	// The backoff delays a start after the second failure in a row. Each further failure doubles it.
	firstBackoff = 50 * time.Millisecond
	maxBackoff   = time.Second
)

// breaker stops the host from starting an adapter that only crashes. While it is open, no
// process is started. After the cooldown it is half open: the next call starts one process.
// One answer closes the breaker. The mutex of [remote] guards it.
type breaker struct {
	failures int
	until    time.Time
	// cause is the Problem of the last failure if that was a failed start; nil after a crash.
	cause error
}

// failed counts a process that ended before it answered a call.
func (b *breaker) failed(now time.Time, cause error) {
	b.failures++
	b.cause = cause
	if more := b.failures - maxFailures; more >= 0 {
		b.until = now.Add(min(maxCooldown, firstCooldown<<min(more, 10)))
	}
}

// answered closes the breaker, because a process answered a call.
func (b *breaker) answered() { *b = breaker{} }

// wait returns the remaining cooldown. It is 0 or less if the breaker is not open.
func (b *breaker) wait(now time.Time) time.Duration { return b.until.Sub(now) }

// backoff returns the delay before the next start.
func (b *breaker) backoff() time.Duration {
	if b.failures < 2 {
		return 0
	}
	return min(maxBackoff, firstBackoff<<min(b.failures-2, 10))
}
