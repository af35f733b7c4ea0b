package adaptertest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// describesItself compares the description of a new adapter with the first one. The host has checked
// the first one against the contract.
func describesItself(ctx context.Context, s *suite) error {
	return s.fresh(ctx, adapterhost.ProcessEnvironment{}, func(r *adapterhost.Run) error {
		return sameDescription(s.description, r.Status.Description)
	})
}

// sameDescription compares two descriptions as text. An empty list equals no list, as in a message.
func sameDescription(a, b adapter.Description) error {
	return same("Describe", fmt.Appendf(nil, "%+v", a), fmt.Appendf(nil, "%+v", b))
}

// boundariesMatch checks the patterns and placeholders of the boundaries.
func boundariesMatch(_ context.Context, s *suite) error {
	for _, m := range profile.Modes() {
		separate := map[string]string{}
		for _, b := range s.description.BoundariesOf(m.Mode) {
			pattern, err := regexp.Compile("^(?:" + b.Pattern + ")$")
			if err != nil {
				return fmt.Errorf("the pattern of the boundary %s: %w", b.Name, err)
			}
			if !pattern.MatchString(b.Placeholder) {
				return fmt.Errorf("the boundary %s does not accept its own placeholder %q", b.Name, b.Placeholder)
			}
			if !b.Separate {
				continue
			}
			if other, taken := separate[b.Placeholder]; taken {
				return fmt.Errorf("the separate boundaries %s and %s have the same placeholder %q", other, b.Name, b.Placeholder)
			}
			separate[b.Placeholder] = b.Name
		}
	}
	return nil
}

// breachOf returns the breach of the contract in an error. It is not ok for another error.
func breachOf(err error) (p *problem.Problem, ok bool) {
	return p, errors.As(err, &p) && p.Code == problem.AdapterContractViolation && len(p.Faults) > 0
}

// breachCode returns the code of the contract rule that an error breaks; empty for another error.
func breachCode(err error) problem.FaultCode {
	if p, ok := breachOf(err); ok {
		return p.Faults[0].Code
	}
	return ""
}

// forAuthor returns an error as the author of the adapter needs it: the adapter's own message, or the field of the
// answer and its fault.
func forAuthor(err error) error {
	p, ok := breachOf(err)
	switch {
	case !ok:
		return err
	case p.Faults[0].Code == problem.ContractAnswers && p.Cause != nil:
		_, message, _ := strings.Cut(p.Cause.Error(), "desc = ") // of a gRPC status
		return errors.New(message)
	}
	return fmt.Errorf("%s: %s", p.Faults[0].Field, p.Faults[0].Message)
}

// refusal returns the error of a call. If the property that it breaks has failed, it returns a skip: the report already
// has a counter-example.
func (s *suite) refusal(call string, err error) error {
	if property := propertyOf(err); s.failed[property] {
		return skip(property + " does not hold")
	}
	return fmt.Errorf("%s: %w", call, forAuthor(err))
}

// propertyOfRule maps rules of the contract to properties. Other rules belong to contractKept. An error
// that breaks no rule belongs to answersAll.
var propertyOfRule = map[problem.FaultCode]string{
	problem.ContractSortedAndUnique: sortedAndUnique,
	problem.ContractControls:        controlsUpheld,
	problem.ContractControlsUpheld:  controlsUpheld,
	problem.ContractSuggestion:      suggestionsWork,
	problem.ContractAnswers:         answersAll,
	"":                              answersAll,
}

// propertyOf returns the property that an error of a call breaks.
func propertyOf(err error) string { return cmp.Or(propertyOfRule[breachCode(err)], contractKept) }

// breaches returns the check that finds the first call with a breach of a property.
func breaches(property string) func(context.Context, *suite) error {
	breaks := func(call string, err error) error {
		if err == nil || propertyOf(err) != property {
			return nil
		}
		return fmt.Errorf("%s: %w", call, forAuthor(err))
	}
	return func(_ context.Context, s *suite) error {
		for _, a := range s.all() {
			if property == suggestionsWork && !wellFormed(a.input.Request) {
				continue // no value of one field makes a request well-formed that is malformed elsewhere
			}
			if a.ungenerated != nil && breachCode(a.ungenerated) == problem.ContractAnswers && !a.accepted() {
				a.ungenerated = nil // only accepted requests have to be generated
			}
			if err := errors.Join(breaks("Evaluate of "+a.name, a.refused),
				breaks("Generate of "+a.name, a.ungenerated)); err != nil {
				return err
			}
		}
		for _, r := range s.first.readiness {
			if err := breaks("CheckInstallation of "+profileName(r.profile), r.refused); err != nil {
				return err
			}
		}
		return nil
	}
}

// everythingAnswered finds calls without an answer, and answers that are too large or empty.
func everythingAnswered(ctx context.Context, s *suite) error {
	// maxAnswer is the size of a thousand resources, in bytes, which is more than an answer needs.
	const maxAnswer = 1 << 20
	for _, t := range s.texts {
		if len(t.content) > maxAnswer {
			return fmt.Errorf("%s: the answer has %d bytes; more than %d come from text that is repeated", t.call,
				len(t.content), maxAnswer)
		}
	}
	for _, a := range s.all() {
		switch {
		case a.empty():
			return fmt.Errorf("Evaluate of %s: it breaks no rule, and has no resources", a.name)
		case a.refused == nil && len(a.Evaluation.Resources) == 0 && len(a.Files) > 0:
			return fmt.Errorf("Generate of %s: it has files, and no resources", a.name)
		}
	}
	return breaches(answersAll)(ctx, s)
}

func costsAddUp(ctx context.Context, s *suite) error {
	for _, a := range s.all() {
		if err := checkCosts(a.Evaluation); a.refused == nil && err != nil {
			return fmt.Errorf("Evaluate of %s: %w", a.name, err)
		}
	}
	var unpriced []string
	for _, r := range s.description.Regions {
		in := Input(s.description, profile.Simulation, Request(r.Name))
		if a := evaluated(ctx, s.running, question{r.Name, in, true}); a.refused == nil && !a.Evaluation.Estimate.MonthlyTotal.Known {
			unpriced = append(unpriced, r.Name)
		}
	}
	if len(unpriced) > 0 {
		return partly("without a price of a counted item in these regions: " + strings.Join(unpriced, ", "))
	}
	return nil
}

// callsInTime names the call that ended the suite.
func callsInTime(_ context.Context, s *suite) error {
	if slow := s.slow.Load(); slow != nil {
		return errors.New(*slow)
	}
	return nil
}

// processConfined checks the confinement that the host reports. It fails if the process is less
// confined than the machine allows.
func processConfined(_ context.Context, s *suite) error {
	c := s.running.Status.Confinement
	switch {
	case c == nil:
		return skip("checked only in a process (testkit.RunProcess)")
	case c.Level == profile.Enforced:
		return nil
	case c.Loaded():
		return fmt.Errorf("it needs a dynamic loader, so it may read libraries; build it with CGO_ENABLED=0; not refused: %s",
			strings.Join(c.Open, ", "))
	case c.Level == c.Host:
		return skip(fmt.Sprintf("this machine can confine no process fully: its own level is %q", c.Host))
	}
	return fmt.Errorf("the host reports %q where the machine enforces %q; not refused: %s", c.Level, c.Host,
		strings.Join(c.Open, ", "))
}

// regionsAnswer requests an environment in each region and follows suggestions
// until the adapter accepts it, in the same region.
func regionsAnswer(ctx context.Context, s *suite) error {
	for _, q := range everyRegion(s.description) {
		region := q.input.Request.Region
		a, _ := s.followAll(ctx, evaluated(ctx, s.running, q))
		a = answered(ctx, s.running, a.question)
		switch {
		case a.refused != nil:
			return s.refusal("region "+region, a.refused)
		case a.input.Request.Region != region:
			return fmt.Errorf("region %s: no environment can be requested there; the suggestions lead to %s", region,
				a.input.Request.Region)
		case !a.accepted() || a.empty():
			return fmt.Errorf("region %s: no environment can be requested there: %s", region, a.reason())
		case !a.generated():
			return s.refusal("region "+region, a.ungenerated)
		case !slices.ContainsFunc(a.Evaluation.Resources, func(r request.Resource) bool { return r.Region == region }):
			return fmt.Errorf("region %s: no resource is in the region", region)
		}
	}
	return nil
}

// reason returns why a request was not accepted.
func (a answer) reason() string {
	if a.refused != nil {
		return forAuthor(a.refused).Error()
	}
	if len(a.Evaluation.Violations) > 0 {
		return a.Evaluation.Violations[0].Message
	}
	return "it has no resources"
}

// suggestionsFollowed follows each suggestion alone, and all suggestions of a request together.
func suggestionsFollowed(ctx context.Context, s *suite) error {
	if err := breaches(suggestionsWork)(ctx, s); err != nil {
		return err
	}
	_, ok := s.everywhere()
	for _, a := range slices.Concat(s.first.answers, ok) {
		if a.refused != nil || !wellFormed(a.input.Request) {
			continue
		}
		for _, v := range a.findings() {
			if err := s.follow(ctx, a, v); err != nil {
				return fmt.Errorf("%s for %s suggests %q, %w", v.PolicyID, a.name, v.Suggestion, err)
			}
		}
		if last, ended := s.followAll(ctx, a); !ended {
			return fmt.Errorf("%s: following suggestions leads nowhere; it still says: %s", a.name, last.reason())
		}
	}
	return nil
}

// follow follows one suggestion.
func (s *suite) follow(ctx context.Context, a answer, v request.Violation) error {
	if v.Suggestion.IsZero() {
		return nil
	}
	changed, err := a.input.Request.With(v.Field, v.Suggestion)
	if err != nil {
		return fmt.Errorf("which is no legal %s: %w", v.Field, err)
	}
	for _, still := range s.changed(ctx, a, changed).findings() {
		if still.PolicyID == v.PolicyID {
			return fmt.Errorf("which breaks the rule too: %s", still.Message)
		}
	}
	if !strings.Contains(v.Remediation, v.Suggestion.String()) {
		return fmt.Errorf("which the remediation %q does not have", v.Remediation)
	}
	return nil
}

// followAll follows all suggestions of an answer, for some rounds. It reports whether the last answer
// has no new suggestion.
func (s *suite) followAll(ctx context.Context, a answer) (last answer, ended bool) {
	const rounds = 8
	for range rounds {
		r := a.input.Request
		for _, v := range a.Evaluation.Violations {
			if changed, err := r.With(v.Field, v.Suggestion); err == nil && !v.Suggestion.IsZero() {
				r = changed
			}
		}
		if r == a.input.Request {
			return a, true
		}
		a = s.changed(ctx, a, r)
	}
	return a, false
}

// changed evaluates an input with another request.
func (s *suite) changed(ctx context.Context, a answer, r request.Request) answer {
	in := Input(s.description, a.input.Mode, r)
	in.Settings = a.input.Settings
	return evaluated(ctx, s.running, question{a.name, in, true})
}

// wellFormed reports whether the request could have been read from a document.
func wellFormed(r request.Request) bool {
	for _, f := range request.Fields() {
		if normal, err := r.With(f.Name, f.Get(&r)); err != nil || normal != r {
			return false
		}
	}
	return true
}
