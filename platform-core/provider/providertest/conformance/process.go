package conformance

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"platform.internal/platform-core/provider"
)

// directly asks an adapter in this process for everything, without a bound.
func (s *suite) directly(adapter provider.Adapter) transcript {
	t := transcript{answers: make([]answer, len(s.demands)), checks: make([]check, len(s.profiles))}
	ctx := context.Background()
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
	return skip{"judged in process alone (providertest.Run): " + reason}
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

func spoilDescription(d provider.Description) {
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
func (s *suite) endedCalls(ctx context.Context, direct provider.Adapter) error {
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
		err, slow := bounded(ctx, s, m.name+" with a context that is done", func(context.Context) error { return surviving(m.call) })
		if slow != nil {
			return slow
		}
		if !errors.Is(err, context.Canceled) {
			return failing(m.name+" with a context that is done", fmt.Errorf("returned %q instead of the context's error", fmt.Sprint(err)))
		}
	}
	return nil
}

// abandonedCalls gives calls up while they are under way, and asks again.
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
	return s.ask(ctx, 0, calls)
}

// nothingLeft counts goroutines after all the calls before.
func nothingLeft(ctx context.Context, s *suite) error {
	if s.running.Direct == nil {
		return notDirect("a host does not see inside of a process")
	}
	const rounds, pause = 40, 25 * time.Millisecond
	before := runtime.NumGoroutine()
	s.directly(s.running.Direct)
	for range rounds {
		if runtime.NumGoroutine() <= before {
			return nil
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	s.leaks = true
	return fmt.Errorf("%d goroutines more than before run a second after the last answer", runtime.NumGoroutine()-before)
}
