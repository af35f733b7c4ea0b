package adaptertest

import (
	"context"
	"errors"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
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

var (
	_ Subject = inProcess{}
	_ Later   = inProcess{}
	_ Coded   = inProcess{}
)

// Code returns this test's own executable, and the package of the adapter.
func (p inProcess) Code() (executable, pkg string) {
	executable, err := os.Executable()
	if err != nil {
		return "", ""
	}
	kind := reflect.TypeOf(p.create())
	for kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	return executable, kind.PkgPath()
}

// Start returns a new adapter, behind the same messages and checks as in a
// process of its own, and puts this process into the surroundings until it is
// closed.
func (p inProcess) Start(ctx context.Context, surroundings adapterhost.Surroundings) (Running, error) {
	leave, err := enter(p.t, surroundings)
	if err != nil {
		return Running{}, err
	}
	direct := p.create()
	impl, end := adapterhost.InProcess(direct)
	stop := func() { end(); leave() }
	description, err := impl.Describe(ctx)
	if err != nil {
		stop()
		return Running{}, err
	}
	return Running{
		Adapter: impl, Direct: direct, Close: stop,
		Status: adapter.Status{Description: description, ContractVersion: adapter.ContractVersion},
	}, nil
}

// Later asks a new adapter where the clock is synctest's and stands in another
// decade, and again in another month and on another day of the week.
func (p inProcess) Later(ask func(adapter.Adapter)) {
	const day = 24 * time.Hour
	const years, weeks = 12 * 365 * day, 40 * day
	synctest.Test(p.t, func(*testing.T) {
		time.Sleep(years + 17*time.Hour + 13*time.Minute + 7*time.Second)
		ask(p.create())
		time.Sleep(weeks + 5*time.Hour + 31*time.Minute + 11*time.Second)
		ask(p.create())
	})
}

// enter puts this process into surroundings, and returns the way back.
func enter(t *testing.T, s adapterhost.Surroundings) (leave func(), err error) {
	back := &way{t: t}
	for _, variable := range s.Variables {
		name, value, _ := strings.Cut(variable, "=")
		err = errors.Join(err, back.variable(name, value))
	}
	if s.Folder != "" {
		err = errors.Join(err, back.folder(s.Folder))
	}
	if err != nil {
		back.leave()
		return nil, err
	}
	return back.leave, nil
}

// way is the way back to what was before.
type way struct {
	t     *testing.T
	steps []func()
}

func (w *way) leave() {
	for i := len(w.steps) - 1; i >= 0; i-- {
		w.steps[i]()
	}
}

// variable sets a variable, and does what the runtime does when it starts with
// it. The way back unsets it, as a host gives none; the test's end brings back
// what was there before.
func (w *way) variable(name, value string) error {
	w.t.Setenv(name, value)
	w.steps = append(w.steps, func() { _ = os.Unsetenv(name) })
	switch name {
	case "GOMAXPROCS":
		return w.processors(value)
	case "GOGC":
		return w.collector(value)
	case "TZ":
		return w.zone(value)
	}
	return nil
}

func (w *way) processors(value string) error {
	n, err := strconv.Atoi(value)
	if err == nil {
		before := runtime.GOMAXPROCS(n)
		w.steps = append(w.steps, func() { runtime.GOMAXPROCS(before) })
	}
	return err
}

func (w *way) collector(value string) error {
	percent, err := strconv.Atoi(value)
	if err == nil {
		before := debug.SetGCPercent(percent)
		w.steps = append(w.steps, func() { debug.SetGCPercent(before) })
	}
	return err
}

// zone changes the variable time.Local, which every goroutine reads that asks
// for the time; the race detector is right to object.
func (w *way) zone(value string) error {
	if raceDetector {
		return Impossible("the time zone of a process cannot be changed under the race detector; adaptertest.RunProcess can")
	}
	there, err := time.LoadLocation(value)
	if err == nil {
		before := time.Local
		time.Local = there
		w.steps = append(w.steps, func() { time.Local = before })
	}
	return err
}

func (w *way) folder(path string) error {
	before, err := os.Getwd()
	if err != nil {
		return err
	}
	if err := os.Chdir(path); err != nil {
		return err
	}
	w.steps = append(w.steps, func() { _ = os.Chdir(before) })
	return nil
}
