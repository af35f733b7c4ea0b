package adaptertest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/profile"
)

// Options are the options of [Check].
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
	running     *adapterhost.Run
	description adapter.Description
	questions   []question
	profiles    []profile.Profile
	// settingsFault is why no settings could be tried.
	settingsFault error
	// first is the first answers of the adapter, and texts the same as text.
	first transcript
	texts []text
	// accepted is the first answers that have files.
	accepted []answer
	// root is the main.tf of these; nil with rootFault where it cannot be read.
	rootText  []byte
	root      *Root
	rootFault error
	// everywhere evaluates every combination, once: see sweep.
	everywhere func() (wrong, found []answer)
	// failed has the properties that failed so far.
	failed map[string]bool
	// slow names the call that took too long; nil for none.
	slow atomic.Pointer[string]
}

// Check checks the subject. It fails if the subject does not start, with a *problem.Problem, or if ctx is
// done. All other faults are in the [Report].
func Check(ctx context.Context, subject Subject, options Options) (Report, error) {
	s := &suite{subject: subject, limit: cmp.Or(options.CallTime, defaultCallTime), only: options.Only, failed: map[string]bool{}}
	started, err := s.start(ctx, adapterhost.ProcessEnvironment{})
	if breachCode(err) != "" {
		return reportOf(Adapter{Capabilities: []string{}}, unstarted(err)), nil
	}
	if err != nil {
		return Report{}, err
	}
	defer started.Close()
	s.running, s.description = started, started.Status.Description
	s.questions, s.profiles = questions(s.description), profiles(s.description)
	s.askAboutSettings(ctx)
	s.everywhere = sync.OnceValues(func() ([]answer, []answer) { return s.sweep(ctx) })
	found := s.check(ctx)
	if err := ctx.Err(); err != nil {
		return Report{}, err
	}
	return reportOf(adapterOf(started.Status), found), nil
}

// start starts the subject; its calls are bounded.
func (s *suite) start(ctx context.Context, env adapterhost.ProcessEnvironment) (*adapterhost.Run, error) {
	r, err := s.subject.Start(ctx, env)
	if err == nil {
		r.Adapter = bounded{r.Adapter, s}
	}
	return r, err
}

// unstarted returns the properties of an adapter whose description breaks the contract.
func unstarted(err error) []Property {
	found := Properties()
	for i := range found {
		found[i].Outcome, found[i].Reason = Skipped, "the description breaks the contract"
		if found[i].Name == cmp.Or(propertyOfRule[breachCode(err)], description) {
			found[i].Outcome, found[i].Reason, found[i].CounterExample = Failed, "", "Describe: "+forAuthor(err).Error()
		}
	}
	return found
}

// check checks every property. The first transcript comes before all of them.
func (s *suite) check(ctx context.Context) []Property {
	s.first = s.everything(ctx, s.running)
	s.texts = s.first.texts()
	s.readRoot()
	found := Properties()
	for i, p := range properties {
		s.checkOne(ctx, p, &found[i])
	}
	return found
}

func (s *suite) checkOne(ctx context.Context, p property, found *Property) {
	ended := func() bool { return s.slow.Load() != nil && p.name != timeBounds }
	var err error
	switch {
	case len(s.only) > 0 && !slices.Contains(s.only, p.name):
		err = skip("not asked for")
	case ended():
		err = errSlow
	case s.failed[sameBytes] && slices.Contains(comparing, p.name):
		err = skip("the answers change, as " + sameBytes + " shows")
	default:
		err = p.check(ctx, s)
		if ended() {
			err = errSlow
		}
	}
	var skipped skip
	var partial partly
	switch {
	case err == nil:
		found.Outcome = Passed
	case errors.As(err, &partial):
		found.Outcome, found.Judged = Passed, string(partial)
	case errors.As(err, &skipped):
		found.Outcome, found.Reason = Skipped, string(skipped)
	default:
		s.failed[p.name] = true
		found.Outcome, found.CounterExample = Failed, fmt.Sprintf("%.600s", err) // to be read
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
