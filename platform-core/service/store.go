package service

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"platform.internal/platform-core/problem"
)

// store keeps one canonical entry for each payload and binds idempotency keys to
// payloads. While an entry is being made, callers with the same payload wait for
// it, callers that want its keys for another payload too, and others do not: the
// lock is never held while it is made.
//
// Its history is linearizable. Everything changes in one place, land, at once:
// the entry, the bindings of its keys, the lists and the counts. Only a key that
// is new for an entry that exists is bound elsewhere, in join.
//
// Nobody waits for ever: a caller that waits holds nothing that others wait for.
// A key is claimed only together with a call that runs, and a running call waits
// for nothing here. A waiter is overtaken only by calls that fail: the first that
// succeeds ends all waits for its keys.
type store[T any] struct {
	kind[T]
	mu       *sync.Mutex
	entries  map[string]*call[T] // by payload; all succeeded
	bytes    int                 // of all entries
	ids      []string            // sorted
	arrivals []arrival[T]        // in the order in which the entries were stored
	index    map[string]int      // of each ID in arrivals
	keys     map[Key]string      // the payloads that keys are bound to
	calls    map[string]*call[T] // in flight, by payload
	claims   map[Key]*call[T]    // the calls in flight that keys are to be bound by
}

// arrival is a stored entry and its ID. A list looks at all of them.
type arrival[T any] struct {
	id    string
	entry T
}

// kind is what a store holds, and how much of it.
type kind[T any] struct {
	name string // plural
	max  int
	// maxBytes is what may be reached: the entry that reaches it is stored, so that
	// what is beyond can be refused before it is made.
	maxBytes int
	size     func(T) int // in bytes
	// admits returns why there can be no entry of a payload, or nil, and added
	// learns of a new entry. Both are called with the lock held.
	admits func(payload string) error
	added  func(T)
}

// call is the making of one entry. entry and err are set when done is closed.
type call[T any] struct {
	payload string
	done    chan struct{}
	keys    []Key // claimed for it while it is in flight
	entry   T
	err     error
}

func newStore[T any](mu *sync.Mutex, k kind[T]) *store[T] {
	return &store[T]{
		kind: k, mu: mu,
		entries: map[string]*call[T]{}, index: map[string]int{},
		keys: map[Key]string{}, calls: map[string]*call[T]{}, claims: map[Key]*call[T]{},
	}
}

// obtain returns the canonical entry of the payload, bound to key. make makes
// the entry and its ID where there is none yet; its caller stays until it has, also
// where nobody wants the entry any more, since others may wait for it.
func (s *store[T]) obtain(ctx context.Context, key Key, payload string, make func(context.Context) (string, T, error)) (entry T, err error) {
	for {
		if err := ctx.Err(); err != nil {
			return entry, err
		}
		c, joined, started, err := s.join(key, payload)
		if err != nil {
			return entry, err
		}
		if started {
			s.run(context.WithoutCancel(ctx), c, make)
			return c.entry, c.err
		}
		select {
		case <-c.done:
		case <-ctx.Done():
			return entry, ctx.Err()
		}
		if joined {
			return c.entry, c.err
		}
	}
}

// join returns the call that made or makes the entry, with the key bound to it
// or claimed for it, or else a call that has to end before this can be decided.
// A call that was started has to be run.
func (s *store[T]) join(key Key, payload string) (c *call[T], joined, started bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	bound, known := s.keys[key]
	if known && bound != payload {
		return nil, false, false, errKeyReused
	}
	claimed := s.claims[key]
	if claimed != nil && claimed.payload != payload {
		return claimed, false, false, nil
	}
	if err := s.admits(payload); err != nil {
		return nil, false, false, err
	}
	c = cmp.Or(s.entries[payload], s.calls[payload])
	if before, err := s.capacity(c == nil, !known && claimed == nil); before != nil || err != nil {
		return before, false, false, err
	}
	if started = c == nil; started {
		c = &call[T]{payload: payload, done: make(chan struct{})}
		s.calls[payload] = c
	}
	s.bind(key, c)
	return c, true, started, nil
}

// bind binds the key to the entry of the call, or claims it while that is a
// call in flight; the lock is held.
func (s *store[T]) bind(key Key, c *call[T]) {
	switch {
	case s.entries[c.payload] == c:
		s.keys[key] = c.payload
	case s.claims[key] == nil:
		s.claims[key] = c
		c.keys = append(c.keys, key)
	}
}

// capacity returns capacity_exhausted where there is none left for a new entry or
// a new key, and a call that has to end first where only calls in flight take it:
// they may yet fail. The lock is held.
func (s *store[T]) capacity(entry, key bool) (before *call[T], err error) {
	maxKeys := s.max * keysPerRecord
	switch {
	case entry && len(s.entries) >= s.max:
		return nil, exhausted(s.max, s.name)
	case entry && s.bytes >= s.maxBytes:
		return nil, s.tooManyBytes()
	case key && len(s.keys) >= maxKeys:
		return nil, exhausted(maxKeys, "idempotency keys")
	case entry && len(s.entries)+len(s.calls) >= s.max, key && len(s.keys)+len(s.claims) >= maxKeys:
		for _, before = range s.calls {
			break // any of them
		}
	}
	return before, nil
}

var errKeyReused = problem.New(problem.IdempotencyKeyReused, "This idempotency key was already used with another payload.")

// exhausted refuses new things of a kind. Waiting does not help, so there is no
// time to retry after.
func exhausted(limit int, what string) *problem.Problem {
	return problem.New(problem.CapacityExhausted, "This service holds its limit of %d %s.", limit, what)
}

func (k kind[T]) tooManyBytes() *problem.Problem { return exhausted(k.maxBytes>>10, "KiB of "+k.name) }

// run makes the entry of a call.
func (s *store[T]) run(ctx context.Context, c *call[T], make func(context.Context) (string, T, error)) {
	id, entry, err := guarded(ctx, make)
	s.land(c, id, entry, err)
}

// land ends a call: it stores the entry and binds the keys that were claimed, or
// frees them.
func (s *store[T]) land(c *call[T], id string, entry T, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer close(c.done)
	delete(s.calls, c.payload)
	for _, key := range c.keys {
		delete(s.claims, key)
	}
	if err == nil && s.bytes >= s.maxBytes { // since other calls in flight have landed
		err = s.tooManyBytes()
	}
	if err != nil {
		c.err = err
		return
	}
	c.entry = entry
	s.add(c.payload, id, c)
	for _, key := range c.keys {
		s.keys[key] = c.payload
	}
	c.keys = nil
}

// add stores the entry of a call; the lock is held.
func (s *store[T]) add(payload, id string, c *call[T]) {
	s.entries[payload] = c
	s.bytes += s.size(c.entry)
	at, _ := slices.BinarySearch(s.ids, id)
	s.ids = slices.Insert(s.ids, at, id)
	s.index[id] = len(s.arrivals)
	s.arrivals = append(s.arrivals, arrival[T]{id, c.entry})
	s.added(c.entry)
}

// guarded turns a panic into an error, so that nobody waits forever.
func guarded[T any](ctx context.Context, make func(context.Context) (string, T, error)) (id string, entry T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return make(ctx)
}

// get returns the entry with the ID.
func (s *store[T]) get(id string) (T, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.at(id)
}

// at is get with the lock held.
func (s *store[T]) at(id string) (entry T, ok bool) {
	i, ok := s.index[id]
	if ok {
		entry = s.arrivals[i].entry
	}
	return entry, ok
}
