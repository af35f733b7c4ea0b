package adaptertest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// regionsAnswer orders an environment in each region and follows suggestions
// until the adapter has nothing against it, in the same region.
func regionsAnswer(ctx context.Context, s *suite) error {
	for _, region := range s.description.Regions {
		a, err := s.settled(ctx, Request(region.Name))
		if err != nil {
			return err
		}
		switch {
		case a.order.Request.Region != region.Name:
			return fmt.Errorf("region %s: no environment can be ordered there; the way out leads to %s", region.Name, a.order.Request.Region)
		case !a.accepted() || len(a.evaluation.Resources) == 0:
			return fmt.Errorf("region %s: no environment can be ordered there: %s", region.Name, why(a))
		case !a.generated():
			return fmt.Errorf("region %s: no files: %w", region.Name, a.ungenerated)
		case !slices.ContainsFunc(a.evaluation.Resources, func(r request.Resource) bool { return r.Region == region.Name }):
			return fmt.Errorf("region %s: no resource is in the region", region.Name)
		}
	}
	return nil
}

func why(a answer) string {
	if a.refused != nil {
		return a.refused.Error()
	}
	if len(a.evaluation.Violations) > 0 {
		return a.evaluation.Violations[0].Message
	}
	return "it has no resources"
}

// settled returns the answer to a request that follows the adapter's
// suggestions, for some rounds.
func (s *suite) settled(ctx context.Context, r request.Request) (answer, error) {
	const rounds = 8
	for round := 1; ; round++ {
		d := demand{"region " + r.Region, Input(s.description, profile.Simulation, r), true}
		a, err := asker{s.running.Adapter, s}.answer(ctx, d)
		if err != nil || a.refused != nil || len(a.evaluation.Violations) == 0 || round == rounds {
			return a, err
		}
		for _, v := range a.evaluation.Violations {
			if changed, err := r.With(v.Field, v.Suggestion); err == nil && !v.Suggestion.IsZero() {
				r = changed
			}
		}
	}
}

// suggestionsFollowed follows each suggestion alone.
func suggestionsFollowed(ctx context.Context, s *suite) error {
	if err := s.broken(suggestionsWork); err != nil {
		return err
	}
	for _, a := range s.first.answers {
		if a.refused != nil || !wellFormed(a.order.Request) {
			continue
		}
		for _, v := range slices.Concat(a.evaluation.Violations, a.evaluation.Advisories) {
			if v.Suggestion.IsZero() {
				continue
			}
			if err := s.follow(ctx, a, v); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *suite) follow(ctx context.Context, a answer, v request.Violation) error {
	what := fmt.Sprintf("%s for %s suggests %q", v.PolicyID, a.name, v.Suggestion)
	changed, err := a.order.Request.With(v.Field, v.Suggestion)
	if err != nil {
		return fmt.Errorf("%s, which is no legal %s: %w", what, v.Field, err)
	}
	order := Input(s.description, a.order.Mode, changed)
	followed, err := bounded(ctx, s, "Evaluate of a suggestion for "+a.name, func(ctx context.Context) given[adapter.Evaluation] {
		evaluation, err := s.running.Evaluate(ctx, order)
		return given[adapter.Evaluation]{evaluation, err}
	})
	if err != nil {
		return err
	}
	for _, still := range slices.Concat(followed.answer.Violations, followed.answer.Advisories) {
		if still.PolicyID == v.PolicyID {
			return fmt.Errorf("%s, and then says: %s", what, still.Message)
		}
	}
	return nil
}

// wellFormed reports whether the request could have been read from a document.
func wellFormed(r request.Request) bool {
	if !r.NetworkCIDR.IsValid() {
		return false
	}
	normal, err := r.With("application", request.Text(r.Application))
	return err == nil && normal == r
}

// variablesOf names the variables of a list, for counter-examples.
func variablesOf(list []string) string {
	names := make([]string, len(list))
	for i, v := range list {
		names[i], _, _ = strings.Cut(v, "=")
	}
	return strings.Join(names[:min(len(names), 3)], ", ")
}
