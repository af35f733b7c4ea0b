package bench_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"platform.internal/integration/build"
)

// connections are open at once, each with one call.
const connections = 64

// client asks for no compressed answers: the platform and its peers are to write
// the same bytes.
var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: connections, DisableCompression: true}}

// server is a process that answers HTTP.
type server struct {
	pid int
	url string
	log func() string
}

func start(b *testing.B, cmd *exec.Cmd) server {
	b.Helper()
	p := build.Start(b, cmd)
	return server{pid: p.Command.Process.Pid, url: p.URL, log: p.Log}
}

// platform starts the server, which may store what a part needs.
func platform(b *testing.B, environment ...string) server {
	b.Helper()
	cmd := exec.Command(build.Binaries(b).Server, "--listen", "127.0.0.1:0", "--quiet", "--profile", profile, "--max-records", "100000")
	cmd.Env = append(os.Environ(), environment...)
	return start(b, cmd)
}

// bare starts a server that answers everything as s answers this call.
func bare(b *testing.B, s server, c call) server {
	b.Helper()
	answer, err := s.send(c)
	require.NoError(b, err)
	defer answer.Body.Close()
	file, err := os.Create(filepath.Join(b.TempDir(), "answer"))
	require.NoError(b, err)
	require.NoError(b, answer.Write(file))
	require.NoError(b, file.Close())
	return start(b, exec.Command(compiled(b, "bare"), file.Name()))
}

// call is a request of HTTP.
type call struct{ method, path, key, body string }

// send returns an answer of success.
func (s server) send(c call) (*http.Response, error) {
	r, err := http.NewRequest(c.method, s.url+c.path, strings.NewReader(c.body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	if c.key != "" {
		r.Header.Set("Idempotency-Key", c.key)
	}
	answer, err := client.Do(r)
	if err != nil || answer.StatusCode < 300 {
		return answer, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return nil, fmt.Errorf("%s %s: %s %s %w", c.method, c.path, answer.Status, text, err)
}

// take sends a call and returns how many bytes the answer has.
func (s server) take(c call) (int64, error) {
	answer, err := s.send(c)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	return io.Copy(io.Discard, answer.Body)
}

// load sends calls over the connections and returns the time that one took.
func (s server) load(b *testing.B, calls int, next func() call) cost {
	b.Helper()
	calls = few(calls)
	times := make([]time.Duration, calls)
	errs := make([]error, connections)
	var taken, bytes atomic.Int64
	var working sync.WaitGroup
	used, began := s.processor(b), time.Now()
	for worker := range min(connections, calls) {
		working.Go(func() {
			for i := taken.Add(1); i <= int64(calls) && errs[worker] == nil; i = taken.Add(1) {
				c, sent := next(), time.Now()
				size, err := s.take(c)
				bytes.Add(size)
				errs[worker] = err
				times[i-1] = time.Since(sent)
			}
		})
	}
	working.Wait()
	wall, processor := time.Since(began), s.processor(b)-used
	for _, err := range errs {
		require.NoError(b, err)
	}
	slices.Sort(times)
	return cost{
		wall: wall / time.Duration(calls), processor: processor / time.Duration(calls),
		slow: times[calls*99/100], bytes: bytes.Load(),
	}
}

// processor returns the time, user and system, that processors have worked for the
// process and its children, which are adapters.
func (s server) processor(b *testing.B) time.Duration {
	b.Helper()
	var sum time.Duration
	for _, pid := range append(build.Children(s.pid), s.pid) {
		var t unix.Timespec
		// The number of the kernel's clock for the processor time of a process.
		require.NoError(b, unix.ClockGettime(int32(^pid<<3|2), &t))
		sum += time.Duration(t.Nano())
	}
	return sum
}

const (
	examples = "../../examples/provider_a/simulation/"
	profile  = examples + "profile.yaml"

	// The examples as the API takes them.
	accepted = `{"application":"checkout","environment":"development","owner":"checkout-team@example.com","cost_centre":"CC-4711",
"data_classification":"internal","region":"eu-west-1","network_cidr":"10.20.0.0/20","cluster_size":"small","monthly_budget":900,
"business_justification":"Integration tests of the new checkout flow before its release.","expiry_date":"2026-12-15"}`
	denied = `{"application":"checkout","environment":"development","owner":"checkout-team@example.com","cost_centre":"CC-4711",
"data_classification":"internal","region":"us-east-1","network_cidr":"52.20.0.0/20","cluster_size":"small","monthly_budget":50,
"business_justification":"Integration tests of the new checkout flow before its release.","controls":{"private_cluster":false,"central_logging":false}}`
)

// applications returns a request for another application each time: nothing that a
// server remembers helps with the next one.
func applications(request string) func() string {
	before, after, _ := strings.Cut(request, "checkout")
	var count atomic.Int64
	return func() string { return fmt.Sprintf("%sapp-%06d%s", before, count.Add(1), after) }
}
