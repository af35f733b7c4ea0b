package adapterhost

import "time"

const (
	// maxFailures is how many processes in a row may fail to start, or crash, before
	// one answers; then the breaker opens.
	maxFailures = 5
	// How long the breaker stays open, at first and at most: every attempt that
	// fails doubles it.
	firstCooldown = 2 * time.Second
	maxCooldown   = time.Minute
	// How long a start is delayed after the second failure in a row, and at most:
	// every further one doubles it.
	firstBackoff = 50 * time.Millisecond
	maxBackoff   = time.Second
)

// breaker keeps a host from starting an adapter that only crashes. While it is
// open nothing starts. Then it is half open: the next call starts one process,
// and one answer closes it. The supervisor's mutex guards it.
type breaker struct {
	failures int
	until    time.Time
	// cause is the Problem of the last failed start; nil after a crash.
	cause error
}

// failed counts a process that never answered.
func (b *breaker) failed(now time.Time, cause error) {
	b.failures++
	b.cause = cause
	if more := b.failures - maxFailures; more >= 0 {
		b.until = now.Add(min(maxCooldown, firstCooldown<<min(more, 10)))
	}
}

// answered closes the breaker.
func (b *breaker) answered() { *b = breaker{} }

// wait returns for how long nothing may start; 0 or less for not at all.
func (b *breaker) wait(now time.Time) time.Duration { return b.until.Sub(now) }

// backoff returns how long to delay a start.
func (b *breaker) backoff() time.Duration {
	if b.failures < 2 {
		return 0
	}
	return min(maxBackoff, firstBackoff<<min(b.failures-2, 10))
}
