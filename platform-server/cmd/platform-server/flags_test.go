package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/serve"
	"platform.internal/platform-core/store"
	"platform.internal/platform-server/etcdstore"
)

func TestFlags(t *testing.T) {
	var out bytes.Buffer
	o, err := parseFlags(nil, &out, &out)
	require.NoError(t, err)
	assert.Equal(t, options{
		Flags: serve.Flags{Listen: "127.0.0.1:8080", LogFormat: serve.Text}, extra: pairs{}, maxRecords: store.DefaultMaxRecords, etcd: etcdstore.Config{Prefix: etcdstore.DefaultPrefix},
	}, o)
	o, err = parseFlags([]string{
		"--listen", "127.0.0.1:0", "--profile", "p.yaml", "--adapters", "dir", "--adapter", "a=x", "--adapter", "b=y=z",
		"--max-records", "3", "--allow-host", "one", "--allow-host", "two", "--require-confinement", "--quiet",
		"--admin-listen", "127.0.0.1:1", "--path-prefix", "/below/it/", "--log-format", "json",
		"--store", "etcd=https://a:2379,https://b:2379", "--store-ca", "ca.pem", "--store-cert", "c.pem", "--store-key", "k.pem", "--store-prefix", "/other",
	}, &out, &out)
	require.NoError(t, err)
	assert.Equal(t, options{
		Flags: serve.Flags{
			Listen: "127.0.0.1:0", AdminListen: "127.0.0.1:1", AllowHosts: []string{"one", "two"}, PathPrefix: "/below/it", LogFormat: serve.JSON, Quiet: true,
		},
		profile: "p.yaml", adapters: "dir", extra: pairs{"a": "x", "b": "y=z"},
		maxRecords: 3, confined: true,
		store: storeFlag{"https://a:2379", "https://b:2379"}, etcd: etcdstore.Config{CA: "ca.pem", Certificate: "c.pem", Key: "k.pem", Prefix: "/other"},
	}, o)
	assert.Empty(t, out.String())
}

// TestWrongFlagsAreUsage: exit code 2, and a line that says what to write.
func TestWrongFlagsAreUsage(t *testing.T) {
	for name, test := range map[string]struct {
		args []string
		says string
	}{
		"unknown flag":      {[]string{"--colour"}, "there is no flag --colour; --help shows the flags"},
		"misspelt flag":     {[]string{"--lisen", "1"}, "there is no flag --lisen; did you mean --listen; --help"},
		"no value":          {[]string{"--listen"}, "the flag --listen needs a value"},
		"argument":          {[]string{"serve"}, `"serve"; write flags only`},
		"no records":        {[]string{"--max-records", "0"}, "--max-records must be at least 1"},
		"records as text":   {[]string{"--max-records", "many"}, `the flag --max-records does not take "many": write a whole number`},
		"switch with text":  {[]string{"--quiet=perhaps"}, `the flag --quiet does not take "perhaps": write true or false`},
		"adapter":           {[]string{"--adapter", "provider_a"}, "write it as ID=FILE"},
		"no host":           {[]string{"--allow-host", ""}, "write a host name"},
		"address of a host": {[]string{"--allow-host", "http://one"}, "write a host name"},
		"no store":          {[]string{"--store", "disk"}, `the flag --store does not take "disk": write memory, or etcd=https://HOST:PORT`},
		"no members":        {[]string{"--store", "etcd="}, "write memory, or etcd=https://HOST:PORT"},
		"prefix":            {[]string{"--path-prefix", "a b"}, "write a path of letters"},
		"one address":       {[]string{"--listen", "127.0.0.1:1", "--admin-listen", "127.0.0.1:1"}, "usage_error: --admin-listen and --listen need different addresses"},
		"log format":        {[]string{"--log-format", "xml"}, "write text or json"},
		"members' files":    {[]string{"--store-ca", "ca.pem"}, "need --store etcd=…; add it"},
	} {
		t.Run(name, func(t *testing.T) {
			var stderr bytes.Buffer
			assert.Equal(t, problem.ExitUsage, run(t.Context(), test.args, io.Discard, &stderr))
			assert.Contains(t, stderr.String(), test.says)
			assert.Equal(t, 1, strings.Count(stderr.String(), "\n"))
			assert.NotContains(t, strings.ToLower(stderr.String()), "invalid")
		})
	}
}

func TestHelp(t *testing.T) {
	var stdout bytes.Buffer
	assert.Equal(t, problem.ExitDone, run(t.Context(), []string{"--help"}, &stdout, io.Discard))
	for _, flag := range []string{"listen", "profile", "adapters", "adapter", "max-records", "allow-host", "require-confinement", "quiet", "admin-listen", "path-prefix", "log-format", "version", "store", "store-ca", "store-cert", "store-key", "store-prefix"} {
		assert.Contains(t, stdout.String(), "  --"+flag)
	}
}

// TestWhatCannotStart runs the server over a folder without adapters.
func TestWhatCannotStart(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "adapters.lock.json"), []byte(`{"schema":"platform.adapters-lock/v1","adapters":[]}`), 0o644))
	profile := filepath.Join(dir, "profile.yaml")
	require.NoError(t, os.WriteFile(profile, []byte("provider: provider_z\nmode: moon\n"), 0o644))
	large := filepath.Join(dir, "large.yaml")
	require.NoError(t, os.WriteFile(large, bytes.Repeat([]byte("#"), maxProfile+1), 0o644))
	request := filepath.Join(dir, "request.yaml")
	require.NoError(t, os.WriteFile(request, []byte("application: checkout\nowner: a@example.com\n"), 0o644))
	for name, test := range map[string]struct {
		args []string
		exit int
		says string
	}{
		"no adapters":        {[]string{"--adapters", filepath.Join(dir, "absent")}, problem.ExitFailure, "adapter_unavailable: "},
		"no profile":         {[]string{"--adapters", dir, "--profile", "nowhere.yaml"}, problem.ExitUsage, "cannot read the profile nowhere.yaml; check the path"},
		"folder":             {[]string{"--adapters", dir, "--profile", dir}, problem.ExitUsage, "name a file"},
		"large profile":      {[]string{"--adapters", dir, "--profile", large}, problem.ExitUsage, "has more than 1048576 bytes"},
		"wrong profile":      {[]string{"--adapters", dir, "--profile", profile}, problem.ExitUsage, "profile.yaml:2:7: unsupported_value: mode must be one of"},
		"a request":          {[]string{"--adapters", dir, "--profile", request}, problem.ExitUsage, "request.yaml is a request, not an installation profile; name the profile here"},
		"no etcd":            {[]string{"--adapters", dir, "--store", "etcd=nowhere"}, problem.ExitUsage, `"nowhere" is not an address of etcd; write https://HOST:PORT`},
		"mixed":              {[]string{"--adapters", dir, "--store", "etcd=https://a:1,http://b:1"}, problem.ExitUsage, "write all addresses with https, or all with http"},
		"half a pair":        {[]string{"--adapters", dir, "--store", "etcd=https://a:1", "--store-cert", "c"}, problem.ExitUsage, "--store-cert and --store-key need each other"},
		"plain with CA":      {[]string{"--adapters", dir, "--store", "etcd=http://a:1", "--store-ca", "c"}, problem.ExitUsage, "need addresses with https"},
		"no CA":              {[]string{"--adapters", dir, "--store", "etcd=https://a:1", "--store-ca", "nowhere.pem"}, problem.ExitUsage, "cannot use nowhere.pem for --store-ca"},
		"CA of nothing":      {[]string{"--adapters", dir, "--store", "etcd=https://a:1", "--store-ca", profile}, problem.ExitUsage, "it has no certificate in PEM form"},
		"no pair":            {[]string{"--adapters", dir, "--store", "etcd=https://a:1", "--store-cert", profile, "--store-key", profile}, problem.ExitUsage, "for --store-cert and --store-key"},
		"prefix":             {[]string{"--adapters", dir, "--store", "etcd=https://a:1", "--store-prefix", "a b"}, problem.ExitUsage, "--store-prefix must be 1 to 200 letters"},
		"no address":         {[]string{"--adapters", dir, "--listen", "nowhere"}, problem.ExitUsage, "Cannot listen on nowhere: "},
		"only a port":        {[]string{"--adapters", dir, "--listen", "9700"}, problem.ExitUsage, "such as --listen 127.0.0.1:9700."},
		"address of another": {[]string{"--adapters", dir, "--listen", "192.0.2.1:80"}, problem.ExitFailure, "address_unavailable: Cannot listen on 192.0.2.1:80: "},
		"no admin":           {[]string{"--adapters", dir, "--admin-listen", "nowhere"}, problem.ExitUsage, "Write HOST:PORT, such as --admin-listen 127.0.0.1:8080."},
	} {
		t.Run(name, func(t *testing.T) {
			var stderr bytes.Buffer
			assert.Equal(t, test.exit, run(t.Context(), test.args, io.Discard, &stderr), stderr.String())
			assert.Contains(t, strings.Join(strings.Fields(stderr.String()), " "), test.says, "wrapped at 80 columns")
		})
	}
}

// started ends a run as soon as it says that it serves.
type started struct {
	bytes.Buffer
	end context.CancelFunc
}

func (s *started) Write(p []byte) (int, error) {
	if bytes.HasPrefix(p, []byte("listening on http://127.0.0.1:")) {
		defer s.end()
	}
	return s.Buffer.Write(p)
}

func TestRunServesUntilItIsStopped(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "adapters.lock.json"), []byte(`{"schema":"platform.adapters-lock/v1","adapters":[]}`), 0o644))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stderr := &started{end: cancel}
	assert.Equal(t, problem.ExitDone, run(ctx, []string{"--adapters", dir, "--listen", "127.0.0.1:0"}, io.Discard, stderr))
	assert.Contains(t, stderr.String(), "listening on http://127.0.0.1:")
}
