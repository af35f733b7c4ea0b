package main

import (
	"bytes"
	"compress/gzip"
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
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		assert.Equal(t, "/index/modules.json.gz", r.URL.Path)
		w.WriteHeader(status)
		text := gzip.NewWriter(w)
		_, _ = text.Write([]byte(content))
		_ = text.Close()
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// closed is the address of a server that is gone.
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
	script := "#!/bin/sh\nif [ \"$1\" = -h ]; then\n  printf '  -db url\\n    \\tvulnerability database url (default \"" + database + "\")\\n' >&2\n  exit 0\nfi\n" +
		"[ \"$1 $2\" = \"-db " + database + "\" ] || exit 9\nprintf '%s\\n' '" + text + "'\nexit " + status + "\n"
	require.NoError(t, os.WriteFile(path, []byte(script), 0o700))
	return path
}

// TestVuln runs .ci/vuln with scanners that end in each way. What they print excuses
// nothing; only a database that cannot be fetched does, and no finding.
func TestVuln(t *testing.T) {
	const unreachable = `govulncheck: fetching vulnerabilities: Get "https://vuln.go.dev/index": dial tcp: lookup: no such host, 403 Forbidden`
	const finding = "Vulnerability #1: GO-2026-0001\n    dial tcp with HTTP GET hangs: i/o timeout, connection refused"
	healthy, broken := database(t, http.StatusOK, "[]"), database(t, http.StatusOK, "<html>")
	for name, c := range map[string]struct {
		database, text, status string
		exit                   int
		says                   string
	}{
		"nothing known":                      {healthy, "No vulnerabilities found.", "0", 0, "vuln: platform-core: nothing known"},
		"a finding":                          {healthy, finding, "3", 1, "GO-2026-0001"},
		"a finding, and no database":         {closed(t), finding, "3", 1, "GO-2026-0001"},
		"no database":                        {closed(t), unreachable, "1", 0, "vuln: NOT CHECKED: the vulnerability database "},
		"a refusing database":                {database(t, http.StatusForbidden, "[]"), unreachable, "1", 0, "vuln: NOT CHECKED"},
		"no index":                           {broken, unreachable, "1", 0, "vuln: NOT CHECKED"},
		"a database that is there after all": {healthy, unreachable, "1", 1, "dial tcp"},
		"another failure":                    {healthy, "loading packages: no go.mod", "1", 1, "no go.mod"},
		"no address":                         {"file:///nowhere", unreachable, "1", 1, "dial tcp"},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), ".ci/vuln", scanner(t, c.database, c.text, c.status), "platform-core", "portal")
			cmd.Dir = "../.."
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
