package service

import (
	"context"
	"fmt"
	"sync"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/store"
)

// inflight returns the entries of one kind, and makes each entry once. While a call makes an entry, other
// callers wait for it if they have the same payload, or use one of its keys for another payload. It never
// holds its lock while an entry is made.
//
// No caller waits forever. A waiting caller holds nothing that others wait for. Only a running call claims
// keys, and it waits for no other call. A waiter is overtaken only by calls that fail: the first call that
// succeeds ends all waits for its keys.
//
// Services that share a store do not wait for each other. If two of them make the same entry, or bind the
// same key, the first one to commit wins.
type inflight[T any] struct {
	entries store.Entries[T]

	mu     sync.Mutex
	calls  map[string]*call[T]    // by payload
	claims map[store.Key]*call[T] // the call that binds each key
}

// call makes one entry.
type call[T any] struct {
	payload string
	done    chan struct{}
	bound   []*binding[T] // in the order of the callers; the first caller makes the entry
}

// binding is a key that a call binds at its end. The other fields are set when the call is done.
type binding[T any] struct {
	key   store.Key
	entry T
	err   error
	again bool // the call failed for a reason that does not apply to this caller
}

func newInflight[T any](entries store.Entries[T]) *inflight[T] {
	return &inflight[T]{entries: entries, calls: map[string]*call[T]{}, claims: map[store.Key]*call[T]{}}
}

// maker makes an entry. admits fails if there can be no entry with the payload.
type maker[T any] struct {
	admits func(context.Context) error
	make   func(context.Context) (T, error)
}

// obtain returns the canonical entry of the payload and binds key to it. If there is no entry, it makes one.
// A caller that makes an entry stays to the end even if its context ends, because others may wait for it.
func (f *inflight[T]) obtain(ctx context.Context, key store.Key, payload string, m maker[T]) (entry T, err error) {
	for {
		if err := ctx.Err(); err != nil {
			return entry, err
		}
		c, started := f.join(key, payload)
		if started {
			f.run(context.WithoutCancel(ctx), c, m)
			return c.bound[0].entry, c.bound[0].err
		}
		var own *binding[T]
		if c.payload == payload {
			entry, found, err := f.entries.Bind(ctx, key, payload) // a bound key does not wait
			if found || err != nil {
				return entry, err
			}
			own = f.bind(c, key)
		}
		select {
		case <-c.done:
		case <-ctx.Done():
			return entry, ctx.Err()
		}
		if own != nil && !own.again {
			return own.entry, own.err
		}
	}
}

// join returns the call that has claimed the key, or else the call that makes the entry. If there is
// neither, it starts a call, which the caller must run.
func (f *inflight[T]) join(key store.Key, payload string) (c *call[T], started bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if c = f.claims[key]; c != nil {
		return c, false
	}
	if c = f.calls[payload]; c != nil {
		return c, false
	}
	c = &call[T]{payload: payload, done: make(chan struct{})}
	f.calls[payload] = c
	f.claim(c, key)
	return c, true
}

// claim adds the key to a call. The caller holds the lock.
func (f *inflight[T]) claim(c *call[T], key store.Key) *binding[T] {
	b := &binding[T]{key: key}
	f.claims[key] = c
	c.bound = append(c.bound, b)
	return b
}

// bind adds the key to a call. It returns nil if the call is done, or if another call has claimed the key.
func (f *inflight[T]) bind(c *call[T], key store.Key) *binding[T] {
	f.mu.Lock()
	defer f.mu.Unlock()
	if claimed := f.claims[key]; f.calls[c.payload] != c || claimed != nil && claimed != c {
		return nil
	}
	return f.claim(c, key)
}

// run makes the entry of a call, and binds its keys one after the other.
func (f *inflight[T]) run(ctx context.Context, c *call[T], m maker[T]) {
	first := c.bound[0]
	first.entry, first.err = guarded(func() (T, error) { return f.made(ctx, first.key, c.payload, m) })
	for next := 1; ; next++ {
		b := f.next(c, next)
		if b == nil {
			return
		}
		if b.err = first.err; b.err == nil {
			b.entry, b.err = guarded(func() (T, error) { return f.found(ctx, b.key, c.payload) })
		} else {
			b.again = notForAll(first.err)
		}
		if isAway(b.err) { // also for the next keys
			first.err = b.err
		}
	}
}

// notForAll reports whether a call failed because of its own key, or of the state at its start. Calls that
// wait for it started later.
func notForAll(err error) bool {
	switch problem.From(err).Code {
	case problem.IdempotencyKeyReused, problem.CapacityExhausted, problem.RequestNotFound:
		return true
	}
	return false
}

func isAway(err error) bool {
	return err != nil && problem.From(err).Code == problem.StoreUnavailable
}

// next returns the n-th binding of a call. After the last one it returns nil and ends the call.
func (f *inflight[T]) next(c *call[T], n int) *binding[T] {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n < len(c.bound) {
		return c.bound[n]
	}
	delete(f.calls, c.payload)
	for _, b := range c.bound {
		delete(f.claims, b.key)
	}
	close(c.done)
	return nil
}

// made returns the entry of the payload and binds the key to it. It makes the entry if it is new.
func (f *inflight[T]) made(ctx context.Context, key store.Key, payload string, m maker[T]) (entry T, err error) {
	entry, found, err := f.entries.Bind(ctx, key, payload)
	if found || err != nil {
		return entry, err
	}
	if err := m.admits(ctx); err != nil {
		return entry, err
	}
	if full := f.entries.Capacity(ctx); full != nil {
		// Another service may have used the last capacity for this entry.
		if entry, found, err = f.entries.Bind(ctx, key, payload); found || err != nil {
			return entry, err
		}
		return entry, full
	}
	made, err := m.make(ctx)
	if err != nil {
		return entry, err
	}
	return f.entries.Commit(ctx, key, made)
}

// found binds the key to the stored entry of a payload.
func (f *inflight[T]) found(ctx context.Context, key store.Key, payload string) (entry T, err error) {
	entry, found, err := f.entries.Bind(ctx, key, payload)
	if err == nil && !found {
		err = fmt.Errorf("the entry of %s was stored, and is not there", payload)
	}
	return entry, err
}

// guarded returns a panic as an error, so that no caller waits forever.
func guarded[T any](make func() (T, error)) (entry T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return make()
}
