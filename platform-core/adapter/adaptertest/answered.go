package adaptertest

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
)

// describesItself asks for the description again: at the start it kept the
// contract, or there would be no adapter.
func describesItself(ctx context.Context, s *suite) error {
	again, err := s.running.Describe(ctx)
	if err != nil {
		return failedCall("Describe", err)
	}
	if err := same("Describe", outcome(s.description, nil), outcome(again, nil)); err != nil {
		return err
	}
	if s.running.Direct == nil {
		return nil // a host asks a process once; "processes" asks another one
	}
	fresh, err := s.running.Direct.Describe(ctx)
	if err != nil {
		return failedCall("Describe", err)
	}
	return sameDescription(s.description, fresh)
}

// sameDescription compares two descriptions as printed, where a list of none
// is the same as no list: a message makes no difference between them either.
func sameDescription(a, b adapter.Description) error {
	return same("Describe", []byte(fmt.Sprintf("%+v", a)), []byte(fmt.Sprintf("%+v", b)))
}

// failing names the call that an error is of.
func failedCall(call string, err error) error { return fmt.Errorf("%s: %w", call, err) }

// boundariesHold checks what a profile is held against.
func boundariesHold(_ context.Context, s *suite) error {
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

// largest is more than an answer has by right, in bytes: a thousand resources of
// a kilobyte. A host's own bound is some times as much.
const largest = 1 << 20

// everythingAnswered looks for calls without an answer. A breach of another
// rule is another property's; only accepted orders have to be generated.
func everythingAnswered(_ context.Context, s *suite) error {
	for _, said := range s.said {
		if len(said.text) > largest {
			return fmt.Errorf("%s: the answer has %d bytes; more than %d come from text that is repeated", said.what, len(said.text), largest)
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
		if a.accepted() && len(a.evaluation.Resources) == 0 {
			return failedCall("Evaluate of "+a.name, errors.New("it breaks no rule, and has no resources"))
		}
	}
	for _, c := range s.first.checks {
		if err := unanswered("CheckInstallation of "+profileName(c.profile), c.refused); err != nil {
			return err
		}
	}
	return nil
}

// unanswered returns err when it means that there was no answer at all.
func unanswered(what string, err error) error {
	broken := breachOf(err)
	if err == nil || broken != nil && propertyOf(broken.rule, contractHeld) != answersAll {
		return nil
	}
	return fmt.Errorf("%s: %w%s", what, err, ownWords(err))
}

// ownWords returns what the adapter itself said of a failure, which a host
// keeps for its log.
func ownWords(err error) string {
	var p *problem.Problem
	if !errors.As(err, &p) || p.Cause == nil {
		return ""
	}
	return " (" + p.Cause.Error() + ")"
}

// crashed reports whether a host got no answer at all.
func crashed(err error) bool {
	var p *problem.Problem
	return errors.As(err, &p) && p.Code != problem.AdapterContractViolation
}

// contractKept looks for broken rules without a property of their own,
// listsSorted for unsorted lists.
func contractKept(_ context.Context, s *suite) error { return s.broken(contractHeld) }
func listsSorted(_ context.Context, s *suite) error  { return s.broken(sortedAndUnique) }

// broken returns the first breach that belongs to a property.
func (s *suite) broken(name string) error {
	for _, a := range slices.Concat(s.first.answers, s.everywhere()) {
		if b := breachOf(a.refused); b != nil && b.rule == ruleSuggestion && !wellFormed(a.order.Request) {
			continue // no value of one field mends a request that is malformed elsewhere
		}
		if err := belongs(name, "Evaluate of "+a.name, a.refused); err != nil {
			return err
		}
		if err := belongs(name, "Generate of "+a.name, a.ungenerated); err != nil {
			return err
		}
	}
	for _, c := range s.first.checks {
		if err := belongs(name, "CheckInstallation of "+profileName(c.profile), c.refused); err != nil {
			return err
		}
	}
	return nil
}

func belongs(name, what string, err error) error {
	if broken := breachOf(err); broken != nil && propertyOf(broken.rule, contractHeld) == name {
		return fmt.Errorf("%s: %s", what, broken.text)
	}
	return nil
}

// callsInTime tells the call that ended the suite.
func callsInTime(_ context.Context, s *suite) error {
	if s.slow != "" {
		return errors.New(s.slow)
	}
	return nil
}
