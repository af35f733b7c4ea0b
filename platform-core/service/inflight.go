package service

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/store"
)

// inflight obtains the entries of one kind, each made once here: while one is being made,
// callers with the same payload wait for it, callers that want its keys for another
// payload too, and others do not. The lock is never held while it is made.
//
// Nobody waits for ever: a caller that waits holds nothing that others wait for.
// A key is claimed only together with a call that runs, and a running call waits
// for nothing here. A waiter is overtaken only by calls that fail: the first that
// succeeds ends all waits for its keys.
//
// Services that share a store do not wait for each other: of two that make the same
// entry, or bind the same key, the first to commit wins.
type inflight[T any] struct {
	entries store.Entries[T]

	mu     sync.Mutex
	calls  map[string]*call[T]    // by payload
	claims map[store.Key]*call[T] // the calls that keys are to be bound by
}

// call is the making of one entry.
type call[T any] struct {
	payload string
	done    chan struct{}
	bound   []*binding[T] // in the order of their callers; the first is the one that makes it
}

// binding is a key that a call binds when it lands. What follows is set when the call is done.
type binding[T any] struct {
	key   store.Key
	entry T
	err   error
	again bool // the call failed for reasons that are not those of this one
}

func newInflight[T any](entries store.Entries[T]) *inflight[T] {
	return &inflight[T]{entries: entries, calls: map[string]*call[T]{}, claims: map[store.Key]*call[T]{}}
}

// obtain returns the canonical entry of the payload, bound to key. admits says why there can be no
// entry of the payload, and make makes it where there is none yet; its caller stays until it
// has, also where nobody wants the entry any more, since others may wait for it.
func (f *inflight[T]) obtain(
	ctx context.Context, key store.Key, payload string, admits func(context.Context) error, make func(context.Context) (T, error),
) (entry T, err error) {
	for {
		if err := ctx.Err(); err != nil {
			return entry, err
		}
		c, started := f.join(key, payload)
		if started {
			f.run(context.WithoutCancel(ctx), c, admits, make)
			return c.bound[0].entry, c.bound[0].err
		}
		var own *binding[T]
		if c.payload == payload {
			entry, found, err := f.entries.Bind(ctx, key, payload) // a key that is bound waits for nothing
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

// join returns the call in flight that the key is claimed for, or else the one that makes
// the entry. Where there is neither it starts one, which has to be run.
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

// claim has the call bind the key; the lock is held.
func (f *inflight[T]) claim(c *call[T], key store.Key) *binding[T] {
	b := &binding[T]{key: key}
	f.claims[key] = c
	c.bound = append(c.bound, b)
	return b
}

// bind has the call bind the key, and returns nil where it has landed, or the key is
// claimed for another.
func (f *inflight[T]) bind(c *call[T], key store.Key) *binding[T] {
	f.mu.Lock()
	defer f.mu.Unlock()
	if claimed := f.claims[key]; f.calls[c.payload] != c || claimed != nil && claimed != c {
		return nil
	}
	return f.claim(c, key)
}

// run makes the entry of a call, and binds its keys one after the other.
func (f *inflight[T]) run(ctx context.Context, c *call[T], admits func(context.Context) error, make func(context.Context) (T, error)) {
	first := c.bound[0]
	first.entry, first.err = guarded(func() (T, error) { return f.made(ctx, first.key, c.payload, admits, make) })
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
		if isAway(b.err) { // and so it is for those that follow
			first.err = b.err
		}
	}
}

// notForAll reports whether a call failed for its own key, or for what was stored when it began:
// the calls that wait for it began later.
func notForAll(err error) bool {
	return slices.Contains([]problem.Code{problem.IdempotencyKeyReused, problem.CapacityExhausted, problem.RequestNotFound}, problem.From(err).Code)
}

func isAway(err error) bool {
	return err != nil && problem.From(err).Code == problem.StoreUnavailable
}

// next returns a binding of a call; nil after the last one, with which the call ends.
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

// made returns the entry of the payload with the key bound to it, and makes it where it
// is new.
func (f *inflight[T]) made(
	ctx context.Context, key store.Key, payload string, admits func(context.Context) error, make func(context.Context) (T, error),
) (entry T, err error) {
	entry, found, err := f.entries.Bind(ctx, key, payload)
	if found || err != nil {
		return entry, err
	}
	if err := admits(ctx); err != nil {
		return entry, err
	}
	if full := f.entries.Capacity(ctx); full != nil {
		// What took the last of it may be this entry, of another service.
		if entry, found, err = f.entries.Bind(ctx, key, payload); found || err != nil {
			return entry, err
		}
		return entry, full
	}
	made, err := make(ctx)
	if err != nil {
		return entry, err
	}
	return f.entries.Commit(ctx, key, made)
}

// found returns the entry of a payload that was stored, with the key bound to it.
func (f *inflight[T]) found(ctx context.Context, key store.Key, payload string) (entry T, err error) {
	entry, found, err := f.entries.Bind(ctx, key, payload)
	if err == nil && !found {
		err = fmt.Errorf("the entry of %s was stored, and is not there", payload)
	}
	return entry, err
}

// guarded turns a panic into an error, so that nobody waits forever.
func guarded[T any](make func() (T, error)) (entry T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return make()
}
