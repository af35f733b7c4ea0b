package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	cli "platform.internal/platform-cli"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
)

// nothing is a catalog without adapters.
type nothing struct{}

func (nothing) Providers() []string { return nil }

func (nothing) Adapter(context.Context, string) (adapter.Adapter, error) {
	return nil, problem.New(problem.AdapterUnavailable, "No adapter.")
}

func (nothing) Status(context.Context, string) (adapter.Status, error) {
	return adapter.Status{}, problem.New(problem.AdapterUnavailable, "No adapter.")
}

// answer is the output of a command line and its exit code.
type answer struct {
	exit     int
	out, err string
}

func platform(t testing.TB, stdin string, args ...string) answer {
	t.Helper()
	var out, err bytes.Buffer
	exit := cli.Main(t.Context(), args, cli.Streams{In: strings.NewReader(stdin), Out: &out, Err: &err},
		cli.WithCatalog(nothing{}))
	return answer{exit, out.String(), err.String()}
}

// document checks that standard output is exactly one JSON document in the platform's format. It
// returns the document's code.
func (a answer) document(t testing.TB) string {
	t.Helper()
	var raw json.RawMessage
	dec := json.NewDecoder(strings.NewReader(a.out))
	require.NoError(t, dec.Decode(&raw), a.out)
	_, err := dec.Token()
	require.Equal(t, io.EOF, err, "one document and nothing else")
	assert.True(t, strings.HasPrefix(a.out, "{\n  ") && strings.HasSuffix(a.out, "\n}\n"), a.out)
	var p struct{ Code string }
	require.NoError(t, json.Unmarshal(raw, &p))
	return p.Code
}

func TestEveryFailureIsOneDocument(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("profile.yaml", []byte("provider: provider_z\n"), 0o644))
	require.NoError(t, os.WriteFile("broken.yaml", []byte("a: [\n"), 0o644))
	tests := map[string]struct {
		args []string
		code problem.Code
	}{
		"unknown command":          {[]string{"aply"}, problem.UsageError},
		"unknown sub-command":      {[]string{"request", "apply"}, problem.UsageError},
		"unknown flag":             {[]string{"version", "--long"}, problem.UsageError},
		"unknown short flag":       {[]string{"version", "-x"}, problem.UsageError},
		"flag without value":       {[]string{"setup", "init", "--provider"}, problem.UsageError},
		"flag with another value":  {[]string{"setup", "init", "--force=perhaps"}, problem.UsageError},
		"flag with another syntax": {[]string{"setup", "init", "--=x"}, problem.UsageError},
		"argument too many":        {[]string{"version", "x"}, problem.UsageError},
		"argument too few":         {[]string{"request", "diff", "a.yaml"}, problem.UsageError},
		"no file":                  {[]string{"request", "validate", "--profile", "profile.yaml"}, problem.UsageError},
		"no profile":               {[]string{"request", "validate", "request.yaml"}, problem.UsageError},
		"unknown help topic":       {[]string{"help", "apply"}, problem.UsageError},
		"unknown help sub-topic":   {[]string{"help", "request", "apply"}, problem.UsageError},
		"unknown shell":            {[]string{"completion", "tcsh"}, problem.UsageError},
		"adapter without file": {[]string{"setup", "status", "profile.yaml", "--adapter", "provider_a"},
			problem.UsageError},
		"adapter twice": {[]string{"setup", "status", "profile.yaml", "--adapter", "a=b", "--adapter", "a=c"},
			problem.UsageError},
		"one name for two files": {[]string{"request", "validate", "x", "--profile", "p", "--sarif", "s", "--junit", "s"},
			problem.UsageError},
		"absent profile":      {[]string{"setup", "status", "absent.yaml"}, problem.FileNotReadable},
		"folder as profile":   {[]string{"setup", "status", "."}, problem.FileNotReadable},
		"malformed profile":   {[]string{"setup", "status", "broken.yaml"}, problem.MalformedBody},
		"unknown provider":    {[]string{"setup", "validate", "profile.yaml"}, problem.InstallationRejected},
		"malformed request":   {[]string{"request", "diff", "broken.yaml", "broken.yaml"}, problem.MalformedBody},
		"no proposal":         {[]string{"request", "status", "profile.yaml"}, problem.ProposalRejected},
		"unknown request ID":  {[]string{"request", "status", "req-0123456789abcdef0123"}, problem.RequestNotFound},
		"unknown proposal ID": {[]string{"request", "status", "prop-0123456789abcdef0123"}, problem.ProposalNotFound},
		"protected file": {[]string{"setup", "init", "--provider", "provider_a", "--output", "profile.yaml"},
			problem.FileProtected},
		"protected folder": {[]string{"request", "propose", "x", "--profile", "p", "--output", "."},
			problem.UsageError},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := platform(t, "", test.args...)
			assert.Equal(t, string(test.code), s.document(t))
			assert.Equal(t, test.code.Exit(), s.exit)
			assert.Contains(t, s.err, string(test.code)+": ")
		})
	}
}

func TestHelpIsText(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {"request", "--help"}, {"request", "validate", "-h"}, {"help"},
		{"help", "setup", "init"}} {
		s := platform(t, "", args...)
		assert.Zero(t, s.exit)
		assert.Contains(t, s.out, "Examples:\n  platform ")
		assert.Empty(t, s.err)
	}
}

func TestQuiet(t *testing.T) {
	s := platform(t, "", "--quiet", "aply")
	assert.Equal(t, problem.ExitUsage, s.exit)
	assert.Equal(t, "usage_error", s.document(t))
	assert.Empty(t, s.err)
}

// TestNoControlCharacterGetsThrough puts terminal sequences into every text from outside.
func TestNoControlCharacterGetsThrough(t *testing.T) {
	const evil = "\x1b[2J\u009b31m\u202e\x7f"
	t.Chdir(t.TempDir())
	name := "a" + evil + "\n.yaml"
	require.NoError(t, os.WriteFile(name, []byte("\"k\\e[2J\\u009b\\u202e\\x7f\\n\": 1\nowner: 3\n"), 0o644))
	require.NoError(t, os.WriteFile("profile.json",
		[]byte(`{"provider":"`+"\u009b\u202e\x7f"+`\u001b[2J","mode":"\u001b"}`), 0o644))
	lines := [][]string{
		{"request", "diff", name, name},
		{"request", "diff", "absent" + evil, "b"},
		{"setup", "status", "profile.json"},
		{evil},
		{"request", evil},
		{"--" + evil},
		{"version", evil},
		{"setup", "init", "--force=" + evil},
		{"setup", "init", "--provider", evil},
		{"completion", evil},
		{"help", evil},
		{"request", "validate", "x", "--profile", "p", "--sarif", evil + "/x"},
		{"setup", "init", "--adapter", evil},
	}
	for _, args := range lines {
		s := platform(t, "", args...)
		s.document(t)
		for _, text := range []string{s.out, s.err} {
			assert.NotRegexp(t, "[\x00-\x08\x0b-\x1f\x7f\u0080-\u009f\u202a-\u202e\u2066-\u2069]", text, "%q", args)
		}
	}
}

// broken is a writer that fails after some bytes, as on a full disk.
type broken struct{ left int }

func (b *broken) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left < 0 {
		return 0, errors.New("no space left")
	}
	return len(p), nil
}

func TestAnUnwritableDocumentIsAFailure(t *testing.T) {
	for _, args := range [][]string{{"version"}, {"--help"}, {"completion", "bash"}} {
		var err bytes.Buffer
		exit := cli.Main(t.Context(), args, cli.Streams{Out: &broken{3}, Err: &err}, cli.WithCatalog(nothing{}))
		assert.Equal(t, problem.ExitFailure, exit, args)
		assert.Contains(t, err.String(), "standard output cannot be written: no space left")
	}
}

func TestDiffOfSpellings(t *testing.T) {
	t.Chdir(t.TempDir())
	request := `application: Checkout
environment: dev
owner: Payments@Example.com
cost_centre: cc-4711
data_classification: internal
region: eu-west-1
network_cidr: 10.20.1.0/20
cluster_size: small
monthly_budget: 500
business_justification: Integration   tests of checkout.
`
	require.NoError(t, os.WriteFile("a.yaml", []byte(request), 0o644))
	s := platform(t, strings.Replace(request, "dev\n", "development\n", 1), "request", "diff", "a.yaml", "-")
	assert.Zero(t, s.exit)
	assert.Contains(t, s.out, `"same": true`)
	s = platform(t, strings.Replace(request, "500", "900", 1), "request", "diff", "a.yaml", "-")
	assert.Zero(t, s.exit)
	assert.Contains(t, s.out, `"same": false`)
	assert.Contains(t, s.err, "  monthly_budget: 500 -> 900\n")
	assert.NotContains(t, s.out, filepath.Dir(os.Args[0]))
}
