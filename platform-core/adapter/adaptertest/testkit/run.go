package testkit

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapterhost"
)

// Run checks the adapter that create returns, in this process, and returns the
// report.
func Run(t *testing.T, create func() adapter.Adapter) adaptertest.Report {
	t.Helper()
	return run(t, InProcess(t, create))
}

// RunProcess checks the adapter's binary at path, as a platform would start it,
// and returns the report.
func RunProcess(t *testing.T, path string) adaptertest.Report {
	t.Helper()
	return run(t, adaptertest.Binary(path, adapterhost.Options{}))
}

// InProcess returns the subject of the adapter that create returns. It is behind
// the same messages and checks as one in a process of its own.
func InProcess(t *testing.T, create func() adapter.Adapter) adaptertest.Subject {
	t.Helper()
	start := func(ctx context.Context, _ adapterhost.ProcessEnvironment) (*adapterhost.Run, error) {
		impl, end := adapterhost.InProcess(create())
		description, err := impl.Describe(ctx)
		if err != nil {
			end()
			return nil, err
		}
		return &adapterhost.Run{
			Adapter: impl,
			Status:  adapter.Status{Description: description, ContractVersion: adapter.ContractVersion},
			Close:   end,
		}, nil
	}
	return adaptertest.Subject{Start: start, OtherTimes: func(ask func(adapter.Adapter)) { otherTimes(t, create, ask) }}
}

// otherTimes asks an adapter now, another where the clock is synctest's and is in
// another decade, and a third in another month and on another day of the week.
func otherTimes(t *testing.T, create func() adapter.Adapter, ask func(adapter.Adapter)) {
	t.Helper()
	const day = 24 * time.Hour
	const years, weeks = 12 * 365 * day, 40 * day
	ask(create())
	synctest.Test(t, func(*testing.T) {
		time.Sleep(years + 17*time.Hour + 13*time.Minute + 7*time.Second)
		ask(create())
		time.Sleep(weeks + 5*time.Hour + 31*time.Minute + 11*time.Second)
		ask(create())
	})
}

func run(t *testing.T, subject adaptertest.Subject) adaptertest.Report {
	t.Helper()
	found, err := adaptertest.Check(t.Context(), subject, adaptertest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range found.Properties {
		t.Run(p.Name, func(t *testing.T) { report(t, p) })
	}
	return found
}

// report passes a property on to the test's own report. A property that another
// kind of run checks is no skipped test.
func report(t *testing.T, p adaptertest.Property) {
	t.Helper()
	switch p.Outcome {
	case adaptertest.Failed:
		t.Errorf("%s\nIt does not hold: %s", p.Meaning, p.CounterExample)
	case adaptertest.Skipped:
		t.Logf("not checked: %s", p.Reason)
	default:
		t.Logf("%s %s", p.Meaning, p.Judged)
	}
}

// Sample returns the whole list, and a seventeenth of it in a test that is run
// with -short: every region, size, environment, classification and mode is in it
// still, but not each combination of them.
func Sample[T any](list []T) (sample []T) {
	const step = 17 // a prime, so that the values of each field take turns
	if !testing.Short() {
		return list
	}
	for i := 0; i < len(list); i += step {
		sample = append(sample, list[i])
	}
	return sample
}
