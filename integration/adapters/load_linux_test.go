package adapters_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/provider"
	"platform.internal/platform-core/provider/plugin"
)

const (
	callers = 32
	killing = 10 * time.Second
)

// children returns the processes whose parent is pid.
func children(t *testing.T, pid int) []int {
	t.Helper()
	var found []int
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	require.NoError(t, err)
	for _, file := range files {
		stat, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest)
		if len(fields) > 1 && fields[0] != "Z" && fields[1] == strconv.Itoa(pid) {
			id, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			require.NoError(t, err)
			found = append(found, id)
		}
	}
	return found
}

// load calls until the context is done, each caller with inputs of its own, and
// returns how many calls were made and lost.
func load(done context.Context, call func(caller, n int) error) (made, lost int64, first error) {
	var calls, failed atomic.Int64
	var once sync.Once
	var working sync.WaitGroup
	for caller := range callers {
		working.Go(func() {
			for n := 0; done.Err() == nil; n++ {
				calls.Add(1)
				if err := call(caller, n); err != nil {
					failed.Add(1)
					once.Do(func() { first = err })
				}
			}
		})
	}
	working.Wait()
	return calls.Load(), failed.Load(), first
}

// The API loses no call while the adapter under it is killed, and stopped in its
// tracks, again and again.
func TestNoCallIsLostWhenAdaptersAreKilled(t *testing.T) {
	request, err := os.ReadFile("../environ/testdata/request.json")
	require.NoError(t, err)
	var fields map[string]any
	require.NoError(t, json.Unmarshal(request, &fields))
	server := build.Start(t, exec.Command(build.Binaries(t).Server, "--listen", "127.0.0.1:0", "--quiet",
		"--profile", "../../examples/provider_a/simulation/profile.yaml", "--require-confinement"))

	ctx, cancel := context.WithTimeout(t.Context(), killing)
	defer cancel()
	var answered atomic.Int64
	var kills, stops int
	var murder sync.WaitGroup
	murder.Go(func() {
		for n := 1; working(ctx, &answered); n++ {
			signal := syscall.SIGKILL
			if n%8 == 0 {
				signal = syscall.SIGSTOP
			}
			for _, adapter := range children(t, server.Command.Process.Pid) {
				switch err := syscall.Kill(adapter, signal); {
				case err != nil: // it ended just now
				case signal == syscall.SIGKILL:
					kills++
				default:
					stops++
				}
			}
		}
	})
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: callers}}
	made, lost, first := load(ctx, func(caller, n int) error {
		err := evaluate(client, server.URL, fields, caller, n)
		answered.Add(1)
		return err
	})
	murder.Wait()
	t.Logf("calls made %d, processes killed %d, processes stopped %d, calls lost %d", made, kills, stops, lost)
	assert.Zero(t, lost, "%v", first)
	assert.Greater(t, kills, 5)
	assert.Positive(t, stops)
	assert.Greater(t, made, int64(10*callers))
}

// working waits until every caller has been answered a few times since the last
// kill, so that it hits a process at work, however slow the machine is.
func working(ctx context.Context, answered *atomic.Int64) bool {
	from := answered.Load()
	for answered.Load() < from+3*callers {
		select {
		case <-ctx.Done():
			return false
		case <-time.After(10 * time.Millisecond):
		}
	}
	return true
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

// running returns the running wayward adapter, by the name of its way.
func running(t *testing.T, mode string) (*plugin.Catalog, provider.Adapter) {
	t.Helper()
	file := compile(t, "wayward", nil)
	named := file + "-" + mode
	require.NoError(t, os.Rename(file, named))
	catalog, err := plugin.Open(plugin.Options{Extra: map[string]string{"wayward": named}})
	require.NoError(t, err)
	t.Cleanup(catalog.Close)
	adapter, err := catalog.Adapter(t.Context(), "wayward")
	require.NoError(t, err)
	return catalog, adapter
}

func order(application string) provider.Order {
	draft, err := installation.Parse(document.Source{Name: "profile", Format: document.JSON, Data: []byte(profile)})
	if err != nil {
		panic(err)
	}
	request := environment.Request{Application: application, Region: "north-1"}
	request.Controls = environment.Controls{EncryptionAtRest: true, PrivateCluster: true, CentralLogging: true, LeastPrivilege: true}
	return provider.NewOrder(request, installation.Profile{Provider: draft.Provider, Mode: installation.Simulation})
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
	made, lost, first := load(ctx, func(caller, n int) error {
		_, err := adapter.Evaluate(context.Background(), order(fmt.Sprintf("app-%d-%d", caller, n)))
		return err
	})
	poisoning.Wait()
	t.Logf("calls made %d, poisonous calls %d, calls lost %d", made, len(refusals), lost)
	assert.Zero(t, lost, "%v", first)
	assert.Equal(t, "adapter_crashed", refusals[0])
	for _, later := range refusals[1:] {
		assert.Equal(t, "adapter_request_quarantined", later)
	}
}

// A process that runs when the host is killed ends with it, also one that never
// looks at its standard input, and one that is not yet an adapter.
func TestNothingOutlivesAKilledHost(t *testing.T) {
	binary, err := os.ReadFile(compile(t, "wayward", nil))
	require.NoError(t, err)
	dir := installed(t, binary, failure{mode: "silent"})
	server := build.Start(t, exec.Command(build.Binaries(t).Server, "--listen", "127.0.0.1:0", "--adapters", dir))
	go func() {
		response, err := http.Get(server.URL + "/v1/platform/providers")
		if err == nil {
			response.Body.Close()
		}
	}()
	var adapters []int
	require.Eventually(t, func() bool {
		adapters = children(t, server.Command.Process.Pid)
		return len(adapters) > 0
	}, 5*time.Second, 5*time.Millisecond)
	require.NoError(t, server.Command.Process.Kill())
	for _, adapter := range adapters {
		assert.Eventually(t, func() bool { return syscall.Kill(adapter, 0) == syscall.ESRCH }, 5*time.Second, time.Millisecond)
	}
}
