package adaptertest

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// describesItself asks for the description again: at the start it kept the
// contract, or there would be no adapter.
func describesItself(ctx context.Context, s *suite) error {
	again, err := s.running.Describe(ctx)
	if err != nil {
		return fmt.Errorf("Describe: %w", err)
	}
	if err := same("Describe", encoded(s.description, nil), encoded(again, nil)); err != nil {
		return err
	}
	if s.running.direct == nil {
		return nil // a host asks a process once; "processes" asks another one
	}
	fresh, err := s.running.direct.Describe(ctx)
	if err != nil {
		return fmt.Errorf("Describe: %w", err)
	}
	return sameDescription(s.description, fresh)
}

// sameDescription compares two descriptions as printed, where an empty list is
// the same as no list: a message makes no difference between them either.
func sameDescription(a, b adapter.Description) error {
	return same("Describe", fmt.Appendf(nil, "%+v", a), fmt.Appendf(nil, "%+v", b))
}

// boundariesMatch checks the patterns and placeholders of the boundaries.
func boundariesMatch(_ context.Context, s *suite) error {
	for _, mode := range Modes() {
		separate := map[string]string{}
		for _, b := range s.description.BoundariesOf(mode) {
			pattern, err := regexp.Compile("^(?:" + b.Pattern + ")$")
			if err != nil {
				return fmt.Errorf("the pattern of the boundary %s: %w", b.Name, err)
			}
			if !pattern.MatchString(b.Placeholder) {
				return fmt.Errorf("the boundary %s does not accept its own placeholder %q", b.Name, b.Placeholder)
			}
			if other, taken := separate[b.Placeholder]; taken && b.Separate {
				return fmt.Errorf("the separate boundaries %s and %s have the same placeholder %q", other, b.Name, b.Placeholder)
			}
			if b.Separate {
				separate[b.Placeholder] = b.Name
			}
		}
	}
	return nil
}

// maxAnswer is more than any answer needs, in bytes: a thousand resources of a
// kilobyte. A host's own bound is some times as much.
const maxAnswer = 1 << 20

// everythingAnswered looks for calls without an answer. A breach of another
// rule is another property's; only accepted requests have to be generated.
func everythingAnswered(_ context.Context, s *suite) error {
	for _, t := range s.texts {
		if len(t.content) > maxAnswer {
			return fmt.Errorf("%s: the answer has %d bytes; more than %d come from text that is repeated", t.call, len(t.content), maxAnswer)
		}
	}
	for _, a := range slices.Concat(s.first.answers, s.everywhere()) {
		if err := unanswered("Evaluate of "+a.name, a.refused); err != nil {
			return err
		}
		if crashed(a.ungenerated) || a.accepted() {
			if err := unanswered("Generate of "+a.name, a.ungenerated); err != nil {
				return err
			}
		}
		if a.accepted() && len(a.Evaluation.Resources) == 0 {
			return fmt.Errorf("Evaluate of %s: it breaks no rule, and has no resources", a.name)
		}
	}
	for _, r := range s.first.readiness {
		if err := unanswered("CheckInstallation of "+profileName(r.profile), r.refused); err != nil {
			return err
		}
	}
	return nil
}

// unanswered returns err when it means that there was no answer at all, with
// the adapter's own message, which a host keeps for its log.
func unanswered(call string, err error) error {
	broken := breachOf(err)
	if err == nil || broken != nil && propertyOf(broken.rule, contractKept) != answersAll {
		return nil
	}
	var p *problem.Problem
	if errors.As(err, &p) && p.Cause != nil {
		return fmt.Errorf("%s: %w (%w)", call, err, p.Cause)
	}
	return fmt.Errorf("%s: %w", call, err)
}

// crashed reports whether a host got no answer at all.
func crashed(err error) bool {
	var p *problem.Problem
	return errors.As(err, &p) && p.Code != problem.AdapterContractViolation
}

// breach is a broken rule of package adapter's own checks.
type breach struct{ rule, text string }

// breachOf returns the rule that an error names in quotes; nil for another
// error.
func breachOf(err error) *breach {
	var p *problem.Problem
	if !errors.As(err, &p) || p.Code != problem.AdapterContractViolation {
		return nil
	}
	_, rest, _ := strings.Cut(p.Detail, `"`)
	rule, _, _ := strings.Cut(rest, `"`)
	return &breach{rule: rule, text: p.Error()}
}

// ruleSuggestion is the rule that a suggestion is a legal value of its field.
const ruleSuggestion = "suggestion"

// propertyOf returns the property that a broken rule of package adapter belongs
// to; otherwise for the rules that have no property of their own.
func propertyOf(rule, otherwise string) string {
	switch rule {
	case "sorted-and-unique":
		return sortedAndUnique
	case "controls", "controls-upheld":
		return controlsUpheld
	case "answers":
		return answersAll
	case ruleSuggestion:
		return suggestionsWork
	}
	return otherwise
}

// breaches returns the check that finds the first broken rule of a property.
func breaches(property string) func(context.Context, *suite) error {
	return func(_ context.Context, s *suite) error {
		for _, a := range slices.Concat(s.first.answers, s.everywhere()) {
			if b := breachOf(a.refused); b != nil && b.rule == ruleSuggestion && !wellFormed(a.input.Request) {
				continue // no value of one field makes a request well-formed that is malformed elsewhere
			}
			if err := errors.Join(belongs(property, "Evaluate of "+a.name, a.refused), belongs(property, "Generate of "+a.name, a.ungenerated)); err != nil {
				return err
			}
		}
		for _, r := range s.first.readiness {
			if err := belongs(property, "CheckInstallation of "+profileName(r.profile), r.refused); err != nil {
				return err
			}
		}
		return nil
	}
}

func belongs(property, call string, err error) error {
	if broken := breachOf(err); broken != nil && propertyOf(broken.rule, contractKept) == property {
		return fmt.Errorf("%s: %s", call, broken.text)
	}
	return nil
}

func costsAddUp(_ context.Context, s *suite) error {
	for _, a := range slices.Concat(s.first.answers, s.everywhere()) {
		if err := costsOf(a.Evaluation); a.refused == nil && err != nil {
			return fmt.Errorf("Evaluate of %s: %w", a.name, err)
		}
	}
	return nil
}

// callsInTime names the call that ended the suite.
func callsInTime(_ context.Context, s *suite) error {
	if s.slow != "" {
		return errors.New(s.slow)
	}
	return nil
}

// processConfined checks the confinement that the host reports. A machine that
// can confine nothing is no fault of the adapter; a process that is confined
// less than the machine can is.
func processConfined(_ context.Context, s *suite) error {
	c := s.running.status.Confinement
	switch {
	case c == nil:
		return skip("checked only in a process (adaptertest.RunProcess)")
	case c.Level == profile.Enforced:
		return nil
	case c.Loaded():
		return fmt.Errorf("it needs a dynamic loader, so it may read libraries; build it with CGO_ENABLED=0; not refused: %s", strings.Join(c.Open, ", "))
	case c.Level == c.Host:
		return skip(fmt.Sprintf("this machine can confine no process fully: its own level is %q", c.Host))
	}
	return fmt.Errorf("the host reports %q where the machine enforces %q; not refused: %s", c.Level, c.Host, strings.Join(c.Open, ", "))
}

// regionsAnswer requests an environment in each region and follows suggestions
// until the adapter accepts it, in the same region.
func regionsAnswer(ctx context.Context, s *suite) error {
	for _, region := range s.description.Regions {
		a, slow := s.followAll(ctx, Request(region.Name))
		if slow != nil {
			return slow
		}
		switch {
		case a.input.Request.Region != region.Name:
			return fmt.Errorf("region %s: no environment can be requested there; the suggestions lead to %s", region.Name, a.input.Request.Region)
		case !a.accepted() || len(a.Evaluation.Resources) == 0:
			return fmt.Errorf("region %s: no environment can be requested there: %s", region.Name, reason(a))
		case !a.generated():
			return fmt.Errorf("region %s: no files: %w", region.Name, a.ungenerated)
		case !slices.ContainsFunc(a.Evaluation.Resources, func(r request.Resource) bool { return r.Region == region.Name }):
			return fmt.Errorf("region %s: no resource is in the region", region.Name)
		}
	}
	return nil
}

// reason returns why a request was not accepted.
func reason(a answer) string {
	if a.refused != nil {
		return a.refused.Error()
	}
	if len(a.Evaluation.Violations) > 0 {
		return a.Evaluation.Violations[0].Message
	}
	return "it has no resources"
}

// followAll returns the answer to a request that follows the adapter's
// suggestions, for some rounds.
func (s *suite) followAll(ctx context.Context, r request.Request) (answer, error) {
	const rounds = 8
	for round := 1; ; round++ {
		q := question{"region " + r.Region, Input(s.description, profile.Simulation, r), true}
		a, slow := asker{s.running.Adapter, s}.answer(ctx, q)
		if slow != nil || a.refused != nil || len(a.Evaluation.Violations) == 0 || round == rounds {
			return a, slow
		}
		for _, v := range a.Evaluation.Violations {
			if changed, err := r.With(v.Field, v.Suggestion); err == nil && !v.Suggestion.IsZero() {
				r = changed
			}
		}
	}
}

// suggestionsFollowed follows each suggestion by itself.
func suggestionsFollowed(ctx context.Context, s *suite) error {
	if err := breaches(suggestionsWork)(ctx, s); err != nil {
		return err
	}
	for _, a := range s.first.answers {
		if a.refused != nil || !wellFormed(a.input.Request) {
			continue
		}
		for _, v := range slices.Concat(a.Evaluation.Violations, a.Evaluation.Advisories) {
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
	changed, err := a.input.Request.With(v.Field, v.Suggestion)
	if err != nil {
		return fmt.Errorf("%s, which is no legal %s: %w", what, v.Field, err)
	}
	followed := answer{question: question{"a suggestion for " + a.name, Input(s.description, a.input.Mode, changed), true}}
	if slow := (asker{s.running.Adapter, s}).evaluate(ctx, &followed); slow != nil {
		return slow
	}
	for _, still := range slices.Concat(followed.Evaluation.Violations, followed.Evaluation.Advisories) {
		if still.PolicyID == v.PolicyID {
			return fmt.Errorf("%s, and then reports: %s", what, still.Message)
		}
	}
	return nil
}

// wellFormed reports whether the request could have been read from a document.
func wellFormed(r request.Request) bool {
	if !r.NetworkCIDR.IsValid() {
		return false
	}
	normal, err := r.With(request.ApplicationField, request.Text(r.Application))
	return err == nil && normal == r
}
