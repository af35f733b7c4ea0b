package adaptertest

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest/internal/calls"
	"platform.internal/platform-core/adapterhost"
)

// sameAgain asks everything once more, and then for so many evaluations that an
// answer which differs now and then does so among them.
func sameAgain(ctx context.Context, s *suite) error {
	const repeats, combined = 400, 50 // of so many orders
	if err := s.againOn(ctx, s.running, s.demands); err != nil {
		return err
	}
	for i := range repeats {
		first := s.first.answers[i%min(len(s.demands), combined)]
		evaluation, refused, err := asker{s.running.Adapter, s}.evaluate(ctx, first.name, first.order)
		if err != nil {
			return err
		}
		if err := same("Evaluate of "+first.name, outcome(first.evaluation, first.refused), outcome(evaluation, refused)); err != nil {
			return err
		}
	}
	return nil
}

// againOn asks a running adapter for demands, which are the suite's in any
// order, and compares the answers with the first ones.
func (s *suite) againOn(ctx context.Context, running Running, list []demand) error {
	t, err := asker{running.Adapter, s}.everything(ctx, list, s.profiles)
	if err != nil {
		return err
	}
	return compare(s.said, t.said())
}

// sameAtOnce asks with several callers, each from another place on.
func sameAtOnce(ctx context.Context, s *suite) error {
	const callers = 8
	found := make([]error, callers)
	var running sync.WaitGroup
	for i := range callers {
		running.Go(func() {
			from := i * len(s.demands) / callers
			to := min(from+len(s.demands)/callers*2, len(s.demands))
			found[i] = s.ask(ctx, from, to)
		})
	}
	running.Wait()
	for _, err := range found {
		if err != nil {
			return err
		}
	}
	return nil
}

// ask compares the answers to a range of the demands with the first ones.
func (s *suite) ask(ctx context.Context, from, to int) error {
	for i := from; i < to; i++ {
		a, err := asker{s.running.Adapter, s}.answer(ctx, s.demands[i])
		if err != nil {
			return err
		}
		if err := compare(s.first.answers[i].said(), a.said()); err != nil {
			return err
		}
	}
	return nil
}

// in returns the check that a fresh adapter among each list of variables gives
// the same answers; without any, a fresh adapter.
func in(variables ...[]string) func(context.Context, *suite) error {
	if len(variables) == 0 {
		variables = [][]string{nil}
	}
	return func(ctx context.Context, s *suite) error {
		for _, list := range variables {
			if err := s.freshIn(ctx, adapterhost.Surroundings{Variables: list}); err != nil {
				return among(list, err)
			}
		}
		return nil
	}
}

func among(variables []string, err error) error {
	if len(variables) == 0 {
		return err
	}
	return fmt.Errorf("with %s and others set: %w", variablesOf(variables), err)
}

// freshIn compares a fresh adapter in surroundings with the first one.
func (s *suite) freshIn(ctx context.Context, surroundings adapterhost.Surroundings) error {
	running, err := s.subject.Start(ctx, surroundings)
	if err != nil {
		return fmt.Errorf("does not start: %w", err)
	}
	defer running.Close()
	if err := sameDescription(s.description, running.Status.Description); err != nil {
		return err
	}
	return s.againOn(ctx, running, s.demands)
}

// sameElsewhere starts the adapter in the root of the file system.
func sameElsewhere(ctx context.Context, s *suite) error {
	root, err := filepath.Abs(string(filepath.Separator))
	if err != nil {
		return err
	}
	return s.freshIn(ctx, adapterhost.Surroundings{Folder: root})
}

// sameAmong starts the adapter among variables. No list of them is complete; its
// code tells of others.
func sameAmong(ctx context.Context, s *suite) error {
	if err := in(poison)(ctx, s); err != nil {
		return err
	}
	return partly{fmt.Sprintf("among %d variables; of others purity tells", len(poison))}
}

// sameLater asks at another time: years away where the subject can do that,
// else a little later, which shows a clock that is written down to the second.
// Of days and months the adapter's code has to tell.
func sameLater(ctx context.Context, s *suite) error {
	if elsewhen, can := s.subject.(Later); can {
		return s.yearsLater(elsewhen)
	}
	const later = 1100 * time.Millisecond
	select {
	case <-time.After(later):
	case <-ctx.Done():
	}
	if err := s.freshIn(ctx, adapterhost.Surroundings{}); err != nil {
		return err
	}
	const far = "nothing changes within a second; another day is judged only in process (adaptertest.Run)"
	switch code, err := s.code(); {
	case err != nil:
		return skip{far + ", and the adapter's machine code cannot be judged: " + err.Error()}
	case code[calls.Clock] != "":
		return fmt.Errorf("nothing changes within a second, but %s", code[calls.Clock])
	}
	return partly{"a second later, and by the code of the adapter's own module, which never asks for the time; another day is judged only in process (adaptertest.Run)"}
}

// yearsLater asks directly: nothing here may wait for anything but the adapter,
// because its clock is not ours.
func (s *suite) yearsLater(elsewhen Later) (found error) {
	if s.leaks {
		return skip{"what is left running would wait in another time for ever"}
	}
	now := s.directly(s.running.Direct).said()
	elsewhen.Later(func(a adapter.Adapter) {
		if found == nil {
			found = compare(now, s.directly(a).said())
		}
	})
	return found
}
