package adaptertest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost"
)

// sameAgain asks everything again, and then repeats many evaluations, to find answers that differ only
// sometimes.
func sameAgain(ctx context.Context, s *suite) error {
	const repeats, combined = 400, 50 // repeats goes round the first 50 questions
	if err := s.compareAll(ctx, s.running); err != nil {
		return err
	}
	for i := range repeats {
		first := s.first.answers[i%min(len(s.questions), combined)]
		again := evaluated(ctx, s.running, first.question)
		if err := compare(first.texts()[:1], again.texts()[:1]); err != nil {
			return err
		}
	}
	return nil
}

// compareAll asks an adapter everything and compares the answers with the first ones.
func (s *suite) compareAll(ctx context.Context, a adapter.Adapter) error {
	return compare(s.texts, s.everything(ctx, a).texts())
}

// sameAtOnce asks with several callers, each from another question on.
func sameAtOnce(ctx context.Context, s *suite) error {
	const callers = 8
	found := make([]error, callers)
	var running sync.WaitGroup
	for i := range callers {
		running.Go(func() {
			from := i * len(s.questions) / callers
			found[i] = s.sameAnswers(ctx, from, min(from+len(s.questions)/callers*2, len(s.questions)))
		})
	}
	running.Wait()
	return cmp.Or(found...)
}

// sameAnswers compares the answers to a range of the questions with the first
// ones.
func (s *suite) sameAnswers(ctx context.Context, from, to int) error {
	for _, first := range s.first.answers[from:to] {
		if err := compare(first.texts(), answered(ctx, s.running, first.question).texts()); err != nil {
			return err
		}
	}
	return nil
}

// fresh starts the adapter in a process environment, calls do, and ends the adapter.
func (s *suite) fresh(ctx context.Context, env adapterhost.ProcessEnvironment, do func(*adapterhost.Run) error) error {
	started, err := s.start(ctx, env)
	if err != nil {
		return fmt.Errorf("does not start: %w", err)
	}
	defer started.Close()
	return do(started)
}

// sameInProcesses compares a fresh adapter with the first one.
func sameInProcesses(ctx context.Context, s *suite) error {
	return s.sameFresh(ctx, adapterhost.ProcessEnvironment{})
}

// sameFresh compares a fresh adapter in a process environment with the first one.
func (s *suite) sameFresh(ctx context.Context, env adapterhost.ProcessEnvironment) error {
	return s.fresh(ctx, env, func(r *adapterhost.Run) error {
		if err := sameDescription(s.description, r.Status.Description); err != nil {
			return err
		}
		return s.compareAll(ctx, r)
	})
}

// sameAmongVariables starts the adapter with other environment variables, in another folder and time
// zone, and with other settings of Go's runtime.
func sameAmongVariables(ctx context.Context, s *suite) error {
	if s.subject.OtherTimes != nil {
		return skip("checked only in a process (testkit.RunProcess)")
	}
	for _, env := range []adapterhost.ProcessEnvironment{
		{Folder: "/", Variables: append([]string{"TZ=Pacific/Kiritimati", "GOMAXPROCS=1", "GOGC=25"}, poison...)},
		{Variables: []string{"TZ=Pacific/Pago_Pago", "GOMAXPROCS=16", "GOGC=400"}},
	} {
		if err := s.sameFresh(ctx, env); err != nil {
			return fmt.Errorf("in an environment with %.60s: %w", fmt.Sprintf("%+v", env), err)
		}
	}
	return partly(fmt.Sprintf("among %d variables", len(poison)))
}

// sameLater asks at other times: years later for an adapter in this process, and otherwise a second
// later.
func sameLater(ctx context.Context, s *suite) (found error) {
	if s.subject.OtherTimes == nil {
		select {
		case <-time.After(1100 * time.Millisecond):
		case <-ctx.Done():
		}
		return cmp.Or(sameInProcesses(ctx, s), error(partly("a second later; another day is checked only in process (testkit.Run)")))
	}
	var now []text
	s.subject.OtherTimes(func(a adapter.Adapter) { // the clock of ctx is not that of the calls
		texts := s.everything(context.Background(), bounded{a, s}).texts()
		if now == nil {
			now = texts
		}
		if err := compare(now, texts); err != nil && found == nil {
			found = fmt.Errorf("at %s: %w", time.Now().UTC().Format("Monday 2006-01-02 15:04:05"), err)
		}
	})
	return found
}

// sameInAnyOrder asks one new adapter in reverse order. It asks further new adapters a question after
// another question that differs in one field. That finds a cache whose key lacks the field, and state
// that a call leaves behind.
func sameInAnyOrder(ctx context.Context, s *suite) error {
	if err := s.fresh(ctx, adapterhost.ProcessEnvironment{},
		func(r *adapterhost.Run) error { return s.backwards(ctx, r) }); err != nil {
		return err
	}
	for _, other := range s.neighbours() {
		err := s.fresh(ctx, adapterhost.ProcessEnvironment{}, func(r *adapterhost.Run) error {
			answered(ctx, r, other)
			return compare(s.first.answers[0].texts(), answered(ctx, r, s.questions[0]).texts())
		})
		if err != nil {
			return fmt.Errorf("after the same with another %s: %w", other.name, err)
		}
	}
	return nil
}

// backwards asks from the last question to the first: for checks, then for files
// before evaluations.
func (s *suite) backwards(ctx context.Context, a adapter.Adapter) error {
	var t transcript
	for _, p := range slices.Backward(s.profiles) {
		t.readiness = append(t.readiness, readinessOf(ctx, a, p))
	}
	for _, q := range slices.Backward(s.questions) {
		files, err := a.Generate(ctx, q.input)
		made := evaluated(ctx, a, q)
		made.Generation, made.ungenerated = files, err
		t.answers = append(t.answers, made)
	}
	slices.Reverse(t.readiness)
	slices.Reverse(t.answers)
	return compare(s.texts, t.texts())
}
