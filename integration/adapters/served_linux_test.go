package adapters_test

import (
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
	"platform.internal/platform-core/problem"
)

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

func startServed(t *testing.T, layout build.Layout, dir, name string, args ...string) *served {
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

func (s *served) numbers() map[string]int { return numbersOf(s.pid()) }

// numbersOf returns the numbers that the kernel says of a process, in its unit: proc_pid_status(5).
func numbersOf(pid int) map[string]int {
	numbers := map[string]int{}
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(status)) {
		if fields := strings.Fields(line); len(fields) > 1 {
			numbers[strings.TrimSuffix(fields[0], ":")], _ = strconv.Atoi(fields[1])
		}
	}
	return numbers
}

// look notes what the greedy adapter's processes have.
func (s *served) look(t *testing.T) {
	for _, pid := range build.Children(s.pid()) {
		if !runs(pid, "greedy-"+s.name) {
			continue
		}
		numbers := numbersOf(pid)
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
	limit, idle := maxFailure, maxIdle
	if strings.HasSuffix(s.name, "-processor") {
		limit, idle = slowFailure, slowIdle
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
	gone := assert.Eventually(t, func() bool { return len(s.running()) == 0 }, idle, 20*time.Millisecond, "its processes are gone")
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
