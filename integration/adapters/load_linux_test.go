package adapters_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

const callers = 32

// made is the result of a load.
type made struct {
	calls, lost int
	// first is the error of the first call that was lost.
	first error
	// worst is how long the slowest call took.
	worst time.Duration
}

// load calls until the context is done, each caller with inputs of its own.
func load(done context.Context, call func(caller, n int) error) made {
	var mu sync.Mutex
	var all made
	var working sync.WaitGroup
	for caller := range callers {
		working.Go(func() {
			for n := 0; done.Err() == nil; n++ {
				began := time.Now()
				err := call(caller, n)
				mu.Lock()
				all.calls++
				all.worst = max(all.worst, time.Since(began))
				if err != nil {
					all.lost++
					all.first = cmp.Or(all.first, err)
				}
				mu.Unlock()
			}
		})
	}
	working.Wait()
	return all
}

// killer kills adapters without looking: it knows nothing of what they do.
type killer struct {
	kills, stops int
}

// run kills every child of the server whenever pause is over, until the context
// ends. Now and then it stops one instead, and leaves it to be found.
func (k *killer) run(ctx context.Context, t *testing.T, server int, pause func() time.Duration, stopEvery int) {
	for n := 1; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause()):
		}
		signal, count := syscall.SIGKILL, &k.kills
		if stopEvery > 0 && n%stopEvery == 0 {
			signal, count = syscall.SIGSTOP, &k.stops
		}
		for _, adapter := range build.Children(server) {
			if syscall.Kill(adapter, signal) == nil {
				*count++
			}
		}
	}
}

// every is a killer's steady beat, between one at random.
func every(d time.Duration) func() time.Duration { return func() time.Duration { return d } }

func between(least, most time.Duration) func() time.Duration {
	return func() time.Duration { return least + rand.N(most-least) }
}

// busy keeps a number of threads busy until the context ends.
func busy(ctx context.Context, threads int) {
	for range threads {
		go func() {
			for n := 0; n%1024 > 0 || ctx.Err() == nil; n++ {
			}
		}()
	}
}

// The API loses no call while the adapter under it is killed, blindly, again and
// again: on an idle and on a busy machine, with requests of all kinds and with one
// and the same.
func TestNoCallIsLostWhenAdaptersAreKilled(t *testing.T) {
	request, err := os.ReadFile("../environ/testdata/request.json")
	require.NoError(t, err)
	var fields map[string]any
	require.NoError(t, json.Unmarshal(request, &fields))
	for _, c := range []struct {
		name string
		time time.Duration
		// pause is the time between two kills; each stopEvery-th stops instead.
		pause     func() time.Duration
		stopEvery int
		repeated  bool
		busy      int // threads that compute beside it
	}{
		{"steadily", 3 * time.Second, every(250 * time.Millisecond), 0, false, 0},
		{"at random", 3 * time.Second, between(20*time.Millisecond, 400*time.Millisecond), 0, false, 0},
		{"one request", 3 * time.Second, every(250 * time.Millisecond), 0, true, 0},
		{"busy machine", 3 * time.Second, every(250 * time.Millisecond), 0, false, 4},
		{"stopped", 2 * time.Second, every(1500 * time.Millisecond), 1, false, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := build.Server(t, "--quiet",
				"--profile", "../../examples/provider_a/simulation/profile.yaml", "--require-confinement")
			ctx, cancel := context.WithTimeout(t.Context(), c.time)
			defer cancel()
			busy(ctx, c.busy)
			var k killer
			var kills sync.WaitGroup
			kills.Go(func() { k.run(ctx, t, server.Command.Process.Pid, c.pause, c.stopEvery) })
			client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: callers}}
			made := load(ctx, func(caller, n int) error {
				if c.repeated {
					caller, n = 0, 0
				}
				return evaluate(client, server.URL, fields, caller, n)
			})
			kills.Wait()
			t.Logf("calls made %d, processes killed %d, processes stopped %d, calls lost %d, slowest call %s",
				made.calls, k.kills, k.stops, made.lost, made.worst.Round(time.Millisecond))
			assert.Zero(t, made.lost, "%v", made.first)
			assert.Positive(t, k.kills+k.stops)
			assert.Greater(t, made.calls, callers)
			assert.Equal(t, c.stopEvery > 0, k.stops > 0)
		})
	}
}

func evaluate(client *http.Client, url string, fields map[string]any, caller, n int) error {
	own := map[string]any{}
	for k, v := range fields {
		own[k] = v
	}
	own["application"] = fmt.Sprintf("app-%d-%d", caller, n)
	body, err := json.Marshal(own)
	if err != nil {
		return err
	}
	response, err := client.Post(url+"/v1/environment-requests/evaluate", "application/json", strings.NewReader(string(body)))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%d: %s", response.StatusCode, answer)
	}
	return err
}

// running returns the running faulty adapter, by the name of its fault.
func running(t *testing.T, mode string) (*adapterhost.Catalog, adapter.Adapter) {
	t.Helper()
	file := compile(t, "faulty", nil)
	named := file + "-" + mode
	require.NoError(t, os.Rename(file, named))
	catalog, err := adapterhost.Open(adapterhost.Options{Extra: map[string]string{"faulty": named}})
	require.NoError(t, err)
	t.Cleanup(catalog.Close)
	adapter, err := catalog.Adapter(t.Context(), "faulty")
	require.NoError(t, err)
	return catalog, adapter
}

func order(application string) adapter.Input {
	draft, err := profile.Parse(document.Source{Name: "profile", Format: document.JSON, Data: []byte(theProfile)})
	if err != nil {
		panic(err)
	}
	req := request.Request{Application: application, Region: "north-1"}
	req.Controls = request.Controls{EncryptionAtRest: true, PrivateCluster: true, CentralLogging: true, LeastPrivilege: true}
	return adapter.NewInput(req, profile.Profile{Provider: draft.Provider, Mode: profile.Simulation})
}

// A request that ends every process that it gets to is asked twice and then
// refused, and those that were there by chance do not notice.
func TestAPoisonousRequestHarmsNobodyElse(t *testing.T) {
	_, adapter := running(t, "well")
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	var refusals []string
	var poisoning sync.WaitGroup
	poisoning.Go(func() {
		for range 10 {
			time.Sleep(200 * time.Millisecond)
			_, err := adapter.Evaluate(t.Context(), order("poison"))
			p := problem.From(err)
			if assert.Equal(t, problem.AdapterUnavailable, p.Code) {
				refusals = append(refusals, string(p.Faults[0].Code))
			}
		}
	})
	made := load(ctx, func(caller, n int) error {
		_, err := adapter.Evaluate(context.Background(), order(fmt.Sprintf("app-%d-%d", caller, n)))
		return err
	})
	poisoning.Wait()
	t.Logf("calls made %d, poisonous calls %d, calls lost %d", made.calls, len(refusals), made.lost)
	assert.Zero(t, made.lost, "%v", made.first)
	assert.Equal(t, "adapter_crashed", refusals[0])
	for _, later := range refusals[1:] {
		assert.Equal(t, "adapter_request_quarantined", later)
	}
}

// A process that runs when the host is killed ends with it, also one that never
// looks at its standard input, and one that is not yet an adapter.
func TestNothingOutlivesAKilledHost(t *testing.T) {
	binary, err := os.ReadFile(compile(t, "faulty", nil))
	require.NoError(t, err)
	dir := installed(t, binary, failure{mode: "silent"})
	server := build.Server(t, "--adapters", dir)
	go func() {
		response, err := http.Get(server.URL + "/v1/platform/providers")
		if err == nil {
			response.Body.Close()
		}
	}()
	var adapters []int
	require.Eventually(t, func() bool {
		adapters = build.Children(server.Command.Process.Pid)
		return len(adapters) > 0
	}, 5*time.Second, 5*time.Millisecond)
	require.NoError(t, server.Command.Process.Kill())
	for _, adapter := range adapters {
		assert.Eventually(t, func() bool { return syscall.Kill(adapter, 0) == syscall.ESRCH }, 5*time.Second, time.Millisecond)
	}
}

// The metric describes the running process: after its end, no level is reported.
func TestAStoppedProcessReportsNoConfinement(t *testing.T) {
	layout := build.Binaries(t)
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(layout.AdaptersDir)))
	server := build.Server(t, "--adapters", dir,
		"--profile", "../../examples/provider_a/simulation/profile.yaml")
	const running = `level="enforced",provider="provider_a"} 1`
	require.Contains(t, get(t, server.URL+"/metrics"), running)
	require.NoError(t, os.Remove(filepath.Join(dir, "platform-provider-a")))
	for _, adapter := range build.Children(server.Command.Process.Pid) {
		require.NoError(t, syscall.Kill(adapter, syscall.SIGKILL))
	}
	assert.Eventually(t, func() bool { return !strings.Contains(get(t, server.URL+"/metrics"), running) }, 5*time.Second, 10*time.Millisecond)
	assert.Contains(t, get(t, server.URL+"/metrics"), `platform_adapter_confinement{level="enforced",provider="provider_a"} 0`)
}
