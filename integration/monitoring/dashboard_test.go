package monitoring_test

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
)

// startPrometheus returns the address of one that scrapes the programs each second.
func startPrometheus(t *testing.T, jobs map[string]watched) string {
	t.Helper()
	dir := t.TempDir()
	config := "global: {scrape_interval: 1s, evaluation_interval: 1s}\nscrape_configs:\n"
	for job, program := range jobs {
		config += fmt.Sprintf("  - job_name: %s\n    static_configs: [{targets: [%q]}]\n", job, strings.TrimPrefix(program.admin, "http://"))
	}
	file := filepath.Join(dir, "prometheus.yml")
	require.NoError(t, os.WriteFile(file, []byte(config), 0o600))
	address := freeAddress(t)
	log, err := os.Create(filepath.Join(dir, "log"))
	require.NoError(t, err)
	command := exec.Command(prometheus, "--config.file="+file, "--storage.tsdb.path="+filepath.Join(dir, "data"), "--web.listen-address="+address)
	command.Stderr = log
	require.NoError(t, command.Start())
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
		if t.Failed() {
			content, _ := os.ReadFile(log.Name())
			t.Logf("%s", content)
		}
		_ = log.Close()
	})
	base := "http://" + address
	require.Eventually(t, func() bool {
		response, err := http.Get(base + "/-/ready")
		return err == nil && response.Body.Close() == nil && response.StatusCode == http.StatusOK
	}, 20*time.Second, 50*time.Millisecond)
	return base
}

// freeAddress returns one that was free a moment ago: Prometheus does not say which it took.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", anywhere)
	require.NoError(t, err)
	defer listener.Close()
	return listener.Addr().String()
}

// result is what Prometheus answers to a query.
type result struct {
	Status, Error string
	Data          struct {
		Result []json.RawMessage
	}
}

func query(t *testing.T, base, expression string) result {
	t.Helper()
	_, body := get(t, base+"/api/v1/query?query="+url.QueryEscape(expression))
	var r result
	require.NoError(t, json.Unmarshal([]byte(body), &r))
	return r
}

// panels returns the expressions of the dashboard by the title of their panel, as Grafana would
// send them.
func panels(t *testing.T) map[string][]string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(folder, "dashboard.json"))
	require.NoError(t, err)
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	require.NoError(t, json.Unmarshal(content, &dashboard))
	filled := strings.NewReplacer("$job", ".*", "$__rate_interval", "10s")
	all := map[string][]string{}
	for _, panel := range dashboard.Panels {
		for _, target := range panel.Targets {
			all[panel.Title] = append(all[panel.Title], filled.Replace(target.Expr))
		}
	}
	return all
}

// TestDashboard has every panel show something of programs that work, but for the one of
// calls that failed.
func TestDashboard(t *testing.T) {
	server := startServer(t)
	portal := start(t, build.Binaries(t).Portal, "--api", server.URL)
	base := startPrometheus(t, map[string]watched{"platform-server": server, "platform-portal": portal})
	all := panels(t)
	require.Greater(t, len(all), 20)
	empty := map[string]string{}
	require.Eventually(t, func() bool {
		traffic(t, server, portal)
		clear(empty)
		for title, expressions := range all {
			for _, expression := range expressions {
				found := query(t, base, expression)
				require.Equal(t, "success", found.Status, "%s: %s", title, found.Error)
				if len(found.Data.Result) == 0 && title != "Calls that failed" {
					empty[title] = expression
				}
			}
		}
		return len(empty) == 0
	}, 40*time.Second, 500*time.Millisecond, "panels without data: %v", empty)
	testMetricsOfRules(t, base)
}

// testMetricsOfRules asks for each metric that an alert names: one of another name never fires.
func testMetricsOfRules(t *testing.T, base string) {
	t.Helper()
	rules, err := os.ReadFile(filepath.Join(folder, "rules.yml"))
	require.NoError(t, err)
	for _, name := range regexp.MustCompile(`\b(?:platform|process)_[a-z_]+\b`).FindAllString(string(rules), -1) {
		if name == "platform_store_call_errors_total" { // none failed
			continue
		}
		assert.NotEmpty(t, query(t, base, name).Data.Result, name)
	}
}
