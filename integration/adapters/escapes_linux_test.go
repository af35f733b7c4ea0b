package adapters_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/adapters/escape"
	"platform.internal/integration/build"
	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// targets are what a hostile adapter aims at. reached counts what arrived.
func targets(t *testing.T) (variables map[string]string, reached *atomic.Int64) {
	t.Helper()
	reached = &atomic.Int64{}
	dir := t.TempDir()
	for _, name := range []string{"secret", "appendable", "removable"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("secret"), 0o666))
	}
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	unix, err := net.Listen("unix", filepath.Join(dir, "host.sock"))
	require.NoError(t, err)
	udp, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	for _, l := range []net.Listener{tcp, unix} {
		go func() {
			for {
				connection, err := l.Accept()
				if err != nil {
					return
				}
				reached.Add(1)
				connection.Close()
			}
		}()
		t.Cleanup(func() { l.Close() })
	}
	go func() {
		for data := make([]byte, 64); ; {
			if _, _, err := udp.ReadFrom(data); err != nil {
				return
			}
			reached.Add(1)
		}
	}()
	t.Cleanup(func() { udp.Close() })
	variables = map[string]string{}
	for name, value := range map[string]string{
		"tcpAddress": tcp.Addr().String(), "udpAddress": udp.LocalAddr().String(),
		"hostSocket": filepath.Join(dir, "host.sock"), "secretFile": filepath.Join(dir, "secret"), "scratch": dir,
	} {
		variables["platform.internal/integration/adapters/escape."+name] = value
	}
	return variables, reached
}

// open reports whether an attempt succeeded.
func open(outcome string) bool { return strings.HasPrefix(outcome, "open") }

// notHeld are the attempts that only the SDK's confinement refuses, as docs/confinement.md says:
// go-plugin makes its socket by the same calls, and no filter sees a path.
var notHeld = map[string]bool{"tell whether a path is there": true, "listen on an abstract Unix socket": true}

func TestNoAttemptOfAHostileAdapterSucceeds(t *testing.T) {
	variables, reached := targets(t)
	file := compile(t, "hostile", variables)
	t.Setenv("AWS_SECRET_ACCESS_KEY", "canary")

	init, serve := withSDK(t, file)
	without := withoutSDK(t, compile(t, "nosdk", variables))
	assert.Zero(t, reached.Load(), "something got through")

	output, err := exec.Command(file, "by hand").Output()
	require.NoError(t, err)
	var outside []escape.Tried
	require.NoError(t, json.Unmarshal(output, &outside))
	require.Greater(t, len(outside), 100)
	require.Len(t, without, len(outside)+3, "each attempt, and three handshakes")

	var free int
	table := []string{"| escape | unconfined | in package init | while it serves | without the SDK |", "|---|---|---|---|---|"}
	for _, o := range outside {
		for where, got := range map[string]string{"in package init": init[o.Attempt], "without the SDK": without[o.Attempt]} {
			assert.NotEmpty(t, got, "%s %s", o.Attempt, where)
			assert.Equal(t, notHeld[o.Attempt], open(got), "%s %s: %s", o.Attempt, where, got)
		}
		assert.NotEmpty(t, serve[o.Attempt], o.Attempt)
		assert.False(t, open(serve[o.Attempt]), "%s while serving: %s", o.Attempt, serve[o.Attempt])
		if open(o.Outcome) {
			free++
		}
		table = append(table, row(o.Attempt, o.Outcome, init[o.Attempt], serve[o.Attempt], without[o.Attempt]))
	}
	for _, handshake := range handshakes {
		table = append(table, row(handshake, "–", "–", "–", without[handshake]))
	}
	t.Logf("%d escapes\n%s", len(without), strings.Join(table, "\n"))
	assert.Greater(t, free, 2*len(outside)/3, "the attempts are real: unconfined most are open")
	assert.Positive(t, reached.Load(), "unconfined they arrive")
}

func row(cells ...string) string { return "| " + strings.Join(cells, " | ") + " |" }

// withSDK returns the outcome of each attempt of an adapter, before its main and
// while it serves.
func withSDK(t *testing.T, file string) (init, serve map[string]string) {
	t.Helper()
	catalog, err := adapterhost.Open(adapterhost.Options{Extra: map[string]string{"hostile": file}, RequireConfinement: true})
	require.NoError(t, err)
	t.Cleanup(catalog.Close)
	adapter, err := catalog.Adapter(t.Context(), "hostile")
	require.NoError(t, err)
	checks, err := adapter.CheckInstallation(t.Context(), profile.Profile{Provider: "hostile"})
	require.NoError(t, err)
	init, serve = map[string]string{}, map[string]string{}
	for _, check := range checks {
		var tried struct{ Attempt, Init, Serve string }
		require.NoError(t, json.Unmarshal([]byte(check.Message), &tried))
		init[tried.Attempt], serve[tried.Attempt] = tried.Init, tried.Serve
	}
	return init, serve
}

// handshakes are the escapes through the host itself, by the argument of nosdk
// that tries each: the host would dial for the adapter.
var handshakes = map[string]string{
	"tcp": "have the host dial TCP", "unix": "have the host dial a Unix socket", "name": "have the host look a name up (DNS)",
}

// withoutSDK returns the outcome of each attempt of a program that has nothing of
// the SDK, and of each handshake.
func withoutSDK(t *testing.T, file string) map[string]string {
	t.Helper()
	var lookups atomic.Int64
	system := net.DefaultResolver
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		lookups.Add(1)
		return nil, os.ErrClosed
	}}
	defer func() { net.DefaultResolver = system }()
	found := map[string]string{}
	for way, name := range handshakes {
		named := file + "-" + way
		require.NoError(t, os.Link(file, named))
		log := &lines{found: found}
		catalog, err := adapterhost.Open(adapterhost.Options{
			Extra: map[string]string{"nosdk": named}, RequireConfinement: true, Logger: slog.New(slog.NewJSONHandler(log, nil)),
		})
		require.NoError(t, err)
		_, err = catalog.Adapter(t.Context(), "nosdk")
		catalog.Close()
		p := problem.From(err)
		if assert.Equal(t, problem.AdapterContractViolation, p.Code, "%v", err) {
			found[name] = "refused by the host"
		}
		assert.Contains(t, p.Detail, `rule "handshake"`)
		assert.Less(t, log.lines, 2*len(found), "it is not started again")
	}
	assert.Zero(t, lookups.Load())
	return found
}

// lines is a log that keeps the attempts that a program without the SDK reports.
type lines struct {
	found map[string]string
	lines int
}

func (l *lines) Write(data []byte) (int, error) {
	var record struct{ Line string }
	if err := json.Unmarshal(data, &record); err != nil {
		return 0, err
	}
	var tried escape.Tried
	if json.Unmarshal([]byte(record.Line), &tried) == nil && tried.Attempt != "" {
		l.found[tried.Attempt] = tried.Outcome
		l.lines++
	}
	return len(data), nil
}

// A binary with a dynamic loader may open libraries, so its confinement is partial.
func TestADynamicBinaryIsConfinedInPart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "faulty")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", file, "./faulty")
	build.Env = append(os.Environ(), "CGO_ENABLED=1")
	if out, err := build.CombinedOutput(); err != nil {
		t.Skipf("there is no C compiler: %s", out)
	}
	extra := map[string]string{"faulty": file}
	catalog, err := adapterhost.Open(adapterhost.Options{Extra: extra})
	require.NoError(t, err)
	t.Cleanup(catalog.Close)
	status, err := catalog.Status(t.Context(), "faulty")
	require.NoError(t, err)
	assert.Equal(t, profile.Partial, status.Confinement.Level)
	assert.Contains(t, status.Confinement.Open, "libraries")
	assert.Contains(t, status.Confinement.Check().Remediation, "CGO_ENABLED=0")

	strict, err := adapterhost.Open(adapterhost.Options{Extra: extra, RequireConfinement: true})
	require.NoError(t, err)
	t.Cleanup(strict.Close)
	_, err = strict.Adapter(t.Context(), "faulty")
	p := problem.From(err)
	assert.Equal(t, problem.AdapterNotConfined, p.Faults[0].Code)
	assert.Contains(t, p.Detail, "CGO_ENABLED=0")
}

// No other user of the machine can make a host find its confinement open, by a file
// where it is probed.
func TestAFileInTheWayChangesNoLevel(t *testing.T) {
	const inTheWay = "/tmp/platform-probe"
	if file, err := os.OpenFile(inTheWay, os.O_CREATE|os.O_EXCL, 0o600); err == nil {
		require.NoError(t, file.Close())
		t.Cleanup(func() { require.NoError(t, os.Remove(inTheWay)) })
	}
	catalog, err := adapterhost.Open(adapterhost.Options{
		Extra: map[string]string{"faulty": compile(t, "faulty", nil)}, RequireConfinement: true,
	})
	require.NoError(t, err)
	t.Cleanup(catalog.Close)
	_, err = catalog.Adapter(t.Context(), "faulty")
	require.NoError(t, err)
}

// TestInheritedDescriptorsChangeNoLevel starts the command with more open descriptors than an adapter may have.
func TestInheritedDescriptorsChangeNoLevel(t *testing.T) {
	built := build.Binaries(t)
	cmd := exec.CommandContext(t.Context(), built.Platform, "setup", "init", "--provider", "provider_a", "--mode", "simulation",
		"--require-confinement")
	null, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer null.Close()
	for range 100 {
		cmd.ExtraFiles = append(cmd.ExtraFiles, null)
	}
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
}
