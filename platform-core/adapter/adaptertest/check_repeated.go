package adaptertest

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/request"
)

// sameAgain asks everything once more, and then for so many evaluations that an
// answer which differs now and then does so among them.
func sameAgain(ctx context.Context, s *suite) error {
	const repeats, combined = 400, 50 // of so many questions
	ask := asker{s.running.Adapter, s}
	if err := s.sameOf(ctx, ask); err != nil {
		return err
	}
	for i := range repeats {
		first := s.first.answers[i%min(len(s.questions), combined)]
		again := answer{question: first.question}
		if slow := ask.evaluate(ctx, &again); slow != nil {
			return slow
		}
		if err := same("Evaluate of "+first.name, encoded(first.Evaluation, first.refused), encoded(again.Evaluation, again.refused)); err != nil {
			return err
		}
	}
	return nil
}

// sameOf asks everything and compares the answers with the first ones.
func (s *suite) sameOf(ctx context.Context, ask asker) error {
	t, slow := ask.everything(ctx)
	if slow != nil {
		return slow
	}
	return compare(s.texts, t.texts())
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
	for _, err := range found {
		if err != nil {
			return err
		}
	}
	return nil
}

// sameAnswers compares the answers to a range of the questions with the first
// ones.
func (s *suite) sameAnswers(ctx context.Context, from, to int) error {
	for i := from; i < to; i++ {
		a, slow := asker{s.running.Adapter, s}.answer(ctx, s.questions[i])
		if slow != nil {
			return slow
		}
		if err := compare(s.first.answers[i].texts(), a.texts()); err != nil {
			return err
		}
	}
	return nil
}

// fresh starts the adapter in a process environment, does something with it, and ends it.
func (s *suite) fresh(ctx context.Context, env adapterhost.ProcessEnvironment, do func(running) error) error {
	started, err := s.subject.start(ctx, env)
	if err != nil {
		return fmt.Errorf("does not start: %w", err)
	}
	defer started.close()
	return do(started)
}

// sameIn returns the check that a fresh adapter among each list of variables
// gives the same answers.
func sameIn(lists ...[]string) func(context.Context, *suite) error {
	return func(ctx context.Context, s *suite) error {
		for _, variables := range lists {
			err := s.sameFresh(ctx, adapterhost.ProcessEnvironment{Variables: variables})
			if err != nil && len(variables) > 0 {
				return fmt.Errorf("with %s and others set: %w", names(variables), err)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// names returns the first names of a list of variables.
func names(variables []string) string {
	list := make([]string, min(len(variables), 3))
	for i := range list {
		list[i], _, _ = strings.Cut(variables[i], "=")
	}
	return strings.Join(list, ", ")
}

// sameFresh compares a fresh adapter in a process environment with the first one.
func (s *suite) sameFresh(ctx context.Context, env adapterhost.ProcessEnvironment) error {
	return s.fresh(ctx, env, func(r running) error {
		if err := sameDescription(s.description, r.status.Description); err != nil {
			return err
		}
		return s.sameOf(ctx, asker{r.Adapter, s})
	})
}

// sameInRootFolder starts the adapter in the root of the file system.
func sameInRootFolder(ctx context.Context, s *suite) error {
	root, err := filepath.Abs(string(filepath.Separator))
	if err != nil {
		return err
	}
	return s.sameFresh(ctx, adapterhost.ProcessEnvironment{Folder: root})
}

// sameAmongVariables starts the adapter among variables. No list of them is
// complete.
func sameAmongVariables(ctx context.Context, s *suite) error {
	if err := sameIn(poison)(ctx, s); err != nil {
		return err
	}
	return partly(fmt.Sprintf("among %d variables", len(poison)))
}

// sameLater asks at another time: years later where the subject can do that,
// else a little later, which shows a time that is written down to the second.
func sameLater(ctx context.Context, s *suite) error {
	if other, can := s.subject.(later); can {
		return s.sameYearsLater(other)
	}
	select {
	case <-time.After(1100 * time.Millisecond):
	case <-ctx.Done():
	}
	if err := s.sameFresh(ctx, adapterhost.ProcessEnvironment{}); err != nil {
		return err
	}
	return partly("a second later; another day is checked only in process (adaptertest.Run)")
}

// sameYearsLater asks without ctx, whose clock is not that of the calls.
func (s *suite) sameYearsLater(other later) (found error) {
	if s.leaks {
		return skip("what is left running would wait in another time for ever")
	}
	now, slow := s.directly(s.running.direct)
	if slow != nil {
		return slow
	}
	other.later(func(a adapter.Adapter) {
		t, slow := s.directly(a)
		switch {
		case found != nil:
		case slow != nil:
			found = slow
		default:
			found = compare(now.texts(), t.texts())
		}
	})
	return found
}

// sameInAnyOrder asks fresh adapters: one backwards, and one each for a question
// after another one that differs from it in a single thing. A cache whose key
// lacks that thing, or what a call leaves behind, shows.
func sameInAnyOrder(ctx context.Context, s *suite) error {
	if err := s.fresh(ctx, adapterhost.ProcessEnvironment{}, func(r running) error { return s.backwards(ctx, asker{r.Adapter, s}) }); err != nil {
		return err
	}
	for _, other := range s.neighbours() {
		err := s.fresh(ctx, adapterhost.ProcessEnvironment{}, func(r running) error {
			ask := asker{r.Adapter, s}
			if _, slow := ask.answer(ctx, other); slow != nil {
				return slow
			}
			again, slow := ask.answer(ctx, s.questions[0])
			if slow != nil {
				return slow
			}
			return compare(s.first.answers[0].texts(), again.texts())
		})
		if err != nil {
			return fmt.Errorf("after the same with another %s: %w", other.name, err)
		}
	}
	return nil
}

// backwards asks from the last question to the first: for checks, then for files
// before evaluations.
func (s *suite) backwards(ctx context.Context, ask asker) (slow error) {
	t := transcript{answers: make([]answer, len(s.questions)), readiness: make([]readiness, len(s.profiles))}
	for i, p := range slices.Backward(s.profiles) {
		if t.readiness[i], slow = ask.ready(ctx, p); slow != nil {
			return slow
		}
	}
	for i, q := range slices.Backward(s.questions) {
		a := &t.answers[i]
		a.question = q
		if slow = ask.generate(ctx, a); slow != nil {
			return slow
		}
		if slow = ask.evaluate(ctx, a); slow != nil {
			return slow
		}
	}
	return compare(s.texts, t.texts())
}

// neighbours are the first question with one thing changed, by what that is.
func (s *suite) neighbours() []question {
	first := s.questions[0].input
	var list []question
	for _, mode := range Modes() {
		if mode != first.Mode {
			list = append(list, question{"mode", Input(s.description, mode, first.Request), true})
		}
	}
	changed := func(name string, change Change) {
		r := first.Request
		change(&r)
		if r != first.Request {
			list = append(list, question{name, Input(s.description, first.Mode, r), true})
		}
	}
	for _, stage := range request.Environments() {
		changed(request.EnvironmentField, WithEnvironment(stage))
	}
	for _, size := range request.Sizes() {
		changed(request.SizeField, WithSize(size))
	}
	for _, classification := range request.Classifications() {
		changed(request.ClassificationField, WithClassification(classification))
	}
	if regions := s.description.Regions; len(regions) > 0 {
		changed(request.RegionField, WithRegion(regions[0].Name))
		changed(request.RegionField, WithRegion(regions[len(regions)-1].Name))
	}
	changed(request.ApplicationField, WithApplication("billing"))
	changed(request.OwnerField, WithOwner("somebody-else@example.com"))
	changed(request.CostCentreField, func(r *request.Request) { r.CostCentre = "CC-1" })
	changed(request.NetworkField, WithNetwork("10.80.0.0/18"))
	changed("monthly_budget_usd", func(r *request.Request) { r.MonthlyBudget = 90_000 })
	changed(request.JustificationField, WithJustification("Another reason."))
	changed(request.ExpiryField, func(r *request.Request) { r.ExpiryDate = "2027-02-28" })
	changed("controls", func(r *request.Request) { r.Controls = request.Controls{} })
	return list
}
