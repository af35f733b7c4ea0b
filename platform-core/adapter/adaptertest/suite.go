package adaptertest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// Options bound a run of the suite.
type Options struct {
	// CallTime bounds one call; 0 for 2 s. The suite ends at the first call that
	// takes longer.
	CallTime time.Duration
	// Only names the properties to judge; none for all of them.
	Only []string
}

const defaultCallTime = 2 * time.Second

// suite is one run.
type suite struct {
	subject     Subject
	limit       time.Duration
	only        []string
	running     Running
	description adapter.Description
	demands     []demand
	profiles    []profile.Profile
	// first is what the adapter said at first.
	first transcript
	said  []said
	// root is the generated main.tf, read; nil with rootFault where it cannot be.
	root      *Root
	rootFault error
	modules   map[string]*Module
	// everywhere finds the odd answers to every combination, once.
	everywhere func() []answer
	// code finds what the adapter's own code asks, once.
	code func() (ownCode, error)
	// leaks tells that goroutines are left running.
	leaks bool
	// mu guards slow.
	mu sync.Mutex
	// slow names the call that took too long; empty for none.
	slow string
}

// Check judges the subject. The error is a *problem.Problem of a subject that
// does not start, or ctx's own; whatever else is wrong is in the Report.
func Check(ctx context.Context, subject Subject, options Options) (Report, error) {
	s := &suite{subject: subject, limit: cmp.Or(options.CallTime, defaultCallTime), only: options.Only, modules: map[string]*Module{}}
	running, err := subject.Start(ctx, adapterhost.Surroundings{})
	if broken := breachOf(err); broken != nil {
		return reportOf(Adapter{Capabilities: []string{}}, unstarted(broken)), nil
	}
	if err != nil {
		return Report{}, err
	}
	defer running.Close()
	s.running, s.description = running, running.Status.Description
	s.demands, s.profiles = demands(s.description), profiles(s.description)
	s.everywhere = sync.OnceValue(func() []answer { return s.sweep(ctx) })
	s.code = sync.OnceValues(s.readCode)
	found := s.judge(ctx)
	if err := ctx.Err(); err != nil {
		return Report{}, err
	}
	return reportOf(adapterOf(running.Status), found), nil
}

// unstarted returns the properties of an adapter whose description alone breaks
// the contract, so that no host starts it.
func unstarted(broken *breach) []Property {
	found := make([]Property, len(properties))
	for i, p := range properties {
		found[i] = Property{Name: p.name, Meaning: p.meaning, Outcome: Skipped, Reason: "the description breaks the contract"}
		if p.name == propertyOf(broken.rule, description) {
			found[i].Outcome, found[i].Reason, found[i].CounterExample = Failed, "", "Describe: "+broken.text
		}
	}
	return found
}

// judge judges every property. The first transcript comes before all of them.
func (s *suite) judge(ctx context.Context) []Property {
	var err error
	if s.first, err = (asker{s.running.Adapter, s}).everything(ctx, s.demands, s.profiles); err == nil {
		s.said = s.first.said()
		s.readRoot()
	}
	found := make([]Property, len(properties))
	for i, p := range properties {
		found[i] = s.judgeOne(ctx, p)
	}
	return found
}

func (s *suite) judgeOne(ctx context.Context, p property) Property {
	judged := Property{Name: p.name, Meaning: p.meaning, Outcome: Passed}
	if len(s.only) > 0 && !slices.Contains(s.only, p.name) {
		judged.Outcome, judged.Reason = Skipped, "not asked for"
		return judged
	}
	if s.slow != "" && p.name != timeBounds {
		judged.Outcome, judged.Reason = Skipped, "the suite ended at a call that was too slow"
		return judged
	}
	err := p.check(ctx, s)
	var skipped skip
	var held partly
	switch {
	case err == nil:
	case errors.As(err, &held):
		judged.Judged = held.judged
	case errors.As(err, &skipped):
		judged.Outcome, judged.Reason = Skipped, skipped.reason
	case errors.Is(err, errSlow) && p.name != timeBounds:
		judged.Outcome, judged.Reason = Skipped, "the suite ended at a call that was too slow"
	default:
		judged.Outcome, judged.CounterExample = Failed, shortened(err.Error())
	}
	return judged
}

// readRoot reads the Terraform root, which is the same text for every request.
func (s *suite) readRoot() {
	s.rootFault = skip{"no order was accepted, so there is no main.tf"}
	for _, a := range s.first.answers {
		if a.accepted() && a.generated() {
			s.root, s.rootFault = ParseRoot(a.root())
			return
		}
	}
}

// skip is why a property cannot be judged.
type skip struct{ reason string }

func (s skip) Error() string { return s.reason }

// partly is how far a property was judged that holds, as far as that.
type partly struct{ judged string }

func (p partly) Error() string { return p.judged }

// Impossible returns the error of a Subject that cannot be started in certain
// surroundings: the property is skipped for this reason.
func Impossible(reason string) error { return skip{reason} }

// errSlow ends the suite.
var errSlow = errors.New("a call was too slow")

// bounded makes a call, and gives it up when it takes too long, also where the
// adapter does not look at its context.
func bounded[T any](ctx context.Context, s *suite, what string, call func(context.Context) T) (answer T, err error) {
	limited, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	done := make(chan T, 1)
	go func() { done <- call(limited) }()
	select {
	case answer = <-done:
		if limited.Err() == nil {
			return answer, nil
		}
	case <-limited.Done():
	}
	if ctx.Err() == nil {
		s.tooSlow(fmt.Sprintf("%s did not end within %s", what, s.limit))
	}
	return answer, errSlow
}

// tooSlow keeps the first call that took too long; several may at once.
func (s *suite) tooSlow(what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.slow = cmp.Or(s.slow, what)
}

// breach is a broken rule of package provider's own checks.
type breach struct{ rule, text string }

// breachOf returns the rule that an error names; nil for another error.
func breachOf(err error) *breach {
	var p *problem.Problem
	if !errors.As(err, &p) || p.Code != problem.AdapterContractViolation {
		return nil
	}
	return &breach{rule: quoted(p.Detail), text: p.Error()}
}

// shortened keeps a counter-example readable.
func shortened(text string) string {
	const most = 600
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
