package adapters_test

import (
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider/plugin"
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
	return map[string]string{
		"tcpAddress": tcp.Addr().String(), "udpAddress": udp.LocalAddr().String(),
		"hostSocket": filepath.Join(dir, "host.sock"), "secretFile": filepath.Join(dir, "secret"), "scratch": dir,
	}, reached
}

type outcome struct {
	Attempt, Init, Serve string
}

// open tells a way out that was found.
func open(outcome string) bool { return strings.HasPrefix(outcome, "open") }

func TestAHostileAdapterFindsEveryWayClosed(t *testing.T) {
	variables, reached := targets(t)
	file := compile(t, "hostile", variables)
	t.Setenv("AWS_SECRET_ACCESS_KEY", "canary")

	catalog, err := plugin.Open(plugin.Options{Extra: map[string]string{"hostile": file}, RequireConfinement: true})
	require.NoError(t, err)
	t.Cleanup(catalog.Close)
	adapter, err := catalog.Adapter(t.Context(), "hostile")
	require.NoError(t, err)
	checks, err := adapter.CheckInstallation(t.Context(), installation.Profile{Provider: "hostile"})
	require.NoError(t, err)
	assert.Zero(t, reached.Load(), "something got through")

	byHand := exec.Command(file, "by hand")
	said, err := byHand.Output()
	require.NoError(t, err)
	var outside []outcome
	require.NoError(t, json.Unmarshal(said, &outside))
	require.Len(t, checks, len(outside))

	var free int
	table := []string{"| escape | without a box | in package init | while it serves |", "|---|---|---|---|"}
	for i, check := range checks {
		var boxed outcome
		require.NoError(t, json.Unmarshal([]byte(check.Message), &boxed))
		assert.False(t, open(boxed.Init), "%s in package init: %s", boxed.Attempt, boxed.Init)
		assert.False(t, open(boxed.Serve), "%s while serving: %s", boxed.Attempt, boxed.Serve)
		if open(outside[i].Init) {
			free++
		}
		table = append(table, "| "+strings.Join([]string{boxed.Attempt, outside[i].Init, boxed.Init, boxed.Serve}, " | ")+" |")
	}
	t.Log("\n" + strings.Join(table, "\n"))
	assert.Greater(t, free, 2*len(checks)/3, "the attempts are real: without a box most are open")
	assert.Positive(t, reached.Load(), "without a box they arrive")
}
