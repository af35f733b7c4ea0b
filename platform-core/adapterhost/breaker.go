package adapterhost

import (
	"slices"
	"time"
)

// When the breaker opens. A process is fruitless that went down before it
// answered a single call: several of those in a row are a crash loop. One that
// works is replaced for as long as it does not crash more than about once a
// second.
const (
	mostFruitless = 5
	mostCrashes   = 60
	crashWindow   = time.Minute
	// mostUnborn is how many processes in a row may be killed from outside before
	// one answers. Until then the adapter has no part in it; after that it is no
	// different from a crash loop: nothing runs for long, whoever is the cause.
	mostUnborn = 32
)

// How long the breaker stays open: at first, and at most. Every trial that fails
// doubles it.
const (
	firstCooldown = 2 * time.Second
	mostCooldown  = time.Minute
)

// How long a start is put off after the second fruitless process in a row and
// at most. Every further one doubles it.
const (
	firstBackoff = 50 * time.Millisecond
	mostBackoff  = time.Second
)

// breaker keeps a host from starting an adapter that only crashes. Open, it lets
// nothing start. When its time is over it is half open: the next call starts one
// process, and that one's fate decides. The supervisor's mutex guards it.
type breaker struct {
	now func() time.Time

	fruitless int
	// unborn counts the processes in a row that were killed before they answered.
	unborn   int
	crashes  []time.Time // within the window
	cooldown time.Duration
	until    time.Time
	// why is the Problem of the last start that failed; nil after a crash.
	why error
}

// open reports whether nothing may start, and for how long.
func (b *breaker) open() (wait time.Duration, open bool) {
	wait = b.until.Sub(b.now())
	return wait, wait > 0
}

// backoff returns how long to put off a start.
func (b *breaker) backoff() time.Duration {
	if b.fruitless < 2 {
		return 0
	}
	return min(mostBackoff, firstBackoff<<min(b.fruitless-2, 10))
}

// answered tells that a process does work.
func (b *breaker) answered() { b.fruitless, b.unborn, b.cooldown, b.why = 0, 0, 0, nil }

// lost tells what became of a process; fruitful that it had answered a call, and
// why what its start came to, if it did not get that far.
func (b *breaker) lost(end fate, fruitful bool, why error) {
	if end == killed && b.spared(fruitful) {
		return
	}
	now := b.now()
	b.crashes = slices.DeleteFunc(append(b.crashes, now), func(t time.Time) bool { return now.Sub(t) >= crashWindow })
	b.why = why
	if !fruitful {
		b.fruitless++
	}
	if b.fruitless >= mostFruitless || len(b.crashes) > mostCrashes {
		b.cooldown = min(mostCooldown, max(firstCooldown, 2*b.cooldown))
		b.until = now.Add(b.cooldown)
		b.crashes = nil
	}
}

// spared reports whether a process that was killed from outside is none of the
// adapter's doing.
func (b *breaker) spared(fruitful bool) bool {
	if fruitful {
		return true
	}
	b.unborn++
	return b.unborn <= mostUnborn
}
