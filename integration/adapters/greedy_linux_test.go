package adapters_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// What the platform promises while one of its adapters is greedy.
const (
	// maxFailure is the time limit of a start or a call, after the 4 s in which a process before it
	// may be found to hang, and some for a machine with other work.
	maxFailure = 16 * time.Second
	// slowFailure is that of an attack on the processor: two processes, each late. The time that a process computes
	// is bounded, and other work on the machine makes it long; a caller waits for 30 s at most.
	slowFailure = 29 * time.Second
	// maxIdle is how long a process may be greedy with no call in it, slowIdle that of an attack on the processor:
	// it is found out once it gets a tenth of one for 10 s.
	maxIdle  = 20 * time.Second
	slowIdle = 90 * time.Second
	// maxStop is how long the server may take to end.
	maxStop = 10 * time.Second
	// maxMemory is what the server's memory may grow by at its highest, in bytes.
	maxMemory = 64 << 20
	// Answers of the server itself, at the median and at the slowest, and of
	// /ready at the slowest.
	medianHealth = 100 * time.Millisecond
	slowHealth   = 3 * time.Second // one of some hundred, on two processors that build and test besides
	slowReady    = 2 * time.Second
	// What an adapter can get before it is found out: each far from what it tries,
	// 20,000 threads, 2 GiB of page tables and 100,000 files. A control group has an
	// exact limit of threads; without one the host sees them only once they are
	// there. The memory, in bytes, is its limit and a margin.
	maxThreads       = 512
	maxThreadsSeen   = 16_000
	maxFiles         = 8_000
	maxTables        = 64 << 20
	maxAdapterMemory = 640 << 20
	// underWay is the time from the start of the adapter to the signal that ends the server.
	underWay = 500 * time.Millisecond
	// watched is for how long an attack is watched at least, and slowlyWatched one
	// whose effect grows slowly.
	watched       = 1500 * time.Millisecond
	slowlyWatched = 3 * time.Second
)

// TestGreedyAdaptersTakeNothingFromOthers makes each attack. The call fails in its time,
// the other adapter is served, the server's memory is bounded, nothing is left behind,
// and the server ends on a signal.
func TestGreedyAdaptersTakeNothingFromOthers(t *testing.T) {
	lab := newLaboratory(t)
	lab.attack(t, attack{good, harmless, ""})
	lab.attackBy(t, 1, loud)
	lab.attackBy(t, 4, quiet)
	lab.attackBy(t, len(waiting), waiting)
	t.Log("\n" + strings.Join(lab.table, "\n"))
}

// attackBy makes attacks with a number of workers; under -short one attack of each class.
func (l *laboratory) attackBy(t *testing.T, workers int, attacks []attack) {
	t.Helper()
	if testing.Short() {
		attacks = slices.CompactFunc(attacks, func(a, b attack) bool { return a.class == b.class })
	}
	next := make(chan attack)
	var making sync.WaitGroup
	for range workers {
		making.Go(func() {
			for a := range next {
				t.Run(a.name, func(t *testing.T) { l.attack(t, a) })
			}
		})
	}
	for _, a := range attacks {
		next <- a
	}
	close(next)
	making.Wait()
}

// laboratory is what all attacks share.
type laboratory struct {
	layout build.Layout
	// binaries has the adapters' files by their IDs; that of provider_b is greedy.
	binaries string

	mu sync.Mutex
	// base is the server's memory at its highest under a good adapter, in bytes.
	base  uint64
	table []string
}

func newLaboratory(t *testing.T) *laboratory {
	t.Helper()
	lab := &laboratory{layout: build.Binaries(t), binaries: t.TempDir()}
	lab.table = []string{
		row("attack", "memory at its highest", "more than under a good adapter", "the adapter's threads, memory, page tables, files",
			"after", "how it ended", "/health median, slowest", "/ready slowest", "SIGTERM"),
		strings.Repeat("|---", 9) + "|",
	}
	require.NoError(t, os.Rename(compile(t, "greedy", nil), filepath.Join(lab.binaries, "provider_b")))
	real, err := os.ReadFile(filepath.Join(lab.layout.AdaptersDir, "platform-provider-a"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(lab.binaries, "provider_a"), real, 0o700))
	return lab
}

// install returns a folder of adapters in which provider_b is greedy.
func (l *laboratory) install(t *testing.T, name string) string {
	t.Helper()
	dir := t.TempDir()
	var entries []adapterhost.LockEntry
	for id, file := range map[string]string{"provider_a": "platform-provider-a", "provider_b": "greedy-" + name} {
		require.NoError(t, os.Link(filepath.Join(l.binaries, id), filepath.Join(dir, file)))
		data, err := os.ReadFile(filepath.Join(dir, file))
		require.NoError(t, err)
		entries = append(entries, adapterhost.LockEntry{ID: id, File: file, Version: "1.0.0", SHA256: document.Digest(data)})
	}
	require.NoError(t, adapterhost.WriteLock(dir, entries))
	return dir
}

// attack makes an attack twice: to its end, and with a server that gets a signal to end
// meanwhile.
func (l *laboratory) attack(t *testing.T, a attack) {
	dir := l.install(t, a.name)
	s := startServed(t, l.layout, dir, a.name, "--profile", "../../examples/provider_a/simulation/profile.yaml")
	others := s.serveOthers("provider_a")
	began := time.Now()
	got := s.validate()
	how, after := s.await(t, a.want, got, began)
	others.stop()
	memory := s.numbers()["VmHWM"] << 10
	assert.Empty(t, zombies(t, s.pid()), "zombies")
	s.terminate(t)

	stopped := startServed(t, l.layout, dir, a.name)
	go stopped.validate()
	time.Sleep(underWay)
	took := stopped.terminate(t)

	l.mu.Lock()
	defer l.mu.Unlock()
	if a.name == good {
		l.base = uint64(memory)
	}
	more := int64(memory) - int64(l.base)
	l.table = append(l.table, row(a.name, mib(int64(memory)), mib(more), s.greediest.String(), seconds(after), how,
		others.health.String(), seconds(others.ready.slowest()), seconds(took)))
	t.Log(l.table[len(l.table)-1])
	others.check(t)
	s.greediest.check(t, len(s.groups) > 0)
	assert.LessOrEqual(t, more, int64(maxMemory), "the server's memory")
	assert.Less(t, s.outputLines(), max(1, len(s.processes))*(200+20*int(time.Since(began).Seconds()+2)), "lines of output in the log")
}

func mib(bytes int64) string { return fmt.Sprintf("%d MiB", bytes>>20) }

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 2, 64) + " s" }

// An answer that is too large is the adapter's fault, and any number of large ones
// costs the server a bounded memory.
func TestLargeAnswersAreBounded(t *testing.T) {
	// What all answers of an adapter may take at once, with what is made of them.
	const maxAnswers = 128 << 20
	lab := newLaboratory(t)
	for _, c := range []struct {
		attack  string
		callers int
		want    []int // statuses
	}{
		{"sdk-answer-items", 4, []int{http.StatusBadGateway}},
		{"sdk-answer-answers", 64, []int{http.StatusOK, http.StatusBadGateway, http.StatusServiceUnavailable}},
		{"raw-answer-empties", 64, []int{http.StatusBadGateway}},
	} {
		t.Run(c.attack, func(t *testing.T) {
			s := startServed(t, lab.layout, lab.install(t, c.attack), c.attack, "--profile", "../../examples/provider_b/simulation/profile.yaml")
			others := s.serveOthers("provider_b")
			began := time.Now()
			statuses := map[string]int{}
			var mu sync.Mutex
			var asking sync.WaitGroup
			for n := range c.callers {
				asking.Go(func() {
					got := post(s.URL+evaluations, requestOf("northeurope", n))
					assert.Contains(t, c.want, got.status, "%s", got)
					mu.Lock()
					defer mu.Unlock()
					statuses[got.String()]++
				})
			}
			asking.Wait()
			took := time.Since(began)
			others.stop()
			memory := s.numbers()["VmHWM"] << 10
			t.Log(row(c.attack, mib(int64(memory)), fmt.Sprint(statuses), seconds(took), others.health.String()))
			others.check(t)
			assert.LessOrEqual(t, memory, maxAnswers)
			s.terminate(t)
		})
	}
}

// A program that is no adapter and prints something gets a clear answer from the
// command that its author tries first.
func TestAProgramThatPrintsIsNoAdapter(t *testing.T) {
	platform, file := build.Binaries(t).Platform, compile(t, "greedy", nil)
	for _, prints := range []string{"output-some", "output-64k", "output-220k", "output-line"} {
		t.Run(prints, func(t *testing.T) {
			t.Parallel()
			named := file + "-raw-start-" + prints
			require.NoError(t, os.Link(file, named))
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			var stderr bytes.Buffer
			cmd := exec.CommandContext(ctx, platform, "provider", "test", named)
			cmd.Stderr = &stderr
			_, err := cmd.Output()
			require.NoError(t, ctx.Err(), "it does not end")
			var exit *exec.ExitError
			require.ErrorAs(t, err, &exit)
			assert.Equal(t, problem.ExitFailure, exit.ExitCode())
			assert.Contains(t, stderr.String(), "adapter_unavailable: ")
			assert.Contains(t, stderr.String(), "did not answer as an adapter")
		})
	}
}
