package adapters_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/adapterhost/confine"
	"platform.internal/platform-core/problem"
)

// What the platform promises while one of its adapters is greedy.
const (
	// maxFailure is the time limit of a start or a call, and what it takes to
	// clear up behind it.
	maxFailure = 13 * time.Second
	// slowFailure is that of an attack that crashes two processes, each late.
	slowFailure = 23 * time.Second
	// maxIdle is how long a process may be greedy with no call in it.
	maxIdle = 20 * time.Second
	// maxStop is how long the server may take to end.
	maxStop = 10 * time.Second
	// maxMemory is what the server's memory may grow by at its highest, in bytes.
	maxMemory = 64 << 20
	// Answers of the server itself, at the median and at the slowest, and of
	// /ready at the slowest.
	medianHealth = 100 * time.Millisecond
	slowHealth   = time.Second
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
	// underWay is when a server is told to end, after it began to start the adapter.
	underWay = 500 * time.Millisecond
	// watched is for how long an attack is watched at least, and slowlyWatched one
	// whose effect grows slowly.
	watched       = 1500 * time.Millisecond
	slowlyWatched = 3 * time.Second
)

// ending is how an attack has to end.
type ending string

const (
	refused  ending = "refused"  // the call fails, and the process is ended
	ended    ending = "ended"    // the call is answered; the process is ended later
	harmless ending = "harmless" // the call is answered, and the process lives on
	bounded  ending = "bounded"  // any of them: the kernel refuses more, which may end a process
)

// attack is one that the program greedy makes: the name says when, and what it
// takes.
type attack struct {
	name string
	want ending
	// class is what is taken; under -short one of each class is made.
	class string
}

// loud are attacks that keep the machine busy, so they are made one after the
// other.
var loud = []attack{
	{"raw-start-threads", bounded, "threads"},
	{"sdk-describe-threads", bounded, "threads"},
	{"raw-call-threads", bounded, "threads"},
	{"sdk-call-threads", bounded, "threads"},
	{"sdk-after-threads", bounded, "threads"},

	{"sdk-start-memory", bounded, "memory"},
	{"raw-describe-memory", bounded, "memory"},
	{"sdk-call-memory", bounded, "memory"},
	{"sdk-after-memory", bounded, "memory"},
	{"raw-start-maps", bounded, "memory"},
	{"sdk-call-maps", bounded, "memory"},

	{"raw-start-files", bounded, "files"},
	{"sdk-start-files", bounded, "files"},
	{"raw-describe-files", bounded, "files"},

	{"raw-start-processor", refused, "processor"},
	{"sdk-describe-processor", refused, "processor"},

	{"raw-start-errors", harmless, "errors"},
	{"sdk-describe-errors", harmless, "errors"},
	{"sdk-call-errors", harmless, "errors"},
	{"sdk-after-errors", harmless, "errors"},

	{"raw-describe-headers", refused, "headers"},
	{"raw-after-headers", ended, "headers"},
	{"raw-after-headers-table", ended, "headers"},
	{"raw-call-headers-bomb", refused, "headers"},
	{"raw-describe-continuation", refused, "headers"},
	{"raw-after-push", ended, "headers"},
}

// quiet are attacks that are over at once, or cost little: made by four at a time.
var quiet = []attack{
	{"raw-start-tables", bounded, "page tables"},
	{"sdk-start-tables", bounded, "page tables"},
	{"raw-describe-tables", bounded, "page tables"},
	{"sdk-call-tables", bounded, "page tables"},
	{"sdk-after-tables", bounded, "page tables"},

	{"sdk-describe-files", harmless, "folder"},
	{"raw-call-files", harmless, "folder"},

	{"raw-start-descriptors", bounded, "descriptors"},
	{"sdk-describe-descriptors", bounded, "descriptors"},
	{"sdk-call-descriptors", bounded, "descriptors"},
	{"raw-after-descriptors", bounded, "descriptors"},

	{"raw-start-output-line", refused, "output"},
	{"raw-start-output-lines", refused, "output"},
	{"raw-start-output-64k", refused, "output"},
	{"raw-start-output-220k", refused, "output"},
	{"raw-start-handshake", refused, "output"},
	{"raw-describe-output-line", harmless, "output"},
	{"sdk-describe-output-lines", harmless, "output"},
	{"sdk-call-output-line", harmless, "output"},
	{"sdk-call-output-lines", harmless, "output"},
	{"sdk-after-output-line", harmless, "output"},
	{"sdk-call-output-crash", refused, "output"},

	{"raw-stream-knock", harmless, "streams"},
	{"raw-stream-knock-big", harmless, "streams"},
	{"raw-stream-drip-knock-big", harmless, "streams"},
	{"raw-stream-connection", harmless, "streams"},
	{"raw-stream-stdio", harmless, "streams"},

	{"raw-describe-empties", refused, "answers"},
	{"raw-call-empties", bounded, "answers"},

	{"raw-connect-yamux", refused, "protocol"},
	{"raw-connect-garbage", refused, "protocol"},
	{"raw-connect-close", refused, "protocol"},

	{"raw-describe-ping", refused, "frames"},
	{"raw-call-settings", refused, "frames"},
	{"raw-after-ping", ended, "frames"},
	{"raw-after-ping-answer", ended, "frames"},
	{"raw-after-settings", ended, "frames"},
	{"raw-after-settings-ack", ended, "frames"},
	{"raw-after-settings-long", ended, "frames"},
	{"raw-after-window", ended, "frames"},
	{"raw-after-window-stream", ended, "frames"},
	{"raw-after-unread-window", ended, "frames"},
	{"raw-after-reset", ended, "frames"},
	{"raw-after-goaway", ended, "frames"},
	{"raw-after-priority", ended, "frames"},
	{"raw-after-unknown", ended, "frames"},
	{"raw-after-unknown-empty", ended, "frames"},
	{"raw-describe-empty-data", refused, "frames"},
	{"raw-after-empty-data", ended, "frames"},
	{"raw-after-unknown-data", ended, "frames"},

	{"raw-after-drip-ping", harmless, "drip"},
	{"raw-after-drip-settings", harmless, "drip"},
	{"raw-after-drip-window", harmless, "drip"},
	{"raw-after-drip-headers", harmless, "drip"},
}

// waiting are attacks that last until a time limit: made all at once.
var waiting = []attack{
	{"sdk-call-processor", refused, "processor"},
	{"sdk-after-processor", ended, "processor"},
	{"raw-start-silence", refused, "silence"},
	{"raw-connect-silence", refused, "silence"},
	{"sdk-describe-silence", refused, "silence"},
	{"sdk-call-silence", refused, "silence"},
	{"raw-describe-unread-ping", refused, "unread"},
	{"raw-call-unread-settings", refused, "unread"},
}

// Whatever an adapter takes, and whenever: the call fails in its time, the other
// adapter is served, the server's memory is bounded, nothing is left behind, and
// the server ends when it is told to.
func TestGreedyAdaptersTakeNothingFromOthers(t *testing.T) {
	lab := newLaboratory(t)
	lab.attack(t, attack{good, harmless, ""})
	lab.attackBy(t, 1, loud)
	lab.attackBy(t, 4, quiet)
	lab.attackBy(t, len(waiting), waiting)
	t.Log("\n" + strings.Join(lab.table, "\n"))
}

// attackBy makes attacks, so many at a time; under -short one of each class.
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

// good is the name under which the program greedy is not.
const good = "sdk-never-nothing"

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
		entries = append(entries, adapterhost.LockEntry{ID: id, File: file, Version: "1.0.0", SHA256: hexDigest(data)})
	}
	require.NoError(t, adapterhost.WriteLock(dir, entries))
	return dir
}

// attack makes one, twice: to its end, and with a server that is told to end
// meanwhile.
func (l *laboratory) attack(t *testing.T, a attack) {
	dir := l.install(t, a.name)
	s := serve(t, l.layout, dir, a.name, "--profile", "../../examples/provider_a/simulation/profile.yaml")
	others := s.serveOthers("provider_a")
	began := time.Now()
	got := s.validate()
	how, after := s.await(t, a.want, got, began)
	others.stop()
	memory := s.numbers()["VmHWM"] << 10
	assert.Empty(t, zombies(t, s.pid()), "zombies")
	s.terminate(t)

	stopped := serve(t, l.layout, dir, a.name)
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

// served is a server with a greedy adapter, whose processes it watches.
type served struct {
	*build.Process
	name string

	mu sync.Mutex
	// processes are those of the greedy adapter that were seen.
	processes map[int]bool
	groups    map[string]bool
	greediest taken
	stop      context.CancelFunc
}

// taken is the most that any process of an adapter was seen to have; memory and
// page tables in bytes.
type taken struct{ threads, memory, tables, files int }

func (t taken) String() string {
	return fmt.Sprintf("%d, %d MiB, %d MiB, %d", t.threads, t.memory>>20, t.tables>>20, t.files)
}

// check checks it, of a process that was in a control group of its own, or not.
func (t taken) check(test *testing.T, grouped bool) {
	test.Helper()
	limit := maxThreadsSeen
	if grouped {
		limit = maxThreads
	}
	assert.LessOrEqual(test, t.threads, limit, "threads")
	assert.LessOrEqual(test, t.memory, maxAdapterMemory, "the adapter's memory")
	assert.LessOrEqual(test, t.tables, maxTables, "page tables")
	assert.LessOrEqual(test, t.files, maxFiles, "files")
}

func serve(t *testing.T, layout build.Layout, dir, name string, args ...string) *served {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	args = append([]string{"--listen", "127.0.0.1:0", "--adapters", dir}, args...)
	s := &served{Process: build.Start(t, exec.Command(layout.Server, args...)), name: name, processes: map[int]bool{}, groups: map[string]bool{}, stop: stop}
	go func() {
		for ctx.Err() == nil {
			s.look(t)
			time.Sleep(20 * time.Millisecond)
		}
	}()
	return s
}

func (s *served) pid() int { return s.Command.Process.Pid }

func (s *served) numbers() map[string]int {
	numbers, _ := confine.Numbers(fmt.Sprintf("/proc/%d/status", s.pid()))
	return numbers
}

// look notes what the greedy adapter's processes have.
func (s *served) look(t *testing.T) {
	for _, pid := range children(t, s.pid()) {
		if !runs(pid, "greedy-"+s.name) {
			continue
		}
		numbers, _ := confine.Numbers(fmt.Sprintf("/proc/%d/status", pid))
		var files []string
		if folder := folders.FindString(s.Log()); folder != "" {
			files, _ = filepath.Glob(folder + "/*/*")
		}
		groups := ownGroups(pid)
		s.mu.Lock()
		s.processes[pid] = true
		s.greediest.threads = max(s.greediest.threads, numbers["Threads"])
		s.greediest.memory = max(s.greediest.memory, numbers["VmHWM"]<<10)
		s.greediest.tables = max(s.greediest.tables, numbers["VmPTE"]<<10)
		s.greediest.files = max(s.greediest.files, len(files))
		for _, group := range groups {
			s.groups[group] = true
		}
		s.mu.Unlock()
	}
}

// runs reports whether a process runs the program named so.
func runs(pid int, name string) bool {
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return err == nil && strings.HasSuffix(strings.TrimRight(string(line), "\x00"), name)
}

// ownGroups returns the folders of the control groups that a process has for
// itself: see cgroups(7).
func ownGroups(pid int) (found []string) {
	groups, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cgroup", pid))
	for line := range strings.Lines(string(groups)) {
		_, controllers, _ := strings.Cut(strings.TrimSpace(line), ":")
		controllers, path, _ := strings.Cut(controllers, ":")
		if strings.Contains(path, "platform-adapter") {
			found = append(found, filepath.Join("/sys/fs/cgroup", controllers, path))
		}
	}
	return found
}

// running returns which of the adapter's processes still run.
func (s *served) running() (pids []int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for pid := range s.processes {
		if syscall.Kill(pid, 0) == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// answer is what a caller gets.
type answer struct {
	told
	status int
	took   time.Duration
	err    error
}

func (a answer) String() string {
	switch {
	case a.err != nil:
		return a.err.Error()
	case a.status == http.StatusOK:
		return "answered"
	case len(a.Faults) == 0:
		return string(a.Code)
	}
	return string(a.Code) + ", " + string(a.Faults[0].Code)
}

// slow bounds what no caller should have to wait for.
var slow = &http.Client{Timeout: 30 * time.Second}

func post(url, body string) (a answer) {
	began := time.Now()
	defer func() { a.took = time.Since(began) }()
	response, err := slow.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		return answer{err: err}
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	a = answer{status: response.StatusCode, err: err}
	if a.status != http.StatusOK {
		a.err = cmp.Or(err, json.Unmarshal(data, &a.told))
	}
	return a
}

// validate has the greedy adapter started, asked for its description, and called.
func (s *served) validate() answer {
	return post(s.URL+"/v1/platform/installation/validate", `{"provider":"provider_b","mode":"simulation"}`)
}

// await waits for the end of the attack and returns how it ended, and when.
func (s *served) await(t *testing.T, want ending, got answer, began time.Time) (how string, after time.Duration) {
	t.Helper()
	how = got.String()
	limit := maxFailure
	if strings.HasSuffix(s.name, "-processor") {
		limit = slowFailure
	}
	assert.Less(t, got.took, limit)
	if want == refused || want == bounded && got.status != http.StatusOK {
		assert.Contains(t, []problem.Code{problem.AdapterUnavailable, problem.AdapterContractViolation}, got.Code, how)
	} else {
		assert.Equal(t, http.StatusOK, got.status, how)
	}
	if strings.Contains(s.name, "-drip-") || strings.Contains(s.name, "-stream-") {
		time.Sleep(time.Until(began.Add(slowlyWatched)))
	}
	time.Sleep(time.Until(began.Add(watched)))
	if want == bounded {
		return s.withReason(how), time.Since(began)
	}
	if want == harmless {
		assert.NotEmpty(t, s.running(), "it runs on")
		again := s.validate()
		assert.Equal(t, http.StatusOK, again.status, "asked again: %s", again)
		return how, time.Since(began)
	}
	gone := assert.Eventually(t, func() bool { return len(s.running()) == 0 }, maxIdle, 20*time.Millisecond, "its processes are gone")
	after = time.Since(began)
	if !gone {
		return how + "; it runs on", after
	}
	assert.Eventually(t, func() bool { return want == refused || reasons.MatchString(s.Log()) }, 3*time.Second, 20*time.Millisecond, "a reason in the log")
	return s.withReason(how), after
}

// reasons finds in the log why a process was ended.
var reasons = regexp.MustCompile(`outcome="([^"]+)"`)

func (s *served) withReason(how string) string {
	if found := reasons.FindStringSubmatch(s.Log()); found != nil {
		return how + "; " + found[1]
	}
	return how
}

// terminate ends the server and returns how long it took. Nothing of it is left.
func (s *served) terminate(t *testing.T) time.Duration {
	t.Helper()
	defer s.stop()
	began := time.Now()
	require.NoError(t, s.Command.Process.Signal(syscall.SIGTERM))
	end := make(chan error, 1)
	go func() { end <- s.Wait() }()
	select {
	case err := <-end:
		assert.NoError(t, err, "the server's end")
	case <-time.After(maxStop):
		t.Errorf("the server does not end within %s of SIGTERM", maxStop)
		_ = s.Command.Process.Kill()
		<-end
	}
	took := time.Since(began)
	assert.Eventually(t, func() bool { return len(s.running()) == 0 }, 5*time.Second, 10*time.Millisecond, "processes")
	made := folders.FindAllString(s.Log(), -1)
	assert.NotEmpty(t, made, "each process names its folder")
	checkGone(t, made, slices.Collect(maps.Keys(s.groups)))
	return took
}

// folders finds the folders of sockets in the log: the greedy program names them.
var folders = regexp.MustCompile(`/tmp/platform-adapter-\w+`)

// checkGone checks that the folders of sockets and of control groups are removed.
func checkGone(t *testing.T, folders ...[]string) {
	t.Helper()
	for _, folder := range slices.Concat(folders...) {
		assert.NoDirExists(t, folder)
	}
}

func (s *served) outputLines() int { return strings.Count(s.Log(), `msg="adapter output"`) }

// zombies returns the processes that ended and that their parent has not waited
// for.
func zombies(t *testing.T, parent int) (found []string) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	require.NoError(t, err)
	for _, file := range files {
		stat, _ := os.ReadFile(file)
		_, rest, _ := strings.Cut(string(stat), ") ")
		if strings.HasPrefix(rest, "Z "+strconv.Itoa(parent)+" ") {
			found = append(found, string(stat))
		}
	}
	return found
}

// times are how long answers took.
type times []time.Duration

func (t times) median() time.Duration { return slices.Sorted(slices.Values(t))[len(t)/2] }

func (t times) slowest() time.Duration { return slices.Max(t) }

func (t times) String() string {
	return fmt.Sprintf("%.1f, %.1f ms", float64(t.median().Microseconds())/1000, float64(t.slowest().Microseconds())/1000)
}

// others are the server's other callers.
type others struct {
	done    chan struct{}
	working sync.WaitGroup

	health, ready, evaluations times
	// failed are the calls that were not answered as they should.
	mu     sync.Mutex
	failed []string
}

// serveOthers has others call the server until they are stopped: for its health,
// whether it is ready, and for evaluations by the adapter that is installed, if
// that is not the greedy one.
func (s *served) serveOthers(installed string) *others {
	o := &others{done: make(chan struct{})}
	o.every(20*time.Millisecond, &o.health, func(int) string { return got(s.URL + "/health") })
	o.every(200*time.Millisecond, &o.ready, func(int) string { return got(s.URL + "/ready") })
	if installed == "provider_b" {
		return o
	}
	o.every(100*time.Millisecond, &o.evaluations, func(n int) string {
		if answer := post(s.URL+evaluations, requestOf("eu-west-1", n)); answer.status != http.StatusOK {
			return answer.String()
		}
		return ""
	})
	return o
}

// every calls until the others are stopped, at least once. A call returns what
// failed.
func (o *others) every(pause time.Duration, took *times, call func(n int) string) {
	o.working.Go(func() {
		for n := 0; ; n++ {
			began := time.Now()
			failed := call(n)
			*took = append(*took, time.Since(began))
			if failed != "" {
				o.mu.Lock()
				o.failed = append(o.failed, failed)
				o.mu.Unlock()
			}
			select {
			case <-o.done:
				return
			case <-time.After(pause):
			}
		}
	})
}

func got(url string) string {
	response, err := slow.Get(url)
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	if err == nil && response.StatusCode == http.StatusOK {
		return ""
	}
	return fmt.Sprint(url, " ", response.Status, " ", err)
}

func (o *others) stop() {
	close(o.done)
	o.working.Wait()
}

func (o *others) check(t *testing.T) {
	t.Helper()
	assert.Empty(t, slices.Compact(o.failed), "calls of others")
	assert.Less(t, o.health.median(), medianHealth, "/health at the median")
	assert.Less(t, o.health.slowest(), slowHealth, "/health at the slowest")
	assert.Less(t, o.ready.slowest(), slowReady, "/ready")
}

const evaluations = "/v1/environment-requests/evaluate"

// requestOf returns the n-th request for a region.
func requestOf(region string, n int) string {
	return fmt.Sprintf(`{"application":"checkout-%d","environment":"production","owner":"payments@example.com","cost_centre":"CC-4711",`+
		`"data_classification":"internal","region":%q,"network_cidr":"10.20.0.0/20","cluster_size":"small","monthly_budget":1000,`+
		`"business_justification":"Integration tests of the checkout service."}`, n, region)
}

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
			s := serve(t, lab.layout, lab.install(t, c.attack), c.attack, "--profile", "../../examples/provider_b/simulation/profile.yaml")
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
