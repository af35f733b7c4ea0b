package bench_test

import (
	"net"
	"net/http"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// opa measures OPA's server to a bare one that writes the same bytes: the platform's
// first row, for a peer.
func opa(b *testing.B) {
	file, ok := tool("opa")
	if !ok {
		report(b, absent("OPA, to bare, processor time", "opa"))
		return
	}
	s := startOPA(b, file)
	for _, made := range [][2]string{{"deny", "OPA, rules only"}, {"record", "OPA, a record of 4 KB"}} {
		next := applications(`{"input":` + accepted + `}`)
		asking := func() call { return call{method: http.MethodPost, path: "/v1/data/main/" + made[0], body: next()} }
		peer := bare(b, s, asking())
		ours, theirs := alternate(5, s.loaded(b, 1000, asking), peer.loaded(b, 4000, asking))
		report(b, compared(made[1]+", to bare, processor time", ours.processor, theirs.processor, ""))
	}
}

// startOPA starts OPA's server with the policy. It names its port nowhere, so it
// gets one that was free a moment ago.
func startOPA(b *testing.B, file string) server {
	b.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(b, err)
	address := listener.Addr().String()
	require.NoError(b, listener.Close())
	cmd := exec.CommandContext(b.Context(), file, "run", "--server", "--addr", address, "--log-level", "error", "--disable-telemetry", "testdata")
	require.NoError(b, cmd.Start())
	b.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	s := server{pid: cmd.Process.Pid, url: "http://" + address}
	require.Eventually(b, func() bool {
		_, err := s.take(call{method: http.MethodGet, path: "/health"})
		return err == nil
	}, 10*time.Second, 20*time.Millisecond)
	return s
}
