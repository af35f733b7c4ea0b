package adaptertest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"time"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/profile"
)

// recovering is an adapter in this process whose panics are errors, as a host
// makes them.
type recovering struct{ adapter.Adapter }

func (r recovering) Evaluate(ctx context.Context, in adapter.Input) (e adapter.Evaluation, err error) {
	defer recovered(&err)
	return r.Adapter.Evaluate(ctx, in)
}

func (r recovering) Generate(ctx context.Context, in adapter.Input) (g adapter.Generation, err error) {
	defer recovered(&err)
	return r.Adapter.Generate(ctx, in)
}

func (r recovering) CheckInstallation(ctx context.Context, p profile.Profile) (checks []profile.Check, err error) {
	defer recovered(&err)
	return r.Adapter.CheckInstallation(ctx, p)
}

func recovered(err *error) {
	if reason := recover(); reason != nil {
		*err = fmt.Errorf("panic: %v", reason)
	}
}

// directly asks an adapter in this process for everything, without the messages
// between.
func (s *suite) directly(a adapter.Adapter) (transcript, error) {
	return asker{recovering{a}, s}.everything(context.Background())
}

// inProcessOnly is why a process is not checked.
func inProcessOnly(reason string) error {
	return skip("checked only in process (adaptertest.Run): " + reason)
}

// answersAreCopies changes answers and asks again.
func answersAreCopies(ctx context.Context, s *suite) error {
	direct := s.running.direct
	if direct == nil {
		return inProcessOnly("the transport copies every answer")
	}
	d, err := direct.Describe(ctx)
	if err != nil {
		return err
	}
	spoil(reflect.ValueOf(d))
	spoiled, slow := s.directly(direct)
	if slow != nil {
		return slow
	}
	before := spoiled.texts()
	for _, a := range spoiled.answers {
		spoil(reflect.ValueOf(a.Evaluation))
		spoil(reflect.ValueOf(a.Generation))
	}
	after, slow := s.directly(direct)
	if slow != nil {
		return slow
	}
	if err := compare(before, after.texts()); err != nil {
		return fmt.Errorf("after earlier answers were changed: %w", err)
	}
	again, err := direct.Describe(ctx)
	if err != nil {
		return err
	}
	return sameDescription(s.description, again)
}

// spoil overwrites every text and number that a value shares with its copies: the
// elements of slices and the values of maps.
func spoil(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			spoil(v.Index(i))
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			v.SetMapIndex(key, reflect.Zero(v.Type().Elem()))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			spoil(v.Field(i))
		}
	case reflect.String:
		overwrite(v, reflect.ValueOf("spoiled"))
	case reflect.Uint8:
		overwrite(v, reflect.ValueOf(byte('x')))
	}
}

func overwrite(v, with reflect.Value) {
	if v.CanSet() {
		v.Set(with.Convert(v.Type()))
	}
}

// callsEnd makes calls whose context is done.
func callsEnd(ctx context.Context, s *suite) error {
	if s.running.direct != nil {
		return s.endedCalls(ctx, recovering{s.running.direct})
	}
	return s.abandonedCalls(ctx)
}

// endedCalls calls each method with a context that is done.
func (s *suite) endedCalls(ctx context.Context, direct adapter.Adapter) error {
	over, cancel := context.WithCancel(ctx)
	cancel()
	in := s.questions[0].input
	for _, m := range []struct {
		name string
		call func() error
	}{
		{"Describe", func() error { _, err := direct.Describe(over); return err }},
		{"CheckInstallation", func() error { _, err := direct.CheckInstallation(over, s.profiles[1].Clone()); return err }},
		{"Evaluate", func() error { _, err := direct.Evaluate(over, in); return err }},
		{"Generate", func() error { _, err := direct.Generate(over, in); return err }},
	} {
		if err := s.endsAtOnce(ctx, m.name+" with a context that is done", m.call); err != nil {
			return err
		}
	}
	return nil
}

// endsAtOnce makes a call several times, until one ends at once: on a busy
// machine not every call can.
func (s *suite) endsAtOnce(ctx context.Context, what string, call func() error) error {
	const attempts, atOnce = 10, 5 * time.Millisecond
	for range attempts {
		began := time.Now() // to measure the call
		_, err, slow := bounded(ctx, s, what, func(context.Context) (struct{}, error) { return struct{}{}, call() })
		if slow != nil {
			return slow
		}
		if !errors.Is(err, context.Canceled) {
			return fmt.Errorf("%s: returned %q instead of the context's error", what, fmt.Sprint(err))
		}
		if time.Since(began) <= atOnce { // to measure the call
			return nil
		}
	}
	return fmt.Errorf("%s: the shortest of %d calls took longer than %s", what, attempts, atOnce)
}

// abandonedCalls gives calls up while they are in flight, and asks again. The
// host's side of a call ends by itself; what the adapter still does shows in
// process.
func (s *suite) abandonedCalls(ctx context.Context) error {
	const calls = 20
	for i := range calls {
		hurried, cancel := context.WithTimeout(ctx, time.Duration(i)*100*time.Microsecond)
		_, _, slow := bounded(ctx, s, "an abandoned call", func(context.Context) (adapter.Evaluation, error) {
			return s.running.Evaluate(hurried, s.questions[i].input)
		})
		cancel()
		if slow != nil {
			return slow
		}
	}
	if err := s.sameAnswers(ctx, 0, calls); err != nil {
		return err
	}
	return partly("abandoned calls spoil no later answer; whether the adapter stops is checked only in process (adaptertest.Run)")
}

// nothingLeft counts goroutines after all the calls before, and after adapters
// that were made, asked and left.
func nothingLeft(ctx context.Context, s *suite) error {
	if s.running.direct == nil {
		return inProcessOnly("a host does not see inside of a process")
	}
	before := runtime.NumGoroutine()
	if _, slow := s.directly(s.running.direct); slow != nil {
		return slow
	}
	if left := goroutinesLeft(ctx, before); left > 0 {
		s.leaks = true
		return fmt.Errorf("%d goroutines more than before run a second after the last answer", left)
	}
	const made = 5
	before = runtime.NumGoroutine()
	for range made {
		err := s.fresh(ctx, adapterhost.ProcessEnvironment{}, func(r running) error {
			_, slow := asker{r.Adapter, s}.answer(ctx, s.questions[0])
			return slow
		})
		if err != nil {
			return err
		}
	}
	if left := goroutinesLeft(ctx, before); left >= made {
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
