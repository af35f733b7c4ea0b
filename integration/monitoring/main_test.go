package monitoring_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
)

func TestMain(m *testing.M) { os.Exit(build.Main(m)) }

const (
	folder = "../../examples/monitoring"
	// promtool and prometheus are those that `make needs-test` leaves.
	promtool    = "../../.bin/promtool"
	prometheus  = "../../.bin/prometheus"
	profileFile = "../../examples/provider_a/simulation/profile.yaml"
	anywhere    = "127.0.0.1:0"
)

// watched is a program with an address for those who watch it.
type watched struct {
	*build.Process
	admin string
}

var adminAddress = regexp.MustCompile(`msg="serving metrics" url=(\S+)`)

func start(t *testing.T, command string, args ...string) watched {
	t.Helper()
	p := build.Start(t, exec.Command(command, append([]string{"--listen", anywhere, "--admin-listen", anywhere}, args...)...))
	found := adminAddress.FindStringSubmatch(p.Log())
	require.NotEmpty(t, found, p.Log())
	return watched{p, found[1]}
}

func startServer(t *testing.T, args ...string) watched {
	t.Helper()
	return start(t, build.Binaries(t).Server, append([]string{"--profile", profileFile}, args...)...)
}

func get(t *testing.T, address string) (status int, body string) {
	t.Helper()
	response, err := http.Get(address)
	require.NoError(t, err)
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, string(content)
}

// submit sends the request of an application, and returns the status.
func submit(t *testing.T, api, file, application string) int {
	t.Helper()
	content, _ := exec.Command(build.Binaries(t).Platform, "request", "validate", file, "--profile", profileFile).Output() // a denied one ends with 1
	var record struct {
		Request map[string]any `json:"request"`
	}
	require.NoError(t, json.Unmarshal(content, &record))
	record.Request["application"] = application
	body, err := json.Marshal(record.Request)
	require.NoError(t, err)
	r, err := http.NewRequest(http.MethodPost, api+"/v1/environment-requests", strings.NewReader(string(body)))
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", "of-"+application)
	response, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	return response.StatusCode
}

func example(name string) string {
	return filepath.Join("../../examples/provider_a/simulation", name+".yaml")
}

// traffic asks for what the dashboard shows.
func traffic(t *testing.T, server, portal watched) {
	t.Helper()
	for i, name := range []string{"accepted", "denied"} {
		require.Equal(t, http.StatusOK, submit(t, server.URL, example(name), fmt.Sprintf("app-%d", i)))
	}
	for _, address := range []string{server.URL + "/v1/environment-requests", server.URL + "/nowhere", portal.URL + "/", portal.URL + "/requests"} {
		get(t, address)
	}
}
