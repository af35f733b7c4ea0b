package adapters_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/wire"
)

const theProfile = `{"provider":"faulty"}`

// failure is one way to fail, as every view must tell it.
type failure struct {
	mode string
	// instead is the file's content where it is no adapter; spoil changes it once
	// it is locked.
	instead string
	spoil   func(t *testing.T, file string)
	code    problem.Code
	// fault is the code of the fault, field where it is.
	fault, field string
	// words are in the sentence; it ends with what to do next.
	words []string
}

func failures() map[string]failure {
	const unavailable, violation = problem.AdapterUnavailable, problem.AdapterContractViolation
	gone := func(t *testing.T, file string) { require.NoError(t, os.Remove(file)) }
	return map[string]failure{
		"missing":        {"", "", gone, unavailable, "adapter_missing", "adapter", []string{"does not exist", "Build the adapters again"}},
		"not executable": {"", "", func(t *testing.T, f string) { require.NoError(t, os.Chmod(f, 0o600)) }, unavailable, "adapter_not_executable", "adapter", []string{"chmod +x"}},
		"wrong digest":   {"", "", alter, unavailable, "adapter_digest_mismatch", "adapter", []string{"adapters.lock.json", "Restore the released file"}},
		"wrong platform": {"", "\x7fELF of elsewhere", nil, unavailable, "adapter_not_runnable", "adapter", []string{"does not run on this machine", "Build it for"}},
		"no adapter":     {"no-adapter", "", nil, unavailable, "adapter_not_an_adapter", "adapter", []string{"did not answer as an adapter", "plugin.Serve"}},
		"slow to start":  {"silent", "", nil, unavailable, "adapter_start_timeout", "adapter", []string{"within 10s", "Check that"}},
		"too old":        {"too-old", "", nil, unavailable, "adapter_contract_too_old", "adapter", []string{"version 0", "version 1", "Upgrade the adapter"}},
		"too new":        {"too-new", "", nil, unavailable, "adapter_contract_too_new", "adapter", []string{"version 2", "version 1", "Upgrade the platform"}},
		"a crash":        {"crash", "", nil, unavailable, "adapter_crashed", "adapter", []string{`exit status 2, final output "panic: asked to crash"`, "Try again"}},
		"an exit":        {"exit", "", nil, unavailable, "adapter_crashed", "adapter", []string{"exit status 3, no output", "Try again"}},
		"out of memory":  {"hog", "", nil, unavailable, "adapter_out_of_memory", "adapter", []string{"out of memory", "takes more memory"}},
		"a time-out":     {"hang", "", nil, unavailable, "adapter_timeout", "adapter", []string{"CheckInstallation within 10s", "tell its provider team"}},
		"its own error":  {"error", "", nil, violation, "contract_answers", "CheckInstallation", []string{`rule "answers"`, "provider team must fix it"}},
		"a breach":       {"breach", "", nil, violation, "contract_words", "checks[0]", []string{`rule "words"`, "provider team must fix it"}},
	}
}

func alter(t *testing.T, file string) {
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	data[len(data)-1] ^= 1
	require.NoError(t, os.WriteFile(file, data, 0o700))
}

// installed puts a faulty adapter into a folder with a lock file.
func installed(t *testing.T, binary []byte, f failure) string {
	t.Helper()
	if f.instead != "" {
		binary = []byte(f.instead)
	}
	dir, name := t.TempDir(), "faulty-"+f.mode
	file := filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(file, binary, 0o700))
	require.NoError(t, adapterhost.WriteLock(dir, []adapterhost.LockEntry{{ID: "faulty", File: name, Version: "1.0.0", SHA256: document.Digest(binary)}}))
	if f.spoil != nil {
		f.spoil(t, file)
	}
	return dir
}

// Every way to fail has its own code, words and next step, and they are the
// same in the service, the API, the CLI and the server's log.
func TestEveryFailureIsToldAlikeInEveryView(t *testing.T) {
	layout := build.Binaries(t)
	binary, err := os.ReadFile(compile(t, "faulty", nil))
	require.NoError(t, err)
	for name, f := range failures() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := installed(t, binary, f)
			server := build.Server(t, "--adapters", dir)
			service, api, cli := asked(func() told { return fromService(t, dir) },
				func() told { return fromAPI(t, f, server) }, func() told { return fromCLI(t, layout.Platform, dir) })
			assert.Equal(t, f.code, service.Code)
			require.Len(t, service.Faults, 1)
			assert.Equal(t, f.field, service.Faults[0].Field)
			assert.Equal(t, f.fault, string(service.Faults[0].Code))
			assert.NotEmpty(t, service.Faults[0].Message)
			for _, word := range f.words {
				assert.Contains(t, service.Detail, word)
			}
			assert.NotContains(t, service.Detail, dir, "no path of this machine")
			assert.Equal(t, service, api)
			assert.Equal(t, service, cli)
		})
	}
}

// TestAnAuthorIsWarnedOfLinesOnce: an adapter that prints in each call of the suite hides no result.
func TestAnAuthorIsWarnedOfLinesOnce(t *testing.T) {
	file := compile(t, "faulty", nil)
	require.NoError(t, os.Rename(file, file+"-prints"))
	out, err := exec.CommandContext(t.Context(), build.Binaries(t).Platform, "provider", "test", file+"-prints").CombinedOutput()
	require.Error(t, err, "it generates nothing")
	assert.Equal(t, 1, strings.Count(string(out), `level=WARN msg="the adapter prints; `), string(out))
	assert.Equal(t, 1, strings.Count(string(out), "line=\"planning checkout\""))
	assert.NotContains(t, string(out), "adapter output dropped")
}

// TestAStartingAdapterHoldsNobodyUp: the list of providers has the others, and
// says of this one what it does.
func TestAStartingAdapterHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	silent := filepath.Join(t.TempDir(), "faulty-silent")
	binary, err := os.ReadFile(compile(t, "faulty", nil))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(silent, binary, 0o700))
	server := build.Server(t, "--adapter", "faulty="+silent)
	var list struct {
		Items []wire.Provider `json:"items"`
	}
	response, err := (&http.Client{Timeout: 8 * time.Second}).Get(server.URL + "/v1/platform/providers")
	require.NoError(t, err)
	defer response.Body.Close()
	require.Equal(t, http.StatusOK, response.StatusCode)
	require.NoError(t, json.NewDecoder(response.Body).Decode(&list))
	var starting []problem.FaultCode
	for _, p := range list.Items {
		if p.ID != "faulty" {
			assert.True(t, p.Available, p.ID)
			continue
		}
		assert.Equal(t, problem.AdapterUnavailable, p.Problem.Code)
		starting = append(starting, p.Problem.Fault())
	}
	assert.Equal(t, []problem.FaultCode{problem.AdapterStarting}, starting)
}

// asked asks all views at once: some failures take their time.
func asked(views ...func() told) (service, api, cli told) {
	var answers [3]told
	var asking sync.WaitGroup
	for i, view := range views {
		asking.Go(func() { answers[i] = view() })
	}
	asking.Wait()
	return answers[0], answers[1], answers[2]
}

// told is the part of a problem that the views share.
type told struct {
	Code   problem.Code
	Detail string
	Faults []problem.Fault `json:"errors"`
}

// outputOfMemory varies with where the last byte was missing.
var outputOfMemory = regexp.MustCompile(`final output "[^"]*out of memory[^"]*"`)

func toldBy(t *testing.T, data []byte) told {
	t.Helper()
	var p told
	assert.NoError(t, json.Unmarshal(data, &p), string(data))
	p.Detail = outputOfMemory.ReplaceAllString(p.Detail, `final output "out of memory"`)
	return p
}

func fromService(t *testing.T, dir string) told {
	catalog, err := adapterhost.Open(adapterhost.Options{Dir: dir})
	if !assert.NoError(t, err) {
		return told{}
	}
	defer catalog.Close()
	draft, err := profile.Parse(document.Source{Name: "profile", Format: document.JSON, Data: []byte(theProfile)})
	assert.NoError(t, err)
	_, err = service.New(service.Options{Adapters: catalog, Now: time.Now}).Validate(context.Background(), draft)
	assert.Error(t, err)
	data, err := json.Marshal(problem.From(err))
	assert.NoError(t, err)
	return toldBy(t, data)
}

func fromAPI(t *testing.T, f failure, server *build.Process) told {
	response, err := http.Post(server.URL+"/v1/platform/installation/validate", "application/json", strings.NewReader(theProfile))
	if !assert.NoError(t, err) {
		return told{}
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	assert.NoError(t, err)
	assert.Equal(t, f.code.Status(), response.StatusCode)
	assert.Equal(t, problem.MediaType, response.Header.Get("Content-Type"))
	assert.Equal(t, f.code == problem.AdapterUnavailable, response.Header.Get("Retry-After") != "", "Retry-After")
	assert.Eventually(t, func() bool {
		return strings.Contains(server.Log(), "code="+string(f.code)+" fault="+f.fault)
	}, 5*time.Second, 5*time.Millisecond, "the server's log")
	return toldBy(t, body)
}

func fromCLI(t *testing.T, platform, dir string) told {
	cmd := exec.Command(platform, "setup", "validate", "-", "--adapters", dir)
	cmd.Stdin = strings.NewReader(theProfile)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if assert.ErrorAs(t, err, &exit) {
		assert.Equal(t, problem.ExitFailure, exit.ExitCode())
	}
	p := toldBy(t, out)
	unwrapped := strings.Join(strings.Fields(stderr.String()), " ")
	assert.Contains(t, outputOfMemory.ReplaceAllString(unwrapped, `final output "out of memory"`), string(p.Code)+": "+p.Detail)
	return p
}
