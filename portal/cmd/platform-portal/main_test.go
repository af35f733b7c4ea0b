package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
)

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--help"}, problem.ExitDone, "--allow-host NAME"},
		{[]string{"--nothing"}, problem.ExitUsage, `"platform-portal" has no flag "--nothing". Its flags are --admin-listen,`},
		{[]string{"-o", "text"}, problem.ExitUsage, `"platform-portal" has no flag "-o". Its flags are`},
		{[]string{"--ap", "x"}, problem.ExitUsage, `Did you mean --api? Help: platform-portal --help`},
		{[]string{"--api="}, problem.ExitUsage, "The flag --api has an empty value. Write a value, or leave the flag out. Help:"},
		{[]string{"extra"}, problem.ExitUsage, `The argument "extra" is unexpected. Write flags only.`},
		{[]string{"--api", "127.0.0.1:8080"}, problem.ExitUsage, `The flag --api does not take "127.0.0.1:8080": write http:// or https://`},
		{[]string{"--api", "http://a/b"}, problem.ExitUsage, `The flag --api does not take "http://a/b": write only a host and a port`},
		{[]string{"--allow-host", "a b"}, problem.ExitUsage, "write a host name"},
		{[]string{"--listen", "nowhere"}, problem.ExitUsage, "Cannot listen on nowhere: missing port in address. Write HOST:PORT, such as --listen 127.0.0.1:8080. Help: platform-portal --help"},
		{[]string{"--listen", "127.0.0.1:0", "--admin-listen", "nowhere"}, problem.ExitUsage, "such as --admin-listen 127.0.0.1:8080."},
	} {
		var printed bytes.Buffer
		require.Equal(t, c.code, run(t.Context(), c.args, &printed, &printed), c.args)
		for line := range strings.Lines(printed.String()) {
			if !strings.HasPrefix(line, "time=") {
				require.LessOrEqual(t, len(strings.TrimSpace(line)), 80, line)
			}
		}
		require.Contains(t, strings.Join(strings.Fields(printed.String()), " "), c.says)
	}
}

func TestServesUntilTheContextEnds(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	reader, stderr := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"--listen", "127.0.0.1:0", "--allow-host", "portal.example"}, io.Discard, stderr)
	}()
	lines := bufio.NewScanner(reader)
	address, found := "", false
	for !found && lines.Scan() {
		address, found = strings.CutPrefix(lines.Text(), "listening on http://")
	}
	require.True(t, found)
	go func() { _, _ = io.Copy(io.Discard, reader) }()

	for host, status := range map[string]int{address: 404, "portal.example": 404, "other.example": 421, "127.0.0.1": 421} {
		require.Equal(t, status, statusOf(t, address, host), host)
	}
	stop()
	require.Equal(t, problem.ExitDone, <-ended)
	_, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
	require.Error(t, err)
}

func statusOf(t *testing.T, address, host string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+"/nowhere", nil)
	require.NoError(t, err)
	request.Host = host
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	return response.StatusCode
}
