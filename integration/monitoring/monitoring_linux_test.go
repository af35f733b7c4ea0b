package monitoring_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/problem"
)

// TestRules reads the configuration, and has each alert fire and not fire.
func TestRules(t *testing.T) {
	tool, err := filepath.Abs(promtool)
	require.NoError(t, err)
	for _, args := range [][]string{{"check", "config", "prometheus.yml"}, {"check", "rules", "rules.yml"}, {"test", "rules", "rules-test.yml"}} {
		command := exec.Command(tool, args...)
		command.Dir = folder
		out, err := command.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
}

// TestEveryAlertIsTested names each alert in the test of the rules.
func TestEveryAlertIsTested(t *testing.T) {
	rules, err := os.ReadFile(filepath.Join(folder, "rules.yml"))
	require.NoError(t, err)
	tests, err := os.ReadFile(filepath.Join(folder, "rules-test.yml"))
	require.NoError(t, err)
	alerts := 0
	for line := range strings.Lines(string(rules)) {
		if _, name, ok := strings.Cut(strings.TrimSpace(line), "alert: "); ok {
			alerts++
			assert.Contains(t, string(tests), "alertname: "+name+"\n        exp_alerts:")
		}
	}
	assert.Greater(t, alerts, 10)
}

// TestMetricsAreWellFormed by Prometheus' own check, those of the API too.
func TestMetricsAreWellFormed(t *testing.T) {
	server := startServer(t)
	portal := start(t, build.Binaries(t).Portal, "--api", server.URL)
	traffic(t, server, portal)
	for _, address := range []string{server.admin, portal.admin, server.URL} {
		status, metrics := get(t, address+"/metrics")
		require.Equal(t, http.StatusOK, status)
		command := exec.Command(promtool, "check", "metrics")
		command.Stdin = strings.NewReader(metrics)
		out, err := command.CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Empty(t, string(out))
	}
}

// figure returns the value of a series.
func figure(t *testing.T, of watched, series string) float64 {
	t.Helper()
	status, metrics := get(t, of.admin+"/metrics")
	require.Equal(t, http.StatusOK, status)
	for line := range strings.Lines(metrics) {
		if value, ok := strings.CutPrefix(line, series+" "); ok {
			number, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			require.NoError(t, err)
			return number
		}
	}
	t.Fatalf("no series %s", series)
	return 0
}

// TestAnAdapterThatDiesWhileScraped is counted, and no scrape fails.
func TestAnAdapterThatDiesWhileScraped(t *testing.T) {
	server := startServer(t)
	require.Equal(t, http.StatusOK, submit(t, server.URL, example("accepted"), "one"))
	assert.InDelta(t, 1, figure(t, server, `platform_adapter_state{provider="provider_a",state="running"}`), 0)
	end := time.Now().Add(2 * time.Second)
	killed := 0
	for _, pid := range build.Children(server.Command.Process.Pid) {
		command, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if strings.Contains(string(command), "platform-provider-a") {
			require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
			killed++
		}
	}
	require.Equal(t, 1, killed)
	for time.Now().Before(end) && figure(t, server, `platform_adapter_exits_total{provider="provider_a",reason="killed"}`) == 0 {
	}
	assert.InDelta(t, 1, figure(t, server, `platform_adapter_exits_total{provider="provider_a",reason="killed"}`), 0)
	assert.InDelta(t, 0, figure(t, server, `platform_adapter_state{provider="provider_a",state="running"}`), 0)
	require.Equal(t, http.StatusOK, submit(t, server.URL, example("accepted"), "two"))
	assert.InDelta(t, 2, figure(t, server, `platform_adapter_starts_total{provider="provider_a",result="done"}`), 0)
}

// TestAFullStore is not ready for those who watch, and still is for a load balancer.
func TestAFullStore(t *testing.T) {
	server := startServer(t, "--max-records", "2")
	portal := start(t, build.Binaries(t).Portal, "--api", server.URL)
	assert.Equal(t, http.StatusOK, submit(t, server.URL, example("accepted"), "one"))
	status, _ := get(t, server.admin+"/ready")
	assert.Equal(t, http.StatusOK, status)
	assert.Equal(t, http.StatusOK, submit(t, server.URL, example("accepted"), "two"))
	assert.Equal(t, http.StatusServiceUnavailable, submit(t, server.URL, example("accepted"), "three"))
	assert.Equal(t, http.StatusServiceUnavailable, submit(t, server.URL, example("accepted"), "four"))

	status, body := get(t, server.admin+"/ready")
	assert.Equal(t, http.StatusServiceUnavailable, status)
	assert.Contains(t, body, "capacity_exhausted: ")
	status, body = get(t, server.URL+"/ready")
	assert.Equal(t, http.StatusOK, status)
	assert.Contains(t, body, `"full"`)
	assert.InDelta(t, 1, figure(t, server, "platform_store_used_ratio"), 0)
	status, _ = get(t, portal.admin+"/ready")
	assert.Equal(t, http.StatusOK, status, "pages are shown")
	assert.Equal(t, 1, strings.Count(server.Log(), `level=WARN msg="the store is full"`), server.Log())
	assert.Contains(t, server.Log(), "status=503 ")
	assert.Contains(t, server.Log(), "code=capacity_exhausted")
}

// TestAPortalWithoutAnAPI is not ready, and says which address does not answer.
func TestAPortalWithoutAnAPI(t *testing.T) {
	portal := start(t, build.Binaries(t).Portal, "--api", "http://127.0.0.1:1")
	status, body := get(t, portal.admin+"/ready")
	assert.Equal(t, http.StatusServiceUnavailable, status)
	assert.Contains(t, body, "http://127.0.0.1:1")
	status, _ = get(t, portal.admin+"/health")
	assert.Equal(t, http.StatusOK, status)
}

// TestTakenPorts: each message names the flag to change.
func TestTakenPorts(t *testing.T) {
	server := startServer(t)
	taken := strings.TrimPrefix(server.URL, "http://")
	layout := build.Binaries(t)
	for _, program := range [][]string{{layout.Server}, {layout.Portal}} {
		for name, args := range map[string][]string{
			"--listen": {"--listen", taken}, "--admin-listen": {"--listen", anywhere, "--admin-listen", taken},
		} {
			var stderr bytes.Buffer
			command := exec.Command(program[0], args...)
			command.Stderr = &stderr
			_ = command.Run()
			assert.Equal(t, problem.ExitFailure, command.ProcessState.ExitCode(), "%s", &stderr)
			assert.Contains(t, strings.Join(strings.Fields(stderr.String()), " "), "address already in use. Choose another address with "+name+" HOST:PORT.")
		}
	}
}

// TestLinesOfALife are those at start and end, and loud where others can reach a listener.
func TestLinesOfALife(t *testing.T) {
	server := startServer(t)
	require.Equal(t, http.StatusOK, submit(t, server.URL, example("accepted"), "one"))
	require.NoError(t, server.Command.Process.Signal(syscall.SIGHUP))
	require.NoError(t, server.Wait())
	for _, text := range []string{
		`msg=starting program=platform-server version=1.0.0 listen=127.0.0.1:0`, "store=memory", profileFile,
		`msg="adapter runs" adapter=provider_a version=1.0.0 digest=sha256:`, " confinement=",
		`msg=stopping cause="hangup signal received"`, "msg=stopped ",
	} {
		assert.Contains(t, server.Log(), text)
	}
	assert.NotContains(t, server.Log(), "OTHERS CAN REACH")

	logged := server.Log()
	assert.Less(t, strings.Index(logged, "msg=stopping"), strings.Index(logged, "msg=stopped"))

	open := build.Start(t, exec.Command(build.Binaries(t).Portal, "--listen", "0.0.0.0:0", "--admin-listen", "0.0.0.0:0"))
	for _, text := range []string{"anyone who reaches it can use everything", "anyone who reaches it can read the metrics"} {
		assert.Contains(t, open.Log(), "level=WARN msg=\"OTHERS CAN REACH THIS ADDRESS, and there is no sign-in: "+text)
	}
}
