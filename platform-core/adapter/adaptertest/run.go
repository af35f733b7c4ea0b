package adaptertest

import (
	"testing"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost"
)

// Run checks the adapter that create returns, in this process, and returns the
// report. It changes the environment, the working directory and the clock for a
// while, so that the test cannot be parallel.
func Run(t *testing.T, create func() adapter.Adapter) Report {
	t.Helper()
	t.Setenv("TZ", "UTC") // also keeps the test from being parallel
	return run(t, inProcess{t, create}.start)
}

// RunProcess checks the adapter's binary at path, as a platform would start it,
// and returns the report.
func RunProcess(t *testing.T, path string) Report {
	t.Helper()
	options := adapterhost.Options{}
	if raceDetector {
		options.MaxMemory = adapterhost.NoMaxMemory // the binary may be built with it too, and then reserves more
	}
	return run(t, Binary(path, options))
}

func run(t *testing.T, subject Subject) Report {
	t.Helper()
	found, err := Check(t.Context(), subject, Options{})
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
func report(t *testing.T, p Property) {
	t.Helper()
	switch p.Outcome {
	case Failed:
		t.Errorf("%s\nIt does not hold: %s", p.Meaning, p.CounterExample)
	case Skipped:
		t.Logf("not checked: %s", p.Reason)
	default:
		t.Logf("%s %s", p.Meaning, p.Judged)
	}
}
