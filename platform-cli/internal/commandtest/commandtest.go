// Package commandtest runs one command in a test. [Run] uses an adapter in this process and a fixed
// day; [Folder] creates a folder with documents.
package commandtest

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/adapter"
)

// Request is a YAML request that policy accepts.
const Request = `application: checkout
environment: development
owner: payments@example.com
cost_centre: CC-4711
data_classification: internal
region: north-1
network_cidr: 10.20.0.0/20
cluster_size: small
monthly_budget: 500
business_justification: Integration tests of the checkout service.
expiry_date: 2026-12-15
`

// Documents are the files of a [Folder].
var Documents = map[string]string{
	"profile.yaml":    "provider: provider_t\n",
	"enterprise.yaml": "provider: provider_t\nmode: enterprise\n",
	"request.yaml":    Request,
	"denied.yaml":     strings.Replace(Request, "10.20.0.0/20", "8.8.0.0/20", 1),
	"malformed.yaml":  strings.Replace(Request, "owner: payments@example.com\n", "", 1),
}

// Folder creates a folder with [Documents] and more files, given as name and text in turn. The
// folder becomes the working directory of the test.
func Folder(t testing.TB, more ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range Documents {
		write(t, name, text)
	}
	for i := 0; i < len(more); i += 2 {
		write(t, more[i], more[i+1])
	}
}

func write(t testing.TB, name, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o750))
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
}

// Host returns a host with the adapter provider_t.
func Host() host.Host {
	return host.Host{
		Stdin: strings.NewReader(""), Help: io.Discard, Warnings: io.Discard,
		Open: func(host.Adapters) (adapter.Catalog, func(), error) { return catalog{}, func() {}, nil },
		Now:  func() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) },
	}
}

// Run runs a command with [RunOn] and the [Host].
func Run(t testing.TB, constructor func(*host.Invocation) *cobra.Command, args ...string) *host.Result {
	t.Helper()
	return RunOn(t, Host(), constructor, args...)
}

// RunOn runs the command that constructor returns, and returns its [host.Result].
func RunOn(t testing.TB, h host.Host, constructor func(*host.Invocation) *cobra.Command, args ...string) *host.Result {
	t.Helper()
	var before host.Result
	h.Show = func(part *host.Result) {
		before.JSON, before.Text = append(before.JSON, part.JSON...), append(before.Text, part.Text...)
		before.Notes = append(before.Notes, part.Notes...)
	}
	inv := host.NewInvocation(t.Context(), h)
	c := constructor(inv)
	inv.GlobalFlags(c)
	c.SilenceErrors, c.SilenceUsage = true, true
	c.SetArgs(append([]string{}, args...))
	r := inv.Result(c.ExecuteContext(context.WithoutCancel(t.Context())))
	r.JSON, r.Text, r.Notes = append(before.JSON, r.JSON...), append(before.Text, r.Text...),
		append(before.Notes, r.Notes...)
	return r
}

// Sentences returns the lines for a person without the line breaks that fit them to a terminal.
func Sentences(r *host.Result) string {
	lines := append(append([]string{}, r.Text...), r.Notes...)
	return strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
}

// Member returns a member of the result's document. The names are the path to it.
func Member(t testing.TB, r *host.Result, names ...string) any {
	t.Helper()
	var at any
	require.NoError(t, json.Unmarshal(r.JSON, &at), string(r.JSON))
	for _, name := range names {
		object, ok := at.(map[string]any)
		require.True(t, ok, "%s in %s", name, r.JSON)
		at = object[name]
	}
	return at
}
