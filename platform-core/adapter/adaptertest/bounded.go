package adaptertest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// bounded is an adapter whose calls are given up when they take too long, also
// where the adapter does not look at its context, and whose panics are errors, as
// a host makes them. The first call that is given up ends the suite: it is named,
// and every other one fails with errSlow.
type bounded struct {
	adapter.Adapter
	suite *suite
}

// errSlow is why a property is not checked; time-bounds names the call.
const errSlow = skip("the suite ended at a call that was too slow")

// Describe calls the adapter.
func (b bounded) Describe(ctx context.Context) (adapter.Description, error) {
	return inTime(ctx, b.suite, "Describe", b.Adapter.Describe)
}

// Evaluate calls the adapter.
func (b bounded) Evaluate(ctx context.Context, in adapter.Input) (adapter.Evaluation, error) {
	return inTime(ctx, b.suite, "Evaluate of "+inputName(in), func(ctx context.Context) (adapter.Evaluation, error) { return b.Adapter.Evaluate(ctx, in) })
}

// Generate calls the adapter.
func (b bounded) Generate(ctx context.Context, in adapter.Input) (adapter.Generation, error) {
	return inTime(ctx, b.suite, "Generate of "+inputName(in), func(ctx context.Context) (adapter.Generation, error) { return b.Adapter.Generate(ctx, in) })
}

// CheckInstallation calls the adapter, which may keep the profile.
func (b bounded) CheckInstallation(ctx context.Context, p profile.Profile) ([]profile.Check, error) {
	return inTime(ctx, b.suite, "CheckInstallation of "+profileName(p), func(ctx context.Context) ([]profile.Check, error) {
		return b.Adapter.CheckInstallation(ctx, p.Clone())
	})
}

// inTime makes a call within the suite's limit.
func inTime[T any](ctx context.Context, s *suite, what string, call func(context.Context) (T, error)) (none T, err error) {
	if s.slow.Load() != nil {
		return none, errSlow
	}
	type result struct {
		answer T
		err    error
	}
	limited, cancel := context.WithTimeoutCause(ctx, s.limit, errSlow)
	defer cancel()
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if reason := recover(); reason != nil {
				r.err = fmt.Errorf("panic: %v", reason)
			}
			done <- r
		}()
		r.answer, r.err = call(limited)
	}()
	select {
	case r := <-done:
		if !errors.Is(context.Cause(limited), errSlow) {
			return r.answer, r.err
		}
	case <-time.After(s.limit):
	}
	what = fmt.Sprintf("%s did not end within %s", what, s.limit)
	s.slow.CompareAndSwap(nil, &what) // several callers may be too slow at once; the first is named
	return none, errSlow
}
