package adaptertest

import (
	"context"
	"slices"
	"sync"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// sweep evaluates every combination, and inputs that rules of providers often reject. That is far more
// than the questions that the suite repeats. It returns the wrong answers, and the answers with
// findings in simulation mode, in the order of the questions.
func (s *suite) sweep(ctx context.Context) (wrong, found []answer) {
	const callers = 4
	list := once(s.description)
	parts := make([]struct{ wrong, found []answer }, callers)
	var running sync.WaitGroup
	for caller := range callers {
		running.Go(func() {
			part := &parts[caller]
			for _, q := range list[caller*len(list)/callers : (caller+1)*len(list)/callers] {
				a := evaluated(ctx, s.running, q)
				switch {
				case a.refused != nil || a.empty() || checkCosts(a.Evaluation) != nil:
					part.wrong = append(part.wrong, a)
				case q.input.Mode == profile.Simulation && len(a.findings()) > 0:
					a.Evaluation.Resources, a.Evaluation.Estimate = nil, request.Estimate{} // thousands of them are large
					part.found = append(part.found, a)
				}
			}
		})
	}
	running.Wait()
	for _, part := range parts {
		wrong, found = append(wrong, part.wrong...), append(found, part.found...)
	}
	return wrong, found
}

// all returns the first answers, and those of the sweep that are wrong.
func (s *suite) all() []answer {
	wrong, _ := s.everywhere()
	return slices.Concat(s.first.answers, wrong)
}
