package adaptertest

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"
)

// callsEnd makes calls whose context is done.
func callsEnd(ctx context.Context, s *suite) error {
	direct := s.running.direct
	if direct == nil {
		return skip("checked only in process (adaptertest.Run): a host does not wait for a call that it gave up")
	}
	over, cancel := context.WithCancel(ctx)
	cancel()
	in := s.questions[0].input
	for _, m := range []struct {
		name string
		call func() error
	}{
		{"Describe", func() error { _, err := direct.Describe(over); return err }},
		{"CheckInstallation", func() error { _, err := direct.CheckInstallation(over, s.profiles[1]); return err }},
		{"Evaluate", func() error { _, err := direct.Evaluate(over, in); return err }},
		{"Generate", func() error { _, err := direct.Generate(over, in); return err }},
	} {
		if err := endsAtOnce(m.call); err != nil {
			return fmt.Errorf("%s with a context that is done: %w", m.name, err)
		}
	}
	return nil
}

// endsAtOnce makes a call several times, until one ends at once: on a busy
// machine not every call can.
func endsAtOnce(call func() error) error {
	const attempts, atOnce = 10, 5 * time.Millisecond
	for range attempts {
		began := time.Now() // to measure the call
		if err := call(); !errors.Is(err, context.Canceled) {
			return fmt.Errorf("returned %q instead of the context's error", fmt.Sprint(err))
		}
		if time.Since(began) <= atOnce { // to measure the call
			return nil
		}
	}
	return fmt.Errorf("the shortest of %d calls took longer than %s", attempts, atOnce)
}

// nothingLeft counts goroutines after all the calls before, and after adapters
// that were made, asked and left.
func nothingLeft(ctx context.Context, s *suite) error {
	if s.running.direct == nil {
		return skip("checked only in process (adaptertest.Run): a host does not see inside of a process")
	}
	before := runtime.NumGoroutine()
	s.everything(ctx, s.running.direct)
	if left := goroutinesLeft(ctx, before); left > 0 {
		s.leaks = true
		return fmt.Errorf("%d goroutines more than before run a second after the last answer", left)
	}
	// Others may end or start meanwhile, so a few more or less say nothing.
	const made, many = 10, 5
	before = runtime.NumGoroutine()
	for range made {
		err := s.fresh(ctx, environment(""), func(r running) error {
			answered(ctx, r, s.questions[0])
			return nil
		})
		if err != nil {
			return err
		}
	}
	if left := goroutinesLeft(ctx, before); left >= many {
		s.leaks = true
		return fmt.Errorf("%d goroutines more than before run a second after %d adapters were made, asked and left", left, made)
	}
	return nil
}

// goroutinesLeft waits for goroutines to end, and returns how many more there
// are than before.
func goroutinesLeft(ctx context.Context, before int) int {
	const rounds, pause = 40, 25 * time.Millisecond
	for range rounds {
		if runtime.NumGoroutine() <= before {
			return 0
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return 0
		}
	}
	return runtime.NumGoroutine() - before
}
