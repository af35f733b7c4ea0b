package adapters_test

import (
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
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
	"platform.internal/platform-core/serve"
	"platform.internal/platform-core/service"
	server "platform.internal/platform-server"
)

// hosted is a host in this process, of one adapter that the program greedy is.
type hosted struct {
	*adapterhost.Catalog
	name string

	mu  sync.Mutex
	log strings.Builder
}

func host(t *testing.T, name string) *hosted {
	t.Helper()
	file := compile(t, "greedy", nil)
	h := &hosted{name: "greedy-" + name}
	named := filepath.Join(filepath.Dir(file), h.name)
	require.NoError(t, os.Rename(file, named))
	catalog, err := adapterhost.Open(adapterhost.Options{
		Extra: map[string]string{"provider_b": named}, Logger: slog.New(slog.NewTextHandler(h, nil)),
	})
	require.NoError(t, err)
	t.Cleanup(catalog.Close)
	h.Catalog = catalog
	return h
}

func (h *hosted) Write(data []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.log.Write(data)
}

func (h *hosted) lines() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.log.String()
}

// kill kills the adapter's process and returns the control groups that it had of
// its own.
func (h *hosted) kill(t *testing.T) (groups []string) {
	t.Helper()
	var killed bool
	for _, pid := range build.Children(os.Getpid()) {
		if runs(pid, h.name) {
			groups = append(groups, ownGroups(pid)...)
			killed = syscall.Kill(pid, syscall.SIGKILL) == nil
		}
	}
	require.True(t, killed, "it runs")
	return groups
}

// holdings is what a process has of its machine.
type holdings struct{ descriptors, goroutines int }

func own(t *testing.T) holdings {
	t.Helper()
	descriptors, err := os.ReadDir("/proc/self/fd")
	require.NoError(t, err)
	return holdings{len(descriptors), runtime.NumGoroutine()}
}

// An adapter is killed again and again, and asked after that: no call fails, and
// nothing is left of any process.
func TestNothingIsLeftOfManyRestarts(t *testing.T) {
	kills := 200
	if testing.Short() {
		kills = 20
	}
	h := host(t, good)
	svc := service.New(service.Options{Adapters: h, Now: time.Now})
	draft, err := profile.Parse(document.Source{Name: "profile", Format: document.JSON, Data: []byte(`{"provider":"provider_b","mode":"simulation"}`)})
	require.NoError(t, err)
	_, _, err = svc.Install(t.Context(), draft)
	require.NoError(t, err)
	api := build.Serve(t, func(hosts serve.Hosts) (http.Handler, error) {
		return server.New(svc, server.Options{Hosts: hosts}), nil
	})

	ask := func(i int) {
		got := post(api.URL+evaluations, requestOf("northeurope", i))
		require.Equal(t, http.StatusOK, got.status, "%s", got)
	}
	ask(0)
	before := own(t)
	var groups []string
	for i := range kills {
		groups = append(groups, h.kill(t)...)
		ask(i + 1)
	}
	after := own(t)
	for end := time.Now().Add(10 * time.Second); after != before && time.Now().Before(end); after = own(t) {
		time.Sleep(50 * time.Millisecond) // connections and processes are still being cleared up
	}
	assert.LessOrEqual(t, after.descriptors, before.descriptors, "descriptors")
	assert.LessOrEqual(t, after.goroutines, before.goroutines, "goroutines")
	assert.Empty(t, zombies(t, os.Getpid()), "zombies")
	t.Logf("%d kills: descriptors %d, %d; goroutines %d, %d; control groups made %d",
		kills, before.descriptors, after.descriptors, before.goroutines, after.goroutines, len(groups))
	h.Close()
	made := slices.Compact(folders.FindAllString(h.lines(), -1))
	assert.GreaterOrEqual(t, len(made), kills+1, "each process names its folder")
	checkGone(t, made, groups)
}

var calls = regexp.MustCompile(`called (/[\w./]+)`)

// All that a host asks an adapter's process is the contract, and whether it is
// well: nothing of go-plugin's own, which no budget bounds.
func TestAHostAsksNothingButTheContract(t *testing.T) {
	h := host(t, "raw-call-moment")
	a, err := h.Adapter(t.Context(), "provider_b")
	require.NoError(t, err)
	_, err = a.CheckInstallation(t.Context(), profile.Profile{Provider: "provider_b", Mode: profile.Simulation})
	require.NoError(t, err)
	_, err = a.Evaluate(t.Context(), adapter.Input{})
	assert.Equal(t, problem.AdapterContractViolation, problem.From(err).Code)
	_, err = a.Generate(t.Context(), adapter.Input{})
	assert.Equal(t, problem.AdapterContractViolation, problem.From(err).Code)
	h.Close()
	asked := map[string]bool{}
	for _, call := range calls.FindAllStringSubmatch(h.lines(), -1) {
		asked[call[1]] = true
	}
	var methods []string
	for method := range asked {
		methods = append(methods, method)
	}
	slices.Sort(methods)
	const contract = "/platform.provider.v1.AdapterService/"
	assert.Equal(t, []string{
		"/grpc.health.v1.Health/Check", contract + "CheckInstallation", contract + "Describe", contract + "Evaluate", contract + "Generate",
	}, methods)
}
