package adaptertest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost"
)

// Run judges the adapter that create returns, in this process, and returns the
// report. It changes the environment, the working directory and the clock for a
// while, so that the test cannot be parallel.
func Run(t *testing.T, create func() adapter.Adapter) Report {
	t.Helper()
	t.Setenv("TZ", "UTC") // also keeps the test from being parallel
	return judge(t, inProcess{t, create})
}

// RunProcess judges the adapter's binary at path, as a platform would start it,
// and returns the report.
func RunProcess(t *testing.T, path string) Report {
	t.Helper()
	options := adapterhost.Options{}
	if raceDetector {
		options.MaxMemory = adapterhost.NoMaxMemory // the binary may be built with it too, and then reserves more
	}
	return judge(t, Binary(path, options))
}

func judge(t *testing.T, subject Subject) Report {
	t.Helper()
	report, err := Check(t.Context(), subject, Options{})
	require.NoError(t, err)
	for _, p := range report.Properties {
		t.Run(p.Name, func(t *testing.T) { tell(t, p) })
	}
	return report
}

// tell passes a property on to the test's own report. A property that another
// kind of run judges is no skipped test.
func tell(t *testing.T, p Property) {
	t.Helper()
	switch p.Outcome {
	case Failed:
		t.Errorf("%s\nIt does not hold: %s", p.Meaning, p.CounterExample)
	case Skipped:
		t.Logf("not judged: %s", p.Reason)
	default:
		t.Log(p.Meaning)
		if p.Judged != "" {
			t.Logf("judged: %s", p.Judged)
		}
	}
}
