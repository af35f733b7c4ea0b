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
	"platform.internal/platform-core/profile"
)

// Options bound a run of the suite.
type Options struct {
	// CallTime bounds one call; 0 for 2 s. The suite ends at the first call that
	// takes longer.
	CallTime time.Duration
	// Only names the properties to check; none for all of them.
	Only []string
}

const defaultCallTime = 2 * time.Second

// suite is one run.
type suite struct {
	subject     Subject
	limit       time.Duration
	only        []string
	running     running
	description adapter.Description
	questions   []question
	profiles    []profile.Profile
	// first is what the adapter answered at first, and texts the same as text.
	first transcript
	texts []text
	// root is the generated main.tf; nil with rootFault where it cannot be read.
	root      *Root
	rootFault error
	modules   map[string]*Module
	// everywhere finds the suspicious answers to every combination, once.
	everywhere func() []answer
	// leaks is set once goroutines are left running.
	leaks bool
	// mu guards slow.
	mu sync.Mutex
	// slow names the call that took too long; empty for none.
	slow string
}

// Check checks the subject. The error is a *problem.Problem of a subject that
// does not start, or ctx's own; whatever else is wrong is in the Report.
func Check(ctx context.Context, subject Subject, options Options) (Report, error) {
	s := &suite{subject: subject, limit: cmp.Or(options.CallTime, defaultCallTime), only: options.Only, modules: map[string]*Module{}}
	started, err := subject.start(ctx, adapterhost.ProcessEnvironment{})
	if broken := breachOf(err); broken != nil {
		return reportOf(Adapter{Capabilities: []string{}}, unstarted(broken)), nil
	}
	if err != nil {
		return Report{}, err
	}
	defer started.close()
	s.running, s.description = started, started.status.Description
	s.questions, s.profiles = questions(s.description), profiles(s.description)
	s.everywhere = sync.OnceValue(func() []answer { return s.sweep(ctx) })
	found := s.check(ctx)
	if err := ctx.Err(); err != nil {
		return Report{}, err
	}
	return reportOf(adapterOf(started.status), found), nil
}

// unstarted returns the properties of an adapter that no host starts, because
// its description breaks the contract.
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

// check checks every property. The first transcript comes before all of them.
func (s *suite) check(ctx context.Context) []Property {
	var err error
	if s.first, err = (asker{s.running.Adapter, s}).everything(ctx); err == nil {
		s.texts = s.first.texts()
		s.readRoot()
	}
	found := make([]Property, len(properties))
	for i, p := range properties {
		found[i] = s.checkOne(ctx, p)
	}
	return found
}

func (s *suite) checkOne(ctx context.Context, p property) Property {
	found := Property{Name: p.name, Meaning: p.meaning, Outcome: Passed}
	var err error
	switch {
	case len(s.only) > 0 && !slices.Contains(s.only, p.name):
		err = skip("not asked for")
	case s.slow != "" && p.name != timeBounds:
		err = errSlow
	default:
		err = p.check(ctx, s)
	}
	var skipped skip
	var partial partly
	switch {
	case err == nil:
	case errors.As(err, &partial):
		found.Judged = string(partial)
	case errors.As(err, &skipped):
		found.Outcome, found.Reason = Skipped, string(skipped)
	default:
		found.Outcome, found.CounterExample = Failed, shortened(err.Error())
	}
	return found
}

// readRoot reads the Terraform root, which is the same text for every request.
func (s *suite) readRoot() {
	s.rootFault = skip("no request was accepted, so there is no main.tf")
	for _, a := range s.first.answers {
		if a.accepted() && a.generated() {
			s.root, s.rootFault = ParseRoot(a.Root())
			return
		}
	}
}

// skip is why a property cannot be checked, partly how far one was checked that
// holds that far.
type (
	skip   string
	partly string
)

func (s skip) Error() string   { return string(s) }
func (p partly) Error() string { return string(p) }

// errSlow ends the suite: time-bounds names the call.
const errSlow = skip("the suite ended at a call that was too slow")

// bounded makes a call, and gives it up when it takes too long, also where the
// adapter does not look at its context. err is the call's own error; slow says
// that the call was given up.
func bounded[T any](ctx context.Context, s *suite, what string, call func(context.Context) (T, error)) (answer T, err, slow error) {
	type result struct {
		answer T
		err    error
	}
	limited, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	done := make(chan result, 1)
	go func() {
		answer, err := call(limited)
		done <- result{answer, err}
	}()
	select {
	case r := <-done:
		if limited.Err() == nil {
			return r.answer, r.err, nil
		}
	case <-limited.Done():
	}
	if ctx.Err() == nil {
		s.mu.Lock() // several callers may be too slow at once; the first is named
		defer s.mu.Unlock()
		s.slow = cmp.Or(s.slow, fmt.Sprintf("%s did not end within %s", what, s.limit))
	}
	return answer, nil, errSlow
}

// shortened keeps a counter-example readable.
func shortened(text string) string {
	const maxLength = 600
	if runes := []rune(text); len(runes) > maxLength {
		return string(runes[:maxLength]) + "…"
	}
	return text
}
