package adapterhost

import (
	"crypto/sha256"
	"sync"
	"time"
)

// A request that went down with maxStrikes processes is refused for
// refusalTime. At most maxSuspects requests are remembered; beyond that
// one of them is forgotten.
const (
	maxStrikes  = 2
	refusalTime = 5 * time.Minute
	maxSuspects = 256
)

// fingerprint identifies a request: the hash of its method and input.
type fingerprint [sha256.Size]byte

// suspects are the requests that were under way when a process went down. One
// that is then answered is forgotten: it was there by chance.
type suspects struct {
	now func() time.Time

	mu   sync.Mutex
	list map[fingerprint]suspect
}

type suspect struct {
	strikes int
	// process is the last that went down: equal requests that one crash takes down
	// together are one strike.
	process *generation
	until   time.Time
}

func newSuspects(now func() time.Time) *suspects {
	return &suspects{now: now, list: map[fingerprint]suspect{}}
}

// empty reports whether there are none, which is nearly always so; then no
// request needs a fingerprint.
func (s *suspects) empty() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.list) == 0
}

// strikes returns how many processes went down under the request, and for how
// long that is remembered.
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

// strike remembers that the process went down under the request.
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

// clear forgets a request that was answered.
func (s *suspects) clear(f fingerprint) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.list, f)
}
