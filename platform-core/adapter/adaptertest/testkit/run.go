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

// times are the times at which the suite asks an adapter: each day of a week, ends of months and years, leap days, and
// times that are far from now. In 2038, Unix time exceeds 32 bits. 2100 is no leap year.
var times = []string{
	"2000-01-01T07:30:00Z", "2012-02-29T17:13:07Z", "2026-12-28T00:00:00Z", "2026-12-29T05:31:11Z", "2026-12-30T11:00:00Z",
	"2026-12-31T23:59:59Z", "2027-01-01T00:00:01Z", "2027-01-02T13:00:00Z", "2027-01-03T21:45:00Z", "2028-02-29T12:00:00Z",
	"2030-01-01T00:00:00Z", "2031-06-30T08:15:00Z", "2038-01-19T03:14:08Z", "2058-09-30T16:20:00Z", "2100-03-01T00:00:00Z",
}

// otherTimes asks one adapter now. It asks another adapter at each of times, under the clock of synctest.
func otherTimes(t *testing.T, create func() adapter.Adapter, ask func(adapter.Adapter)) {
	t.Helper()
	ask(create())
	synctest.Test(t, func(t *testing.T) {
		for _, text := range times {
			at, err := time.Parse(time.RFC3339, text)
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Until(at))
			ask(create())
		}
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
