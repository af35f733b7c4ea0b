package service

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// store keeps one canonical entry for each fingerprint and binds idempotency
// keys to fingerprints. While an entry is being made, callers with the same
// fingerprint wait for it and others do not: the lock is never held while it is
// made.
type store[T any] struct {
	mu       *sync.Mutex
	max      int
	stored   func(T) // called with the lock held
	entries  map[string]T
	ids      []string       // sorted
	arrivals []string       // IDs in the order in which their entries were stored
	index    map[string]int // of each ID in arrivals
	byID     map[string]T
	keys     map[Key]string
	calls    map[string]*call[T]
}

// call is the making of one entry, in flight. Its keys are bound while it lasts;
// they stay bound when it succeeds and are free again when it fails.
type call[T any] struct {
	done  chan struct{}
	keys  []Key
	entry T
	err   error
}

func newStore[T any](mu *sync.Mutex, limit int, stored func(T)) *store[T] {
	return &store[T]{
		mu: mu, max: limit, stored: stored,
		entries: map[string]T{}, index: map[string]int{}, byID: map[string]T{}, keys: map[Key]string{}, calls: map[string]*call[T]{},
	}
}

// obtain returns the canonical entry of the fingerprint, bound to key. make
// makes the entry and its ID where there is none yet; it outlives a caller that
// goes away, since others may wait for it.
func (s *store[T]) obtain(ctx context.Context, key Key, fingerprint string, make func(context.Context) (string, T, error)) (T, error) {
	var none T
	s.mu.Lock()
	entry, c, err := s.join(key, fingerprint)
	if err != nil || c == nil {
		s.mu.Unlock()
		return entry, err
	}
	if len(c.keys) == 0 {
		go s.run(context.WithoutCancel(ctx), c, fingerprint, make)
	}
	if !slices.Contains(c.keys, key) {
		c.keys = append(c.keys, key)
	}
	s.mu.Unlock()
	select {
	case <-c.done:
		return c.entry, c.err
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

// join binds the key and returns the entry, or the call that makes it. The
// lock is held.
func (s *store[T]) join(key Key, fingerprint string) (entry T, c *call[T], err error) {
	bound, known := s.keys[key]
	if known && bound != fingerprint {
		return entry, nil, errKeyReused
	}
	entry, exists := s.entries[fingerprint]
	c = s.calls[fingerprint]
	if !exists && c == nil && len(s.entries)+len(s.calls) >= s.max {
		return entry, nil, exhausted("records", s.max)
	}
	if !known && len(s.keys) >= s.max*keysPerRecord {
		return entry, nil, exhausted("idempotency keys", s.max*keysPerRecord)
	}
	s.keys[key] = fingerprint
	if exists {
		return entry, nil, nil
	}
	if c == nil {
		c = &call[T]{done: make(chan struct{})}
		s.calls[fingerprint] = c
	}
	return entry, c, nil
}

var errKeyReused = problem.New(problem.IdempotencyKeyReused, "This idempotency key was already used with another payload.")

// exhausted refuses new things of a kind. Waiting does not help, so there is no
// time to retry after.
func exhausted(what string, limit int) *problem.Problem {
	return problem.New(problem.CapacityExhausted, "This service holds its limit of %d %s.", limit, what)
}

// checkKey refuses a key that is bound to another request than the one with the
// ID, also where no request has the ID.
func (s *store[T]) checkKey(key Key, requestID string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	bound, known := s.keys[key]
	if known && request.IDOf(bound) != requestID {
		return errKeyReused
	}
	return nil
}

// run makes the entry and stores it, or frees the keys of the call.
func (s *store[T]) run(ctx context.Context, c *call[T], fingerprint string, make func(context.Context) (string, T, error)) {
	id, entry, err := guarded(ctx, make)
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.calls, fingerprint)
	c.entry, c.err = entry, err
	if err != nil {
		for _, key := range c.keys {
			delete(s.keys, key)
		}
	} else {
		s.add(fingerprint, id, entry)
	}
	close(c.done)
}

// add stores an entry; the lock is held.
func (s *store[T]) add(fingerprint, id string, entry T) {
	s.entries[fingerprint] = entry
	s.byID[id] = entry
	at, _ := slices.BinarySearch(s.ids, id)
	s.ids = slices.Insert(s.ids, at, id)
	s.index[id] = len(s.arrivals)
	s.arrivals = append(s.arrivals, id)
	s.stored(entry)
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
	entry, ok := s.byID[id]
	return entry, ok
}

// list returns the entries of a page that keep accepts, and the ID of the last
// one where there are more. idOf returns the ID of an entry. The error is an
// invalid_request for a page after an ID that is not in its order.
func (s *store[T]) list(page Page, keep func(T) bool, idOf func(T) string) (entries []T, next string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ids, err := s.rest(page)
	if err != nil {
		return nil, "", err
	}
	entries = []T{}
	for id := range ids {
		entry := s.byID[id]
		if !keep(entry) {
			continue
		}
		if page.Limit > 0 && len(entries) == page.Limit {
			return entries, idOf(entries[len(entries)-1]), nil
		}
		entries = append(entries, entry)
	}
	return entries, "", nil
}

// rest returns the IDs that follow page.After, in the page's order. Any text can
// be compared with sorted IDs, but only a stored ID is in the order of arrival.
// The lock is held.
func (s *store[T]) rest(page Page) (iter.Seq[string], error) {
	if page.Order != Newest {
		from, found := slices.BinarySearch(s.ids, page.After)
		if found {
			from++
		}
		return slices.Values(s.ids[from:]), nil
	}
	before, known := s.index[page.After]
	switch {
	case page.After == "":
		before = len(s.arrivals)
	case !known:
		return nil, problem.Invalid(problem.InvalidRequest, "query", []problem.Fault{{
			Field: "after", Code: problem.FaultUnsupported,
			Message: "is no ID of this list, so nothing is older; start again without it, or list in ID order",
		}})
	}
	return func(yield func(string) bool) {
		for _, id := range slices.Backward(s.arrivals[:before]) {
			if !yield(id) {
				return
			}
		}
	}, nil
}

// size returns the number of entries; the lock is held.
func (s *store[T]) size() int { return len(s.entries) }
