package adaptertest

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"platform.internal/platform-core/adapter"
)

// sweep asks for an evaluation of every region, size, environment, class and
// mode, which is far more than the suite asks again and again, and returns the
// suspicious answers, in the sequence of the questions. A call that is too slow
// ends it.
func (s *suite) sweep(ctx context.Context) []answer {
	if s.slow != "" {
		return nil
	}
	const callers = 4
	list := Inputs(s.description)
	found := make([][]answer, callers)
	var running sync.WaitGroup
	for caller := range callers {
		running.Go(func() {
			for _, in := range list[caller*len(list)/callers : (caller+1)*len(list)/callers] {
				r := in.Request
				name := fmt.Sprintf("%s %s %s in %s in %s mode", r.ClusterSize, r.Environment, r.DataClassification, r.Region, in.Mode)
				a := answer{question: question{name, in, true}}
				if slow := (asker{s.quick(), s}).evaluate(ctx, &a); slow != nil {
					return
				}
				if a.suspicious() {
					found[caller] = append(found[caller], a)
				}
			}
		})
	}
	running.Wait()
	return slices.Concat(found...)
}

// suspicious reports whether the evaluation by itself shows that something is
// wrong.
func (a answer) suspicious() bool {
	return a.refused != nil || len(a.Evaluation.Violations) == 0 && len(a.Evaluation.Resources) == 0 || costsOf(a.Evaluation) != nil
}

// quick returns the adapter with the host's checks, and in this process without
// the messages between, which take most of the time.
func (s *suite) quick() adapter.Adapter {
	if s.running.direct == nil {
		return s.running.Adapter
	}
	return checked{recovering{s.running.direct}, s.description}
}

// checked is an adapter in this process whose evaluations are checked as a host
// checks them, without being sent.
type checked struct {
	adapter.Adapter
	description adapter.Description
}

// Evaluate returns a breach of the contract as a host does.
func (c checked) Evaluate(ctx context.Context, in adapter.Input) (adapter.Evaluation, error) {
	e, err := c.Adapter.Evaluate(ctx, in)
	if err != nil {
		return adapter.Evaluation{}, err
	}
	return e, adapter.CheckEvaluation(c.description, in, e)
}
