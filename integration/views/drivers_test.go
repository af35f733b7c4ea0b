package views_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	domain "platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
)

// answer is what a view says of one spelling of a request.
type answer struct {
	record   string
	proposal string // empty when refused
	refusal  problem.Code
}

// driver drives one view of one installation.
type driver interface {
	name() string
	// reads reports whether the view takes documents of the syntax.
	reads(document.Format) bool
	profile(t *testing.T) string
	readiness(t *testing.T) string
	ask(t *testing.T, key string, s spelling) answer
}

func source(t *testing.T, file string) document.Source {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	return document.Source{Name: file, Format: document.FormatOf(file, data), Data: data}
}

// serviceDriver calls the service object.
type serviceDriver struct {
	in      installation
	service *service.Service
}

func newServiceDriver(t *testing.T, in installation) driver {
	catalog, err := adapterhost.Open(adapterhost.Options{Dir: build.Binaries(t).AdaptersDir})
	require.NoError(t, err)
	t.Cleanup(func() { catalog.Close() })
	d := serviceDriver{in, service.New(service.Options{Adapters: catalog, Now: time.Now})}
	_, _, err = d.service.Install(t.Context(), d.draft(t))
	require.NoError(t, err)
	return d
}

func (serviceDriver) name() string               { return "service" }
func (serviceDriver) reads(document.Format) bool { return true }
func (d serviceDriver) draft(t *testing.T) domain.Draft {
	draft, err := domain.Parse(source(t, d.in.profile))
	require.NoError(t, err)
	return draft
}

func (d serviceDriver) profile(t *testing.T) string {
	in, err := d.service.Installation(t.Context())
	require.NoError(t, err)
	return string(in.JSON)
}

func (d serviceDriver) readiness(t *testing.T) string {
	readiness, err := d.service.Validate(t.Context(), d.draft(t))
	require.NoError(t, err)
	data, err := document.Encode(readiness)
	require.NoError(t, err)
	return string(data)
}

func (d serviceDriver) ask(t *testing.T, key string, s spelling) answer {
	request, err := request.Parse(document.Source{Format: document.FormatOf(s.file, s.data), Data: s.data})
	require.NoError(t, err)
	record, err := d.service.Submit(t.Context(), store.Key(key), request)
	require.NoError(t, err)
	p, err := d.service.Propose(t.Context(), store.Key(key), record.RequestID)
	if err != nil {
		return answer{record: string(record.JSON()), refusal: problem.From(err).Code}
	}
	return answer{record: string(record.JSON()), proposal: string(p.JSON())}
}

// apiDriver talks to a server process.
type apiDriver struct {
	in   installation
	base string
}

func newAPIDriver(t *testing.T, in installation) driver {
	d := apiDriver{in, build.StartServer(t)}
	status, body := d.post(t, "/v1/platform/installations", "", d.profileJSON(t))
	require.Equal(t, http.StatusCreated, status, string(body))
	return d
}

func (apiDriver) name() string                 { return "API" }
func (apiDriver) reads(f document.Format) bool { return f == document.JSON }

// profileJSON returns the example's profile as JSON, which the API reads.
func (d apiDriver) profileJSON(t *testing.T) []byte {
	data, err := os.ReadFile(d.in.profile)
	require.NoError(t, err)
	encoded, err := json.Marshal(decodeYAML(t, data))
	require.NoError(t, err)
	return encoded
}

func (d apiDriver) post(t *testing.T, path, key string, body []byte) (int, []byte) {
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, d.base+path, bytes.NewReader(body))
	require.NoError(t, err)
	request.Header.Set("Content-Type", "application/json")
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	return d.do(t, request)
}

func (d apiDriver) do(t *testing.T, request *http.Request) (int, []byte) {
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, data
}

func (d apiDriver) get(t *testing.T, path string) string {
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, d.base+path, nil)
	require.NoError(t, err)
	status, body := d.do(t, request)
	require.Equal(t, http.StatusOK, status, string(body))
	return string(body)
}

func (d apiDriver) profile(t *testing.T) string { return d.get(t, "/v1/platform/installation") }

func (d apiDriver) readiness(t *testing.T) string {
	status, body := d.post(t, "/v1/platform/installation/validate", "", d.profileJSON(t))
	require.Equal(t, http.StatusOK, status, string(body))
	return string(body)
}

func (d apiDriver) ask(t *testing.T, key string, s spelling) answer {
	status, record := d.post(t, "/v1/environment-requests", key, s.data)
	require.Equal(t, http.StatusOK, status, string(record))
	var got struct {
		RequestID string `json:"request_id"`
	}
	require.NoError(t, json.Unmarshal(record, &got))
	require.Equal(t, string(record), d.get(t, "/v1/environment-requests/"+got.RequestID), "a read gives the same bytes")
	status, body := d.post(t, "/v1/deployment-proposals", key, []byte(`{"request_id":"`+got.RequestID+`"}`))
	if status != http.StatusCreated {
		return answer{record: string(record), refusal: refusalIn(t, body)}
	}
	return answer{record: string(record), proposal: string(body)}
}

func refusalIn(t *testing.T, body []byte) problem.Code {
	var p problem.Problem
	require.NoError(t, json.Unmarshal(body, &p), string(body))
	return p.Code
}

// cliDriver runs the platform command, a process for each question.
type cliDriver struct {
	in  installation
	dir string
}

func newCLIDriver(t *testing.T, in installation) driver { return cliDriver{in, t.TempDir()} }

func (cliDriver) name() string               { return "CLI" }
func (cliDriver) reads(document.Format) bool { return true }

// run returns what the command prints and its exit code.
func (d cliDriver) run(t *testing.T, args ...string) (string, int) {
	layout := build.Binaries(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, layout.Platform, append([]string{"--adapters", layout.AdaptersDir}, args...)...)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return string(out), exit.ExitCode()
	}
	require.NoError(t, err)
	return string(out), 0
}

func (d cliDriver) profile(t *testing.T) string {
	out, _ := d.run(t, "setup", "status", d.in.profile)
	var status struct {
		Profile json.RawMessage `json:"profile"`
	}
	require.NoError(t, json.Unmarshal([]byte(out), &status), out)
	var indented bytes.Buffer
	require.NoError(t, json.Indent(&indented, status.Profile, "", "  "))
	return indented.String() + "\n"
}

func (d cliDriver) readiness(t *testing.T) string {
	out, _ := d.run(t, "setup", "validate", d.in.profile)
	return out
}

func (d cliDriver) ask(t *testing.T, _ string, s spelling) answer {
	file := filepath.Join(d.dir, s.file)
	require.NoError(t, os.WriteFile(file, s.data, 0o600))
	record, exit := d.run(t, "request", "validate", file, "--profile", d.in.profile)
	require.LessOrEqual(t, exit, problem.ExitDenied, record)
	proposal, exit := d.run(t, "request", "propose", file, "--profile", d.in.profile)
	if exit != problem.ExitDone {
		return answer{record: record, refusal: refusalIn(t, []byte(proposal))}
	}
	return answer{record: record, proposal: proposal}
}
