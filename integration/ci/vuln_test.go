package ci

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// database serves an index.
func database(t *testing.T, status int, content string) string {
	t.Helper()
	return answering(t, status, zipped(content))
}

// answering serves the content with the status.
func answering(t *testing.T, status int, content []byte) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		assert.Equal(t, "/index/modules.json.gz", r.URL.Path)
		w.WriteHeader(status)
		_, _ = w.Write(content)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func zipped(content string) []byte {
	var zipped bytes.Buffer
	text := gzip.NewWriter(&zipped)
	_, _ = text.Write([]byte(content))
	_ = text.Close()
	return zipped.Bytes()
}

// nonsense returns the address of a server that does not answer in HTTP.
func nonsense(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = bufio.NewReader(connection).ReadString('\n')
			_, _ = connection.Write([]byte("hello\r\n\r\n"))
			_ = connection.Close()
		}
	}()
	return "http://" + listener.Addr().String()
}

// circling returns the address of a server that redirects to itself.
func circling(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.URL.Path, http.StatusFound)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// unknown returns the address of a server with a certificate that no authority has signed.
func unknown(t *testing.T) string {
	t.Helper()
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	return server.URL
}

// proxy returns the address of a proxy that connects to nothing.
func proxy(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		assert.Equal(t, http.MethodConnect, r.Method)
		w.WriteHeader(http.StatusForbidden)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// closed returns the address of a server that has ended.
func closed(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	return server.URL
}

// scanner writes a govulncheck that prints text and exits with a status.
func scanner(t *testing.T, database, text, status string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "govulncheck")
	script := "#!/bin/sh\nif [ \"$1\" = -h ]; then\n" +
		"  printf '  -db url\\n    \\tvulnerability database url (default \"" + database + "\")\\n' >&2\n  exit 0\nfi\n" +
		"[ \"$1 $2\" = \"-db " + database + "\" ] || exit 9\nprintf '%s\\n' '" + text + "'\nexit " + status + "\n"
	require.NoError(t, os.WriteFile(path, []byte(script), 0o700))
	return path
}

// TestVuln runs .ci/vuln.sh with a scanner for each way to end. A scan is excused only if the scanner reports that
// it could not fetch the database, and nothing answers at the address of the database. A finding is never excused.
func TestVuln(t *testing.T) {
	const unreachable = `govulncheck: fetching vulnerabilities: Get "https://vuln.go.dev/index": dial tcp: lookup: no such host, 403 Forbidden`
	const otherUnreachable = "creating client: unrecognized vulndb format; see https://go.dev/security/vuln/database#api"
	const finding = "Vulnerability #1: GO-2026-0001\n    dial tcp with HTTP GET hangs: i/o timeout, connection refused"
	const excused = "vuln: NOT CHECKED: the vulnerability database "
	healthy, proxied := database(t, http.StatusOK, "[]"), "HTTPS_PROXY="+proxy(t)
	for name, c := range map[string]struct {
		database, text, status string
		exit                   int
		says                   string
	}{
		"nothing known":                      {healthy, "No vulnerabilities found.", "0", 0, "vuln: platform-core: nothing known"},
		"a finding":                          {healthy, finding, "3", 1, "GO-2026-0001"},
		"a finding, and no database":         {closed(t), finding, "3", 1, "GO-2026-0001"},
		"no database":                        {closed(t), unreachable, "1", 0, excused},
		"no other database":                  {closed(t), otherUnreachable, "1", 0, excused},
		"no certificate":                     {unknown(t), unreachable, "1", 0, excused},
		"no such host":                       {"http://vuln.invalid", unreachable, "1", 0, excused},
		"a proxy that does not serve it":     {"https://vuln.example", unreachable, "1", 0, excused},
		"a refusing database":                {database(t, http.StatusForbidden, "[]"), unreachable, "1", 1, "dial tcp"},
		"a mistyped database":                {database(t, http.StatusNotFound, "[]"), otherUnreachable, "1", 1, "unrecognized"},
		"a broken database":                  {database(t, http.StatusInternalServerError, "[]"), unreachable, "1", 1, "dial tcp"},
		"a page":                             {answering(t, http.StatusOK, []byte("<html>")), unreachable, "1", 1, "dial tcp"},
		"no index":                           {database(t, http.StatusOK, "<html>"), unreachable, "1", 1, "dial tcp"},
		"no HTTP":                            {nonsense(t), unreachable, "1", 1, "dial tcp"},
		"no end":                             {circling(t), unreachable, "1", 1, "dial tcp"},
		"a database that is there after all": {healthy, unreachable, "1", 1, "dial tcp"},
		"another failure":                    {healthy, "loading packages: no go.mod", "1", 1, "no go.mod"},
		"another failure, and no database":   {closed(t), "govulncheck: loading packages: no go.mod", "1", 1, "no go.mod"},
		"a failure that quotes such a line":  {closed(t), "loading packages: fetching vulnerabilities: x", "1", 1, "loading packages"},
		"a killed scanner, and no database":  {closed(t), "", "137", 1, ""},
		"a panic of it, and no database":     {closed(t), "panic: runtime error\ngoroutine 1 [running]:", "2", 1, "panic"},
		"no address":                         {"file:///nowhere", unreachable, "1", 1, "dial tcp"},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), ".ci/vuln.sh", scanner(t, c.database, c.text, c.status), "platform-core", "portal")
			cmd.Dir = "../.."
			cmd.Env = append(os.Environ(), "HTTP_PROXY=", "http_proxy=", "https_proxy=", "NO_PROXY=127.0.0.1", "no_proxy=", proxied)
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			_ = cmd.Run()
			require.Equal(t, c.exit, cmd.ProcessState.ExitCode(), out.String())
			assert.Contains(t, out.String(), c.says)
			if c.exit == 0 && c.status != "0" {
				assert.Equal(t, 1, bytes.Count(out.Bytes(), []byte("\n")), "one line: %s", out.String())
			}
		})
	}
}
