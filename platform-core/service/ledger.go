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

// ledger keeps one canonical entry for each fingerprint and binds idempotency
// keys to fingerprints (specification, section 4). While an entry is being
// made, callers with the same fingerprint wait for it and others do not: the
// lock is never held while it is made.
type ledger[T any] struct {
	mu      *sync.Mutex
	most    int
	stored  func(T) // called with the lock held
	entries map[string]T
	ids     []string       // sorted
	arrived []string       // IDs in the order in which their entries were stored
	place   map[string]int // of each ID in arrived
	byID    map[string]T
	keys    map[Key]string
	flights map[string]*flight[T]
}

// flight is the making of one entry. Its keys are bound while it lasts; they
// stay bound when it succeeds and are free again when it fails.
type flight[T any] struct {
	done  chan struct{}
	keys  []Key
	entry T
	err   error
}

func newLedger[T any](mu *sync.Mutex, most int, stored func(T)) *ledger[T] {
	return &ledger[T]{
		mu: mu, most: most, stored: stored,
		entries: map[string]T{}, place: map[string]int{}, byID: map[string]T{}, keys: map[Key]string{}, flights: map[string]*flight[T]{},
	}
}

// obtain returns the canonical entry of the fingerprint, bound to key. make
// makes the entry and its ID where there is none yet; it outlives a caller that
// goes away, since others may wait for it.
func (l *ledger[T]) obtain(ctx context.Context, key Key, fingerprint string, make func(context.Context) (string, T, error)) (T, error) {
	var none T
	l.mu.Lock()
	entry, f, err := l.join(key, fingerprint)
	if err != nil || f == nil {
		l.mu.Unlock()
		return entry, err
	}
	if len(f.keys) == 0 {
		go l.fly(context.WithoutCancel(ctx), f, fingerprint, make)
	}
	if !slices.Contains(f.keys, key) {
		f.keys = append(f.keys, key)
	}
	l.mu.Unlock()
	select {
	case <-f.done:
		return f.entry, f.err
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

// join binds the key and returns the entry, or the flight that makes it. The
// lock is held.
func (l *ledger[T]) join(key Key, fingerprint string) (entry T, f *flight[T], err error) {
	bound, known := l.keys[key]
	if known && bound != fingerprint {
		return entry, nil, errKeyReused
	}
	entry, exists := l.entries[fingerprint]
	f = l.flights[fingerprint]
	if !exists && f == nil && len(l.entries)+len(l.flights) >= l.most {
		return entry, nil, exhausted("records", l.most)
	}
	if !known && len(l.keys) >= l.most*keysPerRecord {
		return entry, nil, exhausted("idempotency keys", l.most*keysPerRecord)
	}
	l.keys[key] = fingerprint
	if exists {
		return entry, nil, nil
	}
	if f == nil {
		f = &flight[T]{done: make(chan struct{})}
		l.flights[fingerprint] = f
	}
	return entry, f, nil
}

var errKeyReused = problem.New(problem.IdempotencyKeyReused,
	"This Idempotency-Key was already used with another payload. Send the changed payload with a new key.")

// exhausted refuses new things of a kind. Waiting does not help, so there is no
// time to retry after.
func exhausted(what string, limit int) *problem.Problem {
	return problem.New(problem.CapacityExhausted,
		"This service holds its limit of %d %s. What exists is still served; restart the service, or start it with a higher --max-records, for new ones.", limit, what)
}

// holds refuses a key that is bound to another request than the one with the
// ID, also where no request has the ID.
func (l *ledger[T]) holds(key Key, requestID string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	bound, known := l.keys[key]
	if known && request.IDOf(bound) != requestID {
		return errKeyReused
	}
	return nil
}

// fly makes the entry and lands it.
func (l *ledger[T]) fly(ctx context.Context, f *flight[T], fingerprint string, make func(context.Context) (string, T, error)) {
	id, entry, err := guarded(ctx, make)
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.flights, fingerprint)
	f.entry, f.err = entry, err
	if err != nil {
		for _, key := range f.keys {
			delete(l.keys, key)
		}
	} else {
		l.store(fingerprint, id, entry)
	}
	close(f.done)
}

func (l *ledger[T]) store(fingerprint, id string, entry T) {
	l.entries[fingerprint] = entry
	l.byID[id] = entry
	at, _ := slices.BinarySearch(l.ids, id)
	l.ids = slices.Insert(l.ids, at, id)
	l.place[id] = len(l.arrived)
	l.arrived = append(l.arrived, id)
	l.stored(entry)
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
func (l *ledger[T]) get(id string) (T, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	entry, ok := l.byID[id]
	return entry, ok
}

// list returns the entries of a page that keep accepts, and the ID of the last
// one where there are more. idOf returns the ID of an entry. The error is an
// invalid_request for a page after an ID that its order has no place for.
func (l *ledger[T]) list(page Page, keep func(T) bool, idOf func(T) string) (entries []T, next string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	ids, err := l.rest(page)
	if err != nil {
		return nil, "", err
	}
	entries = []T{}
	for id := range ids {
		entry := l.byID[id]
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

// rest returns the IDs that follow page.After, in the page's order. Any text has
// its place among sorted IDs, but only what is stored arrived. The lock is held.
func (l *ledger[T]) rest(page Page) (iter.Seq[string], error) {
	if page.Order != Newest {
		from, found := slices.BinarySearch(l.ids, page.After)
		if found {
			from++
		}
		return slices.Values(l.ids[from:]), nil
	}
	before, known := l.place[page.After]
	switch {
	case page.After == "":
		before = len(l.arrived)
	case !known:
		return nil, problem.Invalid(problem.InvalidRequest, "query", []problem.Fault{{
			Field: "after", Code: problem.FaultUnsupported,
			Message: "is no ID of this list, so nothing is older; start again without it, or list in ID order",
		}})
	}
	return func(yield func(string) bool) {
		for _, id := range slices.Backward(l.arrived[:before]) {
			if !yield(id) {
				return
			}
		}
	}, nil
}

// size returns the number of entries; the lock is held.
func (l *ledger[T]) size() int { return len(l.entries) }
