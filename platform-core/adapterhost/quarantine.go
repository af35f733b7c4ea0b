package adapterhost

import (
	"crypto/sha256"
	"sync"
	"sync/atomic"
	"time"
)

// A request that took down mostStrikes processes is not asked again for
// quarantineTime. So many requests are remembered; the oldest makes room.
const (
	mostStrikes    = 2
	quarantineTime = 5 * time.Minute
	mostSuspects   = 1024
)

// fingerprint tells a call from others: the hash of its method and input.
type fingerprint [sha256.Size]byte

// quarantine remembers the calls that were under way when a process went down.
// A call that is then answered is forgotten: it was there by chance.
type quarantine struct {
	now func() time.Time
	// some is false while nothing is remembered, which is nearly always; then
	// nobody has to be told apart.
	some atomic.Bool

	mu       sync.Mutex
	suspects map[fingerprint]*suspect
	order    []fingerprint // oldest first; may name some that are forgotten
}

type suspect struct {
	strikes int
	// process is the last that went down: calls alike that one crash takes down
	// together are one strike.
	process *generation
	until   time.Time
}

func newQuarantine(now func() time.Time) *quarantine {
	return &quarantine{now: now, suspects: map[fingerprint]*suspect{}}
}

// strikes returns how many processes went down under the call, and for how long
// that is remembered.
func (q *quarantine) strikes(f fingerprint) (int, time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	s := q.suspects[f]
	if s == nil {
		return 0, 0
	}
	wait := s.until.Sub(q.now())
	if wait <= 0 {
		q.drop(f)
		return 0, 0
	}
	return s.strikes, wait
}

// strike remembers that the process went down under the call.
func (q *quarantine) strike(f fingerprint, process *generation) {
	q.mu.Lock()
	defer q.mu.Unlock()
	s := q.suspects[f]
	if s == nil {
		q.makeRoom()
		s = &suspect{}
		q.suspects[f] = s
		q.order = append(q.order, f)
	}
	if s.process != process {
		s.process = process
		s.strikes++
	}
	s.until = q.now().Add(quarantineTime)
	q.some.Store(true)
}

// makeRoom drops the oldest suspects until another one fits.
func (q *quarantine) makeRoom() {
	for len(q.order) >= mostSuspects {
		delete(q.suspects, q.order[0])
		q.order = q.order[1:]
	}
}

// clear forgets a call that was answered.
func (q *quarantine) clear(f fingerprint) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.suspects[f] != nil {
		q.drop(f)
	}
}

func (q *quarantine) drop(f fingerprint) {
	delete(q.suspects, f)
	for i, other := range q.order {
		if other == f {
			q.order = append(q.order[:i:i], q.order[i+1:]...)
			break
		}
	}
	q.some.Store(len(q.suspects) > 0)
}
