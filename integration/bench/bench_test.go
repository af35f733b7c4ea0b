// Package bench measures the platform beside bare peers, and reports ratios: a
// machine's speed changes by the hour, a ratio does not. Each benchmark runs
// the two in turn.
package bench_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
)

func TestMain(m *testing.M) { os.Exit(build.Main(m)) }

const request = `{"application":"checkout","environment":"production","owner":"payments@example.com","cost_centre":"CC-4711",
"data_classification":"internal","region":"eu-west-1","network_cidr":"10.20.0.0/20","cluster_size":"small",
"monthly_budget":1000,"business_justification":"Benchmark of the platform, request %d."}`

const profile = "../../examples/provider_a/simulation/profile.yaml"

// pair runs the platform and its peer in turn and reports the medians' ratio.
func pair(b *testing.B, ours, peer func(i int)) {
	b.Helper()
	var mine, theirs []time.Duration
	for i := 0; b.Loop(); i++ {
		mine = append(mine, timed(ours, i))
		theirs = append(theirs, timed(peer, i))
	}
	m, t := median(mine), median(theirs)
	b.ReportMetric(0, "ns/op") // the sum of both means nothing
	b.ReportMetric(float64(m.Microseconds()), "µs-platform")
	b.ReportMetric(float64(t.Microseconds()), "µs-peer")
	b.ReportMetric(float64(m)/float64(t), "x-peer")
}

func timed(f func(int), i int) time.Duration {
	start := time.Now()
	f(i)
	return time.Since(start)
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

// api is a real server process with its adapter, and a client that keeps its
// connection.
type api struct {
	b    *testing.B
	base string
}

func startAPI(b *testing.B) api {
	return api{b, build.StartServer(b, "--profile", profile)}
}

func (a api) send(method, path, key, body string) []byte {
	r, err := http.NewRequestWithContext(a.b.Context(), method, a.base+path, strings.NewReader(body))
	require.NoError(a.b, err)
	r.Header.Set("Content-Type", "application/json")
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	response, err := http.DefaultClient.Do(r)
	require.NoError(a.b, err)
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	require.NoError(a.b, err)
	require.Less(a.b, response.StatusCode, 300, string(data))
	return data
}

// bare answers every call with the given bytes: net/http and nothing else. It
// reads the body, as anything must.
func bare(b *testing.B, answer []byte) api {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(answer)
	}))
	b.Cleanup(s.Close)
	return api{b, s.URL}
}

func BenchmarkNewRequest(b *testing.B) {
	a := startAPI(b)
	peer := bare(b, a.send("POST", "/v1/environment-requests", "first", fmt.Sprintf(request, 1_000_000_000)))
	call := func(to api) func(int) {
		return func(i int) {
			to.send("POST", "/v1/environment-requests", fmt.Sprint("key-", i), fmt.Sprintf(request, i))
		}
	}
	pair(b, call(a), call(peer))
}

func BenchmarkReplay(b *testing.B) {
	a := startAPI(b)
	body := fmt.Sprintf(request, 1)
	peer := bare(b, a.send("POST", "/v1/environment-requests", "key", body))
	call := func(to api) func(int) {
		return func(int) { to.send("POST", "/v1/environment-requests", "key", body) }
	}
	pair(b, call(a), call(peer))
}

func BenchmarkEvaluate(b *testing.B) {
	a := startAPI(b)
	body := fmt.Sprintf(request, 1)
	peer := bare(b, a.send("POST", "/v1/environment-requests/evaluate", "", body))
	call := func(to api) func(int) {
		return func(int) { to.send("POST", "/v1/environment-requests/evaluate", "", body) }
	}
	pair(b, call(a), call(peer))
}

func BenchmarkGet(b *testing.B) {
	a := startAPI(b)
	record := a.send("POST", "/v1/environment-requests", "key", fmt.Sprintf(request, 1))
	_, after, _ := bytes.Cut(record, []byte(`"request_id": "`))
	id, _, _ := bytes.Cut(after, []byte(`"`))
	peer := bare(b, record)
	call := func(to api) func(int) {
		return func(int) { to.send("GET", "/v1/environment-requests/"+string(id), "", "") }
	}
	pair(b, call(a), call(peer))
}

// command returns a function that runs a command to its end.
func command(b *testing.B, name string, args ...string) func(int) {
	return func(int) {
		out, err := exec.CommandContext(b.Context(), name, args...).CombinedOutput()
		require.NoError(b, err, string(out))
	}
}

func emptyCobra(b *testing.B) string {
	binary := filepath.Join(b.TempDir(), "emptycobra")
	cmd := exec.CommandContext(b.Context(), "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", binary, "./emptycobra")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	require.NoError(b, err, string(out))
	return binary
}

func BenchmarkCLIVersion(b *testing.B) {
	pair(b, command(b, build.Binaries(b).Platform, "version"), command(b, emptyCobra(b)))
}

// BenchmarkCLIColdValidate starts the command, verifies and starts the adapter,
// evaluates one request, prints the record and ends.
func BenchmarkCLIColdValidate(b *testing.B) {
	layout := build.Binaries(b)
	pair(b, command(b, layout.Platform, "request", "validate", "../../examples/provider_a/simulation/accepted.yaml",
		"--profile", profile, "--adapters", layout.AdaptersDir), command(b, emptyCobra(b)))
}
