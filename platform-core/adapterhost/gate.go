package adapterhost

import (
	"sync"
	"time"
)

// So many lines of an adapter are logged at once, and so many a second after
// that; the rest is counted.
const (
	lineBurst = 200
	lineRate  = 20
)

// gate keeps an adapter from filling the log.
type gate struct {
	now func() time.Time

	mu      sync.Mutex
	room    float64
	last    time.Time
	dropped int
}

func newGate(now func() time.Time) *gate { return &gate{now: now, room: lineBurst, last: now()} }

// pass reports whether a line may go on, and how many did not before it.
func (g *gate) pass() (dropped int, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	g.room = min(lineBurst, g.room+now.Sub(g.last).Seconds()*lineRate)
	g.last = now
	if g.room < 1 {
		g.dropped++
		return 0, false
	}
	g.room--
	dropped, g.dropped = g.dropped, 0
	return dropped, true
}

// rest returns how many lines did not pass since the last one that did.
func (g *gate) rest() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.dropped
}
