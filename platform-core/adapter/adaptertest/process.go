package adaptertest

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost"
)

// directly asks an adapter in this process for everything, without a bound.
func (s *suite) directly(adapter adapter.Adapter) transcript {
	t := transcript{answers: make([]answer, len(s.demands)), checks: make([]check, len(s.profiles))}
	ctx, end := context.WithCancel(context.Background())
	defer end()
	for i, d := range s.demands {
		a := answer{demand: d}
		a.refused = surviving(func() (err error) { a.evaluation, err = adapter.Evaluate(ctx, d.order); return err })
		a.ungenerated = surviving(func() (err error) { a.files, err = adapter.Generate(ctx, d.order); return err })
		t.answers[i] = a
	}
	for i, p := range s.profiles {
		c := check{profile: p}
		c.refused = surviving(func() (err error) { c.checks, err = adapter.CheckInstallation(ctx, p.Clone()); return err })
		t.checks[i] = c
	}
	return t
}

// surviving makes a call and returns a panic as an error.
func surviving(call func() error) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("panic: %v", reason)
		}
	}()
	return call()
}

// notDirect is why a process is not judged.
func notDirect(reason string) error {
	return skip{"judged only in process (adaptertest.Run): " + reason}
}

// answersAreCopies spoils answers and asks again.
func answersAreCopies(ctx context.Context, s *suite) error {
	direct := s.running.Direct
	if direct == nil {
		return notDirect("the transport copies every answer")
	}
	d, err := direct.Describe(ctx)
	if err != nil {
		return err
	}
	spoilDescription(d)
	before := s.directly(direct).said()
	for _, a := range s.directly(direct).answers {
		spoil(a)
	}
	if err := compare(before, s.directly(direct).said()); err != nil {
		return fmt.Errorf("after earlier answers were changed: %w", err)
	}
	again, err := direct.Describe(ctx)
	if err != nil {
		return err
	}
	return sameDescription(s.description, again)
}

func spoilDescription(d adapter.Description) {
	for i := range d.Regions {
		d.Regions[i].Name = "spoiled"
		for z := range d.Regions[i].Zones {
			d.Regions[i].Zones[z] = "spoiled"
		}
	}
	for i := range d.Boundaries {
		d.Boundaries[i].Pattern = "spoiled"
	}
	for i := range d.Rules {
		d.Rules[i].ID = "spoiled"
	}
	for i := range d.Capabilities {
		d.Capabilities[i] = "spoiled"
	}
}

func spoil(a answer) {
	for i, r := range a.evaluation.Resources {
		for name := range r.Properties {
			r.Properties[name] = "spoiled"
		}
		for c := range r.Controls {
			r.Controls[c] = "spoiled"
		}
		a.evaluation.Resources[i].Name = "spoiled"
	}
	for i := range a.evaluation.Violations {
		a.evaluation.Violations[i].Message = "spoiled"
	}
	for i := range a.evaluation.Estimate.Items {
		a.evaluation.Estimate.Items[i].Item = "spoiled"
	}
	for _, f := range a.files {
		for i := range f.Content {
			f.Content[i] = 'x'
		}
	}
}

// callsEnd makes calls whose context is done.
func callsEnd(ctx context.Context, s *suite) error {
	if s.running.Direct != nil {
		return s.endedCalls(ctx, s.running.Direct)
	}
	return s.abandonedCalls(ctx)
}

// endedCalls calls each method with a context that is done.
func (s *suite) endedCalls(ctx context.Context, direct adapter.Adapter) error {
	over, cancel := context.WithCancel(ctx)
	cancel()
	methods := []struct {
		name string
		call func() error
	}{
		{"Describe", func() error { _, err := direct.Describe(over); return err }},
		{"CheckInstallation", func() error { _, err := direct.CheckInstallation(over, s.profiles[1].Clone()); return err }},
		{"Evaluate", func() error { _, err := direct.Evaluate(over, s.demands[0].order); return err }},
		{"Generate", func() error { _, err := direct.Generate(over, s.demands[0].order); return err }},
	}
	for _, m := range methods {
		if err := s.endsAtOnce(ctx, m.name+" with a context that is done", m.call); err != nil {
			return err
		}
	}
	return nil
}

// endsAtOnce makes a call several times, until one ends at once: on a busy
// machine not every call can.
func (s *suite) endsAtOnce(ctx context.Context, what string, call func() error) error {
	const tries, atOnce = 10, 5 * time.Millisecond
	shortest := s.limit
	for range tries {
		began := time.Now() // to measure the call
		err, slow := bounded(ctx, s, what, func(context.Context) error { return surviving(call) })
		if slow != nil {
			return slow
		}
		if !errors.Is(err, context.Canceled) {
			return failedCall(what, fmt.Errorf("returned %q instead of the context's error", fmt.Sprint(err)))
		}
		if shortest = min(shortest, time.Since(began)); shortest <= atOnce { // to measure the call
			return nil
		}
	}
	return failedCall(what, fmt.Errorf("the shortest of %d calls took longer than %s", tries, atOnce))
}

// abandonedCalls gives calls up while they are under way, and asks again. The
// host's side of a call ends by itself; what the adapter still does shows in
// process.
func (s *suite) abandonedCalls(ctx context.Context) error {
	const calls = 20
	for i := range calls {
		hurried, cancel := context.WithTimeout(ctx, time.Duration(i)*100*time.Microsecond)
		_, err := bounded(ctx, s, "an abandoned call", func(context.Context) error {
			_, err := s.running.Evaluate(hurried, s.demands[i].order)
			return err
		})
		cancel()
		if err != nil {
			return err
		}
	}
	if err := s.ask(ctx, 0, calls); err != nil {
		return err
	}
	return partly{"abandoned calls spoil no later answer; whether the adapter stops is judged only in process (adaptertest.Run)"}
}

// nothingLeft counts goroutines after all the calls before, and after adapters
// that were made, asked and left.
func nothingLeft(ctx context.Context, s *suite) error {
	if s.running.Direct == nil {
		return notDirect("a host does not see inside of a process")
	}
	before := runtime.NumGoroutine()
	s.directly(s.running.Direct)
	if left := goroutinesLeft(ctx, before); left > 0 {
		s.leaks = true
		return fmt.Errorf("%d goroutines more than before run a second after the last answer", left)
	}
	const made = 5
	before = runtime.NumGoroutine()
	for range made {
		running, err := s.subject.Start(ctx, adapterhost.Surroundings{})
		if err != nil {
			return fmt.Errorf("does not start: %w", err)
		}
		_, err = asker{running.Adapter, s}.answer(ctx, s.demands[0])
		running.Close()
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

// settled waits for goroutines to end, and returns how many more there are than
// before.
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
