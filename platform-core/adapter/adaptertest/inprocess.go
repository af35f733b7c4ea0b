package adaptertest

import (
	"context"
	"errors"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost"
)

// inProcess is an adapter in the process of its test.
type inProcess struct {
	t      *testing.T
	create func() adapter.Adapter
}

// start returns a new adapter, behind the same messages and checks as in a
// process of its own, and gives this process the environment until it is
// closed.
func (p inProcess) start(ctx context.Context, env adapterhost.ProcessEnvironment) (running, error) {
	leave, err := enter(p.t, env)
	if err != nil {
		return running{}, err
	}
	direct := p.create()
	impl, end := adapterhost.InProcess(direct)
	stop := func() { end(); leave() }
	description, err := impl.Describe(ctx)
	if err != nil {
		stop()
		return running{}, err
	}
	return running{
		Adapter: impl, direct: direct, close: stop,
		status: adapter.Status{Description: description, ContractVersion: adapter.ContractVersion},
	}, nil
}

// later asks a new adapter where the clock is synctest's and is in another
// decade, and again in another month and on another day of the week.
func (p inProcess) later(ask func(adapter.Adapter)) {
	const day = 24 * time.Hour
	const years, weeks = 12 * 365 * day, 40 * day
	synctest.Test(p.t, func(*testing.T) {
		time.Sleep(years + 17*time.Hour + 13*time.Minute + 7*time.Second)
		ask(p.create())
		time.Sleep(weeks + 5*time.Hour + 31*time.Minute + 11*time.Second)
		ask(p.create())
	})
}

// enter gives this process an environment, and returns what restores what was
// before.
func enter(t *testing.T, s adapterhost.ProcessEnvironment) (leave func(), err error) {
	before := &restore{t: t}
	for _, variable := range s.Variables {
		name, value, _ := strings.Cut(variable, "=")
		err = errors.Join(err, before.variable(name, value))
	}
	if s.Folder != "" {
		err = errors.Join(err, before.folder(s.Folder))
	}
	if err != nil {
		before.all()
		return nil, err
	}
	return before.all, nil
}

// restore restores what was before, in reverse.
type restore struct {
	t     *testing.T
	steps []func()
}

func (r *restore) all() {
	for _, step := range slices.Backward(r.steps) {
		step()
	}
}

// variable sets a variable, and does what the runtime does when it starts with
// it. Afterwards it is unset, as a host sets none; the test's end restores what
// was there before.
func (r *restore) variable(name, value string) error {
	r.t.Setenv(name, value)
	r.steps = append(r.steps, func() { _ = os.Unsetenv(name) })
	switch name {
	case "GOMAXPROCS":
		return r.number(value, runtime.GOMAXPROCS)
	case "GOGC":
		return r.number(value, debug.SetGCPercent)
	case "TZ":
		return r.zone(value)
	}
	return nil
}

// number sets a number of the runtime, which returns the one before.
func (r *restore) number(value string, set func(int) int) error {
	n, err := strconv.Atoi(value)
	if err == nil {
		before := set(n)
		r.steps = append(r.steps, func() { set(before) })
	}
	return err
}

// zone changes the variable time.Local, which every goroutine reads that asks
// for the time; the race detector is right to object.
func (r *restore) zone(value string) error {
	if raceDetector {
		return skip("the time zone of a process cannot be changed under the race detector; adaptertest.RunProcess can")
	}
	location, err := time.LoadLocation(value)
	if err == nil {
		before := time.Local
		time.Local = location
		r.steps = append(r.steps, func() { time.Local = before })
	}
	return err
}

func (r *restore) folder(path string) error {
	before, err := os.Getwd()
	if err != nil {
		return err
	}
	if err := os.Chdir(path); err != nil {
		return err
	}
	r.steps = append(r.steps, func() { _ = os.Chdir(before) })
	return nil
}
