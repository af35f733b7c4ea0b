package adapterhost

import (
	"crypto/sha256"
	"sync"
	"time"
)

// A request gets a strike if a process crashes while it answers the request. A request with
// maxStrikes is refused for refusalTime. At most maxSuspects requests are remembered: beyond
// that, a new suspect replaces any other.
const (
	maxStrikes  = 2
	refusalTime = 5 * time.Minute
	maxSuspects = 256
)

// fingerprint identifies a request. It is the hash of the method and the input.
type fingerprint [sha256.Size]byte

// suspects is the set of requests that were in progress when a process crashed. A request that
// is answered later is removed, because it was not the cause.
type suspects struct {
	now func() time.Time

	mu   sync.Mutex
	list map[fingerprint]suspect
}

type suspect struct {
	strikes int
	// process is the last process that crashed. Equal requests in one process get one strike.
	process *generation
	until   time.Time
}

func newSuspects(now func() time.Time) *suspects {
	return &suspects{now: now, list: map[fingerprint]suspect{}}
}

// empty reports whether there are no suspects. Then no request needs a fingerprint.
func (s *suspects) empty() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.list) == 0
}

// strikes returns the strikes of a request, and how long they are remembered.
func (s *suspects) strikes(f fingerprint) (int, time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	wait := s.list[f].until.Sub(s.now())
	if wait <= 0 {
		delete(s.list, f)
		return 0, 0
	}
	return s.list[f].strikes, wait
}

// strike adds a strike to a request, because the process crashed.
func (s *suspects) strike(f fingerprint, process *generation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	one, ok := s.list[f]
	if !ok && len(s.list) >= maxSuspects {
		for other := range s.list {
			delete(s.list, other)
			break
		}
	}
	if one.process != process {
		one.process = process
		one.strikes++
	}
	one.until = s.now().Add(refusalTime)
	s.list[f] = one
}

// clear removes a request that was answered.
func (s *suspects) clear(f fingerprint) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.list, f)
}
