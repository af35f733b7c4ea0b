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
		Adapter: impl, direct: direct, later: p.later, close: stop,
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
func enter(t *testing.T, env adapterhost.ProcessEnvironment) (leave func(), err error) {
	var steps []func()
	leave = func() {
		for _, step := range slices.Backward(steps) {
			step()
		}
	}
	for _, variable := range env.Variables {
		name, value, _ := strings.Cut(variable, "=")
		t.Setenv(name, value)
		undo, failed := takeEffect(name, value)
		steps = append(steps, func() { _ = os.Unsetenv(name) }, undo) // a host sets none; the test's end restores what was there
		err = errors.Join(err, failed)
	}
	if env.Folder != "" {
		before, failed := os.Getwd()
		steps = append(steps, func() { _ = os.Chdir(before) })
		err = errors.Join(err, failed, os.Chdir(env.Folder))
	}
	if err != nil {
		leave()
	}
	return leave, err
}

// takeEffect does what the runtime does when it starts with a variable, and
// returns what undoes it.
func takeEffect(name, value string) (undo func(), err error) {
	switch name {
	case "GOMAXPROCS":
		return number(value, runtime.GOMAXPROCS)
	case "GOGC":
		return number(value, debug.SetGCPercent)
	case "TZ":
		return zone(value)
	}
	return func() {}, nil
}

// number sets a number of the runtime, which returns the one before.
func number(value string, set func(int) int) (undo func(), err error) {
	n, err := strconv.Atoi(value)
	before := set(n)
	return func() { set(before) }, err
}

// zone changes the variable time.Local, which every goroutine reads that asks
// for the time; the race detector is right to object.
func zone(value string) (undo func(), err error) {
	if raceDetector {
		return func() {}, skip("the time zone of a process cannot be changed under the race detector; adaptertest.RunProcess can")
	}
	before := time.Local
	location, err := time.LoadLocation(value)
	if err == nil {
		time.Local = location
	}
	return func() { time.Local = before }, err
}
