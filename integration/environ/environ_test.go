// Package environ checks that the platform reads no environment variable: not
// its own code, not its libraries', and that an adapter is given none.
package environ_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
)

func TestMain(m *testing.M) { os.Exit(build.Main(m)) }

// canary is in the value of every planted variable, and must be nowhere else.
const canary = "canary-7f3a"

// planted are variables that would change the platform or give it credentials,
// were they read.
func planted() []string {
	var env []string
	for _, name := range []string{
		"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE", "AZURE_CLIENT_SECRET",
		"AZURE_TENANT_ID", "ARM_CLIENT_SECRET", "GOOGLE_APPLICATION_CREDENTIALS", "TF_VAR_secret", "TF_TOKEN_x",
		"HOME", "USER", "TMPDIR", "TZ", "LANG", "TERM", "NO_COLOR", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY",
		"GRPC_GO_LOG_SEVERITY_LEVEL", "GRPC_XDS_BOOTSTRAP", "GRPC_BINARY_LOG_FILTER", "OTEL_EXPORTER_OTLP_ENDPOINT",
		"PLUGIN_MIN_PORT", "PLUGIN_UNIX_SOCKET_DIR", "SSL_CERT_FILE", "PLATFORM_MODE", "COBRA_ACTIVE_HELP",
	} {
		env = append(env, name+"="+canary)
	}
	return env
}

// TestTheServerGivesItsAdapterNothing looks at the adapter's process itself.
func TestTheServerGivesItsAdapterNothing(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only /proc shows what a process was given")
	}
	layout := build.Binaries(t)
	dir := t.TempDir() // other tests may run adapters of the shared folder
	require.NoError(t, os.CopyFS(dir, os.DirFS(layout.AdaptersDir)))
	cmd := exec.Command(layout.Server, "--listen", "127.0.0.1:0", "--adapters", dir, "--profile", "../../examples/provider_a/simulation/profile.yaml")
	cmd.Env = planted()
	server := build.Start(t, cmd)
	answers := drive(t, server.URL)
	assert.NotContains(t, answers, canary)
	assert.NotContains(t, server.Log(), canary)
	children := adapterProcesses(t, dir)
	require.NotEmpty(t, children)
	for _, environ := range children {
		assert.NotContains(t, environ, canary)
		for _, v := range strings.Split(strings.Trim(environ, "\x00"), "\x00") {
			name, _, _ := strings.Cut(v, "=")
			assert.True(t, strings.HasPrefix(name, "PLUGIN_") || name == "PLATFORM_ADAPTER", "only the handshake: %s", v)
		}
	}
}

// drive makes a request and a proposal, and returns all that the API says.
func drive(t *testing.T, base string) string {
	t.Helper()
	request, err := os.ReadFile("testdata/request.json")
	require.NoError(t, err)
	record := post(t, base+"/v1/environment-requests", request)
	var got struct {
		RequestID string `json:"request_id"`
	}
	require.NoError(t, json.Unmarshal(record, &got), string(record))
	proposal := post(t, base+"/v1/deployment-proposals", []byte(`{"request_id":"`+got.RequestID+`"}`))
	require.Contains(t, string(proposal), "proposal_id")
	return string(record) + string(proposal)
}

func post(t *testing.T, url string, body []byte) []byte {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, bytes.NewReader(body))
	require.NoError(t, err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", "k")
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return data
}

// adapterProcesses returns the environment of each running process whose
// command line names an adapter of the folder.
func adapterProcesses(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	processes, err := filepath.Glob("/proc/[0-9]*/cmdline")
	require.NoError(t, err)
	for _, file := range processes {
		command, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(command), filepath.Join(dir, "platform-provider-")) {
			continue
		}
		environ, err := os.ReadFile(filepath.Join(filepath.Dir(file), "environ"))
		if err == nil {
			found[filepath.Dir(file)] = string(environ)
		}
	}
	return found
}

// TestNothingIsRead builds the commands with a standard library that reports
// each environment variable that the process reads and that is set, and runs them with
// planted variables. No variable may be reported.
func TestNothingIsRead(t *testing.T) {
	if testing.Short() {
		t.Skip("short: it compiles the standard library and three commands anew")
	}
	dir := t.TempDir()
	overlay := tracedSyscall(t, dir)
	for module, command := range map[string]string{"platform-server": "platform-server", "platform-cli": "platform", "portal": "platform-portal"} {
		cmd := exec.CommandContext(t.Context(), "go", "build", "-C", "../../"+module, "-trimpath", "-gcflags=all=-N -l", "-overlay", overlay, "-o", filepath.Join(dir, command), "./cmd/"+command)
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	adapters := build.Binaries(t).AdaptersDir
	const profile = "../../examples/provider_a/simulation/profile.yaml"

	t.Run("server", func(t *testing.T) {
		cmd := exec.Command(filepath.Join(dir, "platform-server"), "--listen", "127.0.0.1:0", "--adapters", adapters, "--profile", profile)
		cmd.Env = planted()
		server := build.Start(t, cmd)
		drive(t, server.URL)
		assertNothingFound(t, server.Log())
	})
	t.Run("CLI", func(t *testing.T) {
		for _, args := range [][]string{
			{"version"},
			{"request", "propose", "../../examples/provider_a/simulation/accepted.yaml", "--profile", profile, "--adapters", adapters},
		} {
			cmd := exec.CommandContext(t.Context(), filepath.Join(dir, "platform"), args...)
			cmd.Env = planted()
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			require.NoError(t, err, stderr.String())
			assert.NotContains(t, string(out), canary)
			assertNothingFound(t, stderr.String())
		}
	})
	t.Run("portal", func(t *testing.T) {
		cmd := exec.Command(filepath.Join(dir, "platform-portal"), "--listen", "127.0.0.1:0", "--api", "http://127.0.0.1:1")
		cmd.Env = planted()
		portal := build.Start(t, cmd)
		ask, err := http.NewRequestWithContext(t.Context(), http.MethodGet, portal.URL, nil)
		require.NoError(t, err)
		response, err := http.DefaultClient.Do(ask)
		require.NoError(t, err)
		response.Body.Close()
		time.Sleep(50 * time.Millisecond) // what a background goroutine would ask
		assertNothingFound(t, portal.Log())
	})
}

const report = "ENVIRONMENT READ: "

func assertNothingFound(t *testing.T, log string) {
	t.Helper()
	assert.NotContains(t, log, report)
	assert.NotContains(t, log, canary)
}

// tracedSyscall writes an overlay in which syscall.Getenv reports to standard
// error what it finds, and returns the overlay's file.
func tracedSyscall(t *testing.T, dir string) string {
	t.Helper()
	goroot, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	require.NoError(t, err)
	original := filepath.Join(strings.TrimSpace(string(goroot)), "src", "syscall", "env_unix.go")
	source, err := os.ReadFile(original)
	require.NoError(t, err)
	const found = "return s[i+1:], true"
	text := string(source)
	if !strings.Contains(text, found) {
		for _, line := range strings.Split(text, "\n") {
			if strings.Contains(line, ", true") {
				t.Logf("candidate: %s", line)
			}
		}
		t.Fatalf("%s has changed: adapt this test", original)
	}
	text = strings.Replace(text, found, `_, _ = write(2, []byte("`+report+`"+key+"\n")); `+found, 1)
	traced := filepath.Join(dir, "env_unix.go")
	require.NoError(t, os.WriteFile(traced, []byte(text), 0o600))
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {original: traced}})
	require.NoError(t, err)
	file := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(file, overlay, 0o600))
	return file
}
