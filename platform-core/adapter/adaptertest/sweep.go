package adaptertest

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"platform.internal/platform-core/adapter"
)

// sweepers are how many callers share the evaluations of a sweep.
const sweepers = 4

// sweep asks for an evaluation of every region, size, environment, class and
// mode, which is far more than the suite asks again and again, and returns the
// answers in which something is odd, in the order of the questions. A call that
// is too slow ends it.
func (s *suite) sweep(ctx context.Context) []answer {
	if s.slow != "" {
		return nil
	}
	list := slices.Collect(Inputs(s.description))
	odd := make([][]answer, sweepers)
	var running sync.WaitGroup
	for caller := range sweepers {
		running.Go(func() {
			for i := caller * len(list) / sweepers; i < (caller+1)*len(list)/sweepers; i++ {
				a, err := s.evaluated(ctx, list[i])
				if err != nil {
					return
				}
				if a.odd() {
					odd[caller] = append(odd[caller], a)
				}
			}
		})
	}
	running.Wait()
	return slices.Concat(odd...)
}

// evaluated asks for the evaluation of one combination.
func (s *suite) evaluated(ctx context.Context, order adapter.Input) (answer, error) {
	r := order.Request
	name := fmt.Sprintf("%s %s %s in %s in %s mode", r.ClusterSize, r.Environment, r.DataClassification, r.Region, order.Mode)
	evaluation, refused, err := asker{s.quick(), s}.evaluate(ctx, name, order)
	return answer{demand: demand{name, order, true}, evaluation: evaluation, refused: refused}, err
}

// quick returns the adapter with the host's checks, and in this process without
// the messages between, which take most of the time.
func (s *suite) quick() adapter.Adapter {
	if s.running.Direct == nil {
		return s.running.Adapter
	}
	return unsent{s.running.Direct, s.description}
}

// unsent is an adapter in this process whose evaluations are held to the
// contract without being sent.
type unsent struct {
	adapter.Adapter
	description adapter.Description
}

// Evaluate returns a panic as an error, and a breach as a host does.
func (u unsent) Evaluate(ctx context.Context, order adapter.Input) (e adapter.Evaluation, err error) {
	err = surviving(func() error {
		e, err = u.Adapter.Evaluate(ctx, order)
		return err
	})
	if err != nil {
		return adapter.Evaluation{}, err
	}
	return e, adapter.CheckEvaluation(u.description, order, e)
}

// odd reports whether an evaluation alone shows that something is wrong.
func (a answer) odd() bool {
	return a.refused != nil || len(a.evaluation.Violations) == 0 && len(a.evaluation.Resources) == 0 || costsOf(a.evaluation) != nil
}
