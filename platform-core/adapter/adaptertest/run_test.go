package adaptertest_test

import (
	"context"
	"debug/elf"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the confinement hides the system's zones; an adapter may bring its own

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
	"platform.internal/platform-core/adapter/adaptertool/template"
	"platform.internal/platform-core/adapter/plugin"
	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// brief bounds a call here; the machine may be busy.
const brief = time.Second

// failed returns the names of the properties that do not hold.
func failed(r adaptertest.Report) []string {
	var names []string
	for _, p := range r.Properties {
		if p.Outcome == adaptertest.Failed {
			names = append(names, p.Name)
		}
	}
	return names
}

// found returns the property of a report with the name.
func found(r adaptertest.Report, name string) adaptertest.Property {
	for _, p := range r.Properties {
		if p.Name == name {
			return p
		}
	}
	return adaptertest.Property{}
}

func propertyNames() (names []string) {
	for _, p := range adaptertest.Properties() {
		names = append(names, p.Name)
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
			report, err := adaptertest.Check(t.Context(), testkit.InProcess(t, w.create), adaptertest.Options{CallTime: brief, Only: []string{name}})
			require.NoError(t, err)
			p := found(report, name)
			if name == "environment" { // of a process, below
				assert.Equal(t, adaptertest.Skipped, p.Outcome)
				return
			}
			assert.False(t, report.Conforms)
			assert.Equal(t, adaptertest.Failed, p.Outcome, "%s; failed are %v, because %s", w.fault, failed(report), p.Reason)
			assert.NotEmpty(t, p.CounterExample)
			if key == "clock support" {
				assert.Contains(t, p.CounterExample, "at Tuesday 2030-01-01 00:00:00: ")
			}
			t.Logf("%-60s caught by %s: %s", w.fault, name, p.CounterExample)
		})
	}
}

// TestAPanicIsShownToItsAuthor: with its place, and without a word about the rules.
func TestAPanicIsShownToItsAuthor(t *testing.T) {
	panics := of(wrong{before: func(_ context.Context, in adapter.Input) error {
		if in.Request.ClusterSize == request.Large {
			panic("boom")
		}
		return nil
	}})
	report, err := adaptertest.Check(t.Context(), testkit.InProcess(t, panics), adaptertest.Options{Only: []string{"answers", "reads"}})
	require.NoError(t, err)
	assert.Regexp(t, `panic: boom, in .*run_test\.go:[0-9]+\), called by `, found(report, "answers").CounterExample)
	reads := found(report, "reads")
	assert.Equal(t, adaptertest.Skipped, reads.Outcome)
	assert.Equal(t, "answers does not hold", reads.Reason)
}

// TestEveryPropertyHasAWrongAdapter: a check that catches nothing is no check.
func TestEveryPropertyHasAWrongAdapter(t *testing.T) {
	caught := map[string]bool{
		"confinement": true, // below, by a process with a dynamic loader
	}
	for key := range wrongAdapters {
		name, _, _ := strings.Cut(key, " ")
		caught[name] = true
	}
	for _, name := range propertyNames() {
		assert.True(t, caught[name], "no wrong adapter breaks %s", name)
	}
}

// confinedBy is a subject whose host reports a confinement.
func confinedBy(t *testing.T, confinement profile.Confinement) adaptertest.Subject {
	t.Helper()
	subject := testkit.InProcess(t, template.New)
	start := subject.Start
	subject.Start = func(ctx context.Context, env adapterhost.ProcessEnvironment) (*adapterhost.Run, error) {
		r, err := start(ctx, env)
		r.Status.Confinement = &confinement
		return r, err
	}
	return subject
}

func TestConfinement(t *testing.T) {
	for name, c := range map[string]struct {
		found profile.Confinement
		want  adaptertest.Result
	}{
		"enforced":             {profile.Confinement{Level: profile.Enforced, Host: profile.Enforced}, adaptertest.Passed},
		"broken out":           {profile.Confinement{Level: profile.Unavailable, Host: profile.Enforced}, adaptertest.Failed},
		"a dynamic binary":     {profile.Confinement{Level: profile.Partial, Host: profile.Partial, Open: []string{"libraries"}}, adaptertest.Failed},
		"a machine without it": {profile.Confinement{Level: profile.Unavailable, Host: profile.Unavailable}, adaptertest.Skipped},
	} {
		report, err := adaptertest.Check(t.Context(), confinedBy(t, c.found), adaptertest.Options{Only: []string{"confinement"}})
		require.NoError(t, err)
		p := found(report, "confinement")
		assert.Equal(t, c.want, p.Outcome, name)
	}
}

// TestReportsAreDeterministic also holds that the names are those of the suite,
// each once.
func TestReportsAreDeterministic(t *testing.T) {
	reports := make([]adaptertest.Report, 2)
	for i := range reports {
		var err error
		reports[i], err = adaptertest.Check(t.Context(), testkit.InProcess(t, template.New), adaptertest.Options{Only: []string{"contract", "inventory"}})
		require.NoError(t, err)
	}
	assert.Equal(t, reports[0], reports[1])
	assert.Equal(t, adaptertest.Summary{Passed: 2, Skipped: len(propertyNames()) - 2}, reports[0].Summary)
	names := map[string]bool{}
	for _, p := range reports[0].Properties {
		assert.Equal(t, p.Outcome == adaptertest.Skipped, p.Reason != "")
		assert.False(t, names[p.Name], p.Name)
		names[p.Name] = true
	}
}

// processes are the programs that this test binary also is; each wrong adapter,
// by its key, is another one.
var processes = map[string]func(){
	"good":       func() { plugin.Serve(template.New()) },
	"no-adapter": func() { os.Exit(3) },
	"noisy": func() {
		fmt.Println("starting")
		plugin.Serve(template.New())
	},
	"slow": func() {
		time.Sleep(time.Second)
		plugin.Serve(template.New())
	},
	"stuck": func() { time.Sleep(time.Hour) }, // without cgo, the runtime ends a process whose goroutines all block
	"answers exit": func() {
		plugin.Serve(of(wrong{before: func(_ context.Context, o adapter.Input) error {
			if o.Mode == "chaos" {
				os.Exit(7)
			}
			return nil
		}})())
	},
	"answers goroutine": func() {
		plugin.Serve(of(wrong{before: func(_ context.Context, o adapter.Input) error {
			if o.Request.Region == "" {
				go func() { panic("out of reach of any recover") }()
				time.Sleep(100 * time.Millisecond)
			}
			return nil
		}})())
	},
	"clock second": func() {
		plugin.Serve(of(noting(func() string { return time.Now().Truncate(time.Second).String() }))())
	},
	"processes pid":   func() { plugin.Serve(of(noting(func() string { return strconv.Itoa(os.Getpid()) }))()) },
	"processes start": func() { began := time.Now().String(); plugin.Serve(of(noting(func() string { return began }))()) },
	"processes version": func() {
		plugin.Serve(of(wrong{describe: func(d *adapter.Description) { d.Version = fmt.Sprint("1.", os.Getpid()) }})())
	},
	"environment file":       func() { plugin.Serve(of(noting(func() string { return os.Getenv("KUBECONFIG") }))()) },
	"environment processors": func() { plugin.Serve(of(noting(func() string { return strconv.Itoa(runtime.GOMAXPROCS(0)) }))()) },
	"environment time-zone":  func() { plugin.Serve(of(noting(func() string { return time.Unix(0, 0).Format(time.RFC3339) }))()) },
	"environment folder":     func() { plugin.Serve(of(noting(func() string { path, _ := os.Getwd(); return path }))()) },
	"environment early": func() {
		early := os.Getenv("KUBECONFIG")
		plugin.Serve(of(noting(func() string { return early }))())
	},
	"environment folder early": func() {
		early, _ := os.Getwd()
		plugin.Serve(of(noting(func() string { return early }))())
	},
	"environment processors early": func() {
		early := strconv.Itoa(runtime.GOMAXPROCS(0))
		plugin.Serve(of(noting(func() string { return early }))())
	},
}

// hidden are the wrong adapters that no process shows to be wrong, and why not.
var hidden = map[string]string{
	"description": "each process counts only itself",
	"processes":   "each process counts only itself; those above differ",
	"clock":       "a second is too short",
}

// prevented are those that any confinement keeps from being wrong.
var prevented = []string{"environment folder", "environment folder early"}

func TestMain(m *testing.M) {
	name := filepath.Base(os.Args[0])
	if run, ok := processes[name]; ok {
		run()
		return
	}
	if w, ok := wrongAdapters[name]; ok {
		plugin.Serve(w.create())
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

// certify returns the report of a process. A binary with the race detector
// reserves more memory than a host allows.
func certify(t *testing.T, name string, only ...string) adaptertest.Report {
	t.Helper()
	subject := adaptertest.Binary(as(t, name), adapterhost.Options{MaxMemory: adapterhost.NoMaxMemory})
	report, err := adaptertest.Check(t.Context(), subject, adaptertest.Options{Only: only, CallTime: 5 * time.Second})
	require.NoError(t, err)
	return report
}

// The skeleton's process is built as an adapter is released: this test's own
// binary needs a dynamic loader where it has C code.
func TestAGoodProcessConforms(t *testing.T) {
	file := filepath.Join(t.TempDir(), "good.exe")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", file, "../adaptertool/template/cmd/platform-provider-template")
	build.Env = append(build.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	report := testkit.RunProcess(t, file)
	assert.Empty(t, failed(report))
	assert.Regexp(t, "^sha256:[0-9a-f]{64}$", report.Adapter.Digest)
	assert.Equal(t, adapter.ContractVersion, report.Adapter.ContractVersion)
	assert.Equal(t, template.ID, report.Adapter.ID)
}

// ofProcesses are the properties that are checked otherwise in a process than in
// this one.
var ofProcesses = []string{"answers", "order", "processes", "environment", "clock", "time-bounds"}

// TestEachWrongProcessIsCaught checks a wrong adapter of each property as a
// process, and those that can only be wrong as one. In a short test those of
// ofProcesses must do.
func TestEachWrongProcessIsCaught(t *testing.T) {
	var names []string
	for name := range wrongAdapters {
		if slices.Contains(propertyNames(), name) {
			names = append(names, name)
		}
	}
	for name := range processes {
		if property, _, more := strings.Cut(name, " "); more && slices.Contains(propertyNames(), property) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		property, _, _ := strings.Cut(name, " ")
		if testing.Short() && !slices.Contains(ofProcesses, property) {
			continue
		}
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			t.Parallel()
			report := certify(t, name, property)
			p := found(report, property)
			if reason, isHidden := hidden[name]; isHidden {
				assert.NotEqual(t, adaptertest.Failed, p.Outcome, "it shows now, so why %q?", reason)
				return
			}
			if slices.Contains(prevented, name) && report.Adapter.Confinement != profile.Unavailable {
				assert.Equal(t, adaptertest.Passed, p.Outcome, p.CounterExample)
				return
			}
			assert.Equal(t, adaptertest.Failed, p.Outcome, "failed are %v, because %s", failed(report), p.Reason)
			t.Logf("caught by %s: %s", property, p.CounterExample)
		})
	}
}

// TestAProcessWithALoaderIsNotConfined checks this test's own binary, which has C code and so a
// dynamic loader if it was built with cgo, as the race detector's is.
func TestAProcessWithALoaderIsNotConfined(t *testing.T) {
	t.Parallel()
	own, err := os.Executable()
	require.NoError(t, err)
	file, err := elf.Open(own)
	if err != nil || file.Section(".interp") == nil {
		t.Skip("short: this test's binary was built without cgo, and has no dynamic loader")
	}
	report := certify(t, "good", "confinement")
	p := found(report, "confinement")
	if report.Adapter.Confinement == profile.Unavailable {
		t.Skip("this machine can confine no process")
	}
	assert.Equal(t, adaptertest.Failed, p.Outcome, p.Reason)
	assert.Contains(t, p.CounterExample, "CGO_ENABLED=0")
}

// A process that is slow to start is checked; one that prints something else
// first, or nothing, is no adapter, and gets an error instead of a certificate.
func TestHowAProcessStarts(t *testing.T) {
	t.Parallel()
	report := certify(t, "slow", "answers")
	assert.True(t, report.Conforms)
	for name, message := range map[string]string{"noisy": "did not answer as an adapter", "stuck": "within 1s", "no-adapter": "plugin.Serve"} {
		_, err := adaptertest.Check(t.Context(), adaptertest.Binary(as(t, name), adapterhost.Options{StartTimeout: time.Second}), adaptertest.Options{})
		require.ErrorContains(t, err, message, name)
	}
}
