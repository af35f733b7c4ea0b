package providertest

import (
	"context"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider"
	"platform.internal/platform-core/provider/plugin"
	"platform.internal/platform-core/provider/providertest/conformance"
	"platform.internal/platform-core/provider/providertest/skeleton/template"
)

// brief bounds a call here; the machine may be busy.
const brief = 500 * time.Millisecond

// failed returns the names of the properties that do not hold.
func failed(r conformance.Report) []string {
	var names []string
	for _, p := range r.Properties {
		if p.Outcome == conformance.Failed {
			names = append(names, p.Name)
		}
	}
	return names
}

// TestEachWrongAdapterIsCaught is the table of wrong adapters: each breaks one
// property, and the suite names it with a counter-example.
func TestEachWrongAdapterIsCaught(t *testing.T) {
	for _, key := range slices.Sorted(maps.Keys(wrongAdapters)) {
		w := wrongAdapters[key]
		name, _, _ := strings.Cut(key, " ")
		t.Run(strings.ReplaceAll(key, " ", "-"), func(t *testing.T) {
			report, err := conformance.Check(t.Context(), inProcess{t, w.create}, conformance.Options{CallTime: brief, Only: []string{name}})
			require.NoError(t, err)
			p, known := report.Property(name)
			require.True(t, known)
			if raceDetector && name == "time-zone" {
				assert.Equal(t, conformance.Skipped, p.Outcome)
				return
			}
			assert.False(t, report.Conforms)
			assert.Equal(t, conformance.Failed, p.Outcome, "%s; failed are %v, because %s", w.fault, failed(report), p.Reason)
			assert.NotEmpty(t, p.CounterExample)
			t.Logf("%-60s caught by %s: %s", w.fault, name, p.CounterExample)
		})
	}
}

// TestEveryPropertyHasAWrongAdapter: a check that catches nothing is none.
func TestEveryPropertyHasAWrongAdapter(t *testing.T) {
	caught := map[string]bool{"confinement": true} // below, where a host says so
	for key := range wrongAdapters {
		name, _, _ := strings.Cut(key, " ")
		caught[name] = true
	}
	for _, name := range conformance.Names() {
		assert.True(t, caught[name], "no wrong adapter breaks %s", name)
	}
}

// held is a subject whose host says how it is held.
type held struct {
	inProcess
	confinement installation.Confinement
}

func (h held) Start(ctx context.Context, s plugin.Surroundings) (conformance.Running, error) {
	running, err := h.inProcess.Start(ctx, s)
	running.Status.Confinement = &h.confinement
	return running, err
}

func TestConfinement(t *testing.T) {
	for name, c := range map[string]struct {
		found installation.Confinement
		want  conformance.Outcome
	}{
		"enforced":             {installation.Confinement{Level: installation.Enforced, Host: installation.Enforced}, conformance.Passed},
		"broken out":           {installation.Confinement{Level: installation.Unavailable, Host: installation.Enforced}, conformance.Failed},
		"a dynamic binary":     {installation.Confinement{Level: installation.Partial, Host: installation.Partial, Open: []string{"libraries"}}, conformance.Failed},
		"a machine without it": {installation.Confinement{Level: installation.Unavailable, Host: installation.Unavailable}, conformance.Skipped},
	} {
		report, err := conformance.Check(t.Context(), held{inProcess{t, template.New}, c.found}, conformance.Options{Only: []string{"confinement"}})
		require.NoError(t, err)
		p, _ := report.Property("confinement")
		assert.Equal(t, c.want, p.Outcome, name)
	}
}

// TestReportsAreDeterministic also holds that the names are those of the suite,
// each once.
func TestReportsAreDeterministic(t *testing.T) {
	reports := make([]conformance.Report, 2)
	for i := range reports {
		var err error
		reports[i], err = conformance.Check(t.Context(), inProcess{t, template.New}, conformance.Options{Only: []string{"contract", "inventory"}})
		require.NoError(t, err)
	}
	assert.Equal(t, reports[0], reports[1])
	assert.Equal(t, conformance.Summary{Passed: 2, Skipped: len(conformance.Names()) - 2}, reports[0].Summary)
	names := map[string]bool{}
	for _, p := range reports[0].Properties {
		assert.Equal(t, p.Outcome == conformance.Skipped, p.Reason != "")
		assert.False(t, names[p.Name], p.Name)
		names[p.Name] = true
	}
}

// processes are the programs that this test binary also is.
var processes = map[string]func(){
	"good":              func() { plugin.Serve(template.New()) },
	"no-adapter":        func() { os.Exit(3) },
	"environment":       func() { plugin.Serve(wrongAdapters["environment"].create()) },
	"processors":        func() { plugin.Serve(wrongAdapters["processors"].create()) },
	"time-bounds":       func() { plugin.Serve(wrongAdapters["time-bounds"].create()) },
	"sorted-and-unique": func() { plugin.Serve(wrongAdapters["sorted-and-unique"].create()) },
	"clock": func() {
		plugin.Serve(of(noting(func() string { return time.Now().Truncate(time.Second).String() }))())
	},
	"answers": func() {
		plugin.Serve(of(wrong{before: func(_ context.Context, o provider.Order) error {
			if o.Mode == "chaos" {
				os.Exit(7)
			}
			return nil
		}})())
	},
}

func TestMain(m *testing.M) {
	if run, known := processes[filepath.Base(os.Args[0])]; known {
		run()
		return
	}
	os.Exit(m.Run())
}

// as makes this test binary known under a name and returns the path.
func as(t *testing.T, name string) string {
	t.Helper()
	own, err := os.Executable()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), name)
	if os.Link(own, path) != nil {
		data, err := os.ReadFile(own)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, data, 0o700))
	}
	return path
}

// judged returns the report of a process. A binary with the race detector
// reserves more memory than a host allows.
func judged(t *testing.T, name string, only ...string) conformance.Report {
	t.Helper()
	subject := conformance.Binary(as(t, name), plugin.Options{MaxMemory: plugin.NoMaxMemory})
	report, err := conformance.Check(t.Context(), subject, conformance.Options{Only: only})
	require.NoError(t, err)
	return report
}

// The skeleton's process is built as an adapter is released: this test's own
// binary needs a dynamic loader where it has C code.
func TestAGoodProcessConforms(t *testing.T) {
	file := filepath.Join(t.TempDir(), "good.exe")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", file, "./skeleton/template/cmd/platform-provider-template")
	build.Env = append(build.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	report := RunProcess(t, file)
	assert.Empty(t, failed(report))
	assert.Regexp(t, "^sha256:[0-9a-f]{64}$", report.Adapter.Digest)
	assert.Equal(t, plugin.ContractVersion, report.Adapter.ContractVersion)
	assert.Equal(t, template.ID, report.Adapter.ID)
}

func TestEachWrongProcessIsCaught(t *testing.T) {
	for _, name := range []string{"answers", "clock", "environment", "processors", "sorted-and-unique", "time-bounds"} {
		t.Run(name, func(t *testing.T) {
			report := judged(t, name, name)
			p, _ := report.Property(name)
			assert.Equal(t, conformance.Failed, p.Outcome, "failed are %v", failed(report))
			t.Logf("caught by %s: %s", name, p.CounterExample)
		})
	}
}

func TestWhatIsNoAdapterGetsNoReport(t *testing.T) {
	_, err := conformance.Check(t.Context(), conformance.Binary(as(t, "no-adapter"), plugin.Options{}), conformance.Options{})
	require.ErrorContains(t, err, "plugin.Serve")
}
