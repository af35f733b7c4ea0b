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
	file := filepath.Join(t.TempDir(), "y=z")
	require.NoError(t, os.WriteFile(file, nil, 0o755))
	o, err = parseFlags([]string{
		"--listen", "127.0.0.1:0", "--profile", "p.yaml", "--adapters", "dir", "--adapter", "a=.", "--adapter", "b=" + file,
		"--max-records", "3", "--allow-host", "one", "--allow-host", "two", "--require-confinement", "--quiet",
		"--admin-listen", "127.0.0.1:1", "--path-prefix", "/below/it/", "--log-format", "json",
		"--store", "etcd=https://a:2379,https://b:2379", "--store-ca", "ca.pem", "--store-cert", "c.pem", "--store-key", "k.pem", "--store-prefix", "/other",
	}, &out, &out)
	require.NoError(t, err)
	assert.Equal(t, options{
		Flags: serve.Flags{
			Listen: "127.0.0.1:0", AdminListen: "127.0.0.1:1", AllowHosts: []string{"one", "two"}, PathPrefix: "/below/it", LogFormat: serve.JSON, Quiet: true,
		},
		profile: "p.yaml", adapters: "dir", extra: pairs{"a": ".", "b": file},
		maxRecords: 3, confined: true,
		store: storeFlag{"https://a:2379", "https://b:2379"}, etcd: etcdstore.Config{Endpoints: []string{"https://a:2379", "https://b:2379"}, CA: "ca.pem", Certificate: "c.pem", Key: "k.pem", Prefix: "/other"},
	}, o)
	assert.Empty(t, out.String())
}

// TestWrongFlagsAreUsage: exit code 2, and lines that say what to write and where the help is.
func TestWrongFlagsAreUsage(t *testing.T) {
	const etcd = " has a scheme and a port. Write https://"
	for says, args := range map[string][]string{
		`"platform-server" has no flag "--colour". Its flags are --adapter, --adapter-per-call, --adapters,`: {"--colour"},
		`"platform-server" has no flag "-o". Its flags are --adapter,`:                                       {"-o", "text"},
		`"platform-server" has no flag "--o". Its flags are --adapter,`:                                      {"--o=text"},
		`"platform-server" has no flag "--lisen". Did you mean --listen?`:                                    {"--lisen", "1"},
		`The flag --listen needs a value.`:                                                                   {"--listen"},
		`The argument "serve" is unexpected. Write flags only.`:                                              {"serve"},
		`The flag --profile has an empty value. Write a value, or leave the flag out.`:                       {"--profile="},
		`The flag --store-ca has an empty value. Write a value, or leave the flag out.`:                      {"--quiet", "-store-ca", ""},
		`The flag --path-prefix has an empty value.`:                                                         {"--path-prefix="},
		`The flag --max-records must be at least 1.`:                                                         {"--max-records", "0"},
		`The flag --max-records does not take "many": write a whole number.`:                                 {"--max-records", "many"},
		`The flag --quiet does not take "perhaps": write true or false.`:                                     {"--quiet=perhaps"},
		`The flag --adapter does not take "provider_a": write it as ID=FILE`:                                 {"--adapter", "provider_a"},
		`The flag --adapter does not take "aws=/nope/adapter": stat /nope/adapter: no such file`:             {"--adapter", "aws=/nope/adapter"},
		`The flag --allow-host does not take "": write a host name`:                                          {"--allow-host", ""},
		`The flag --allow-host does not take "http://one": write a host name`:                                {"--allow-host", "http://one"},
		`The flag --store does not take "disk": write memory, or etcd=https://HOST:PORT`:                     {"--store", "disk"},
		`The flag --store does not take "etcd=": write memory, or etcd=https://HOST:PORT`:                    {"--store", "etcd="},
		`The flag --store does not take "10.0.0.1": an address of etcd` + etcd + "10.0.0.1:2379.":            {"--store", "etcd=10.0.0.1"},
		`The flag --store does not take "a:1": an address of etcd` + etcd + "a:1.":                           {"--store", "etcd=https://b:1,a:1"},
		`The flag --store does not take "https://::1": an address of etcd` + etcd + "HOST:PORT.":             {"--store", "etcd=https://::1"},
		`The flag --path-prefix does not take "a b": write a path of letters`:                                {"--path-prefix", "a b"},
		`The flags --admin-listen and --listen need different addresses.`:                                    {"--listen", "127.0.0.1:1", "--admin-listen", "127.0.0.1:1"},
		`The flag --log-format does not take "xml": write text or json.`:                                     {"--log-format", "xml"},
		`--store-prefix need --store etcd=…. Add it, or leave them out.`:                                     {"--store-ca", "ca.pem"},
	} {
		var stderr bytes.Buffer
		assert.Equal(t, problem.ExitUsage, run(t.Context(), args, io.Discard, &stderr), args)
		for line := range strings.Lines(stderr.String()) {
			assert.LessOrEqual(t, len(strings.TrimSpace(line)), 80, line)
		}
		text := strings.Join(strings.Fields(stderr.String()), " ")
		assert.Contains(t, text, "platform-server: usage_error: ")
		assert.Contains(t, text, says, args)
		assert.True(t, strings.HasSuffix(text, " Help: platform-server --help"), text)
		assert.NotContains(t, strings.ToLower(text), "invalid")
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
		"no etcd":            {[]string{"--adapters", dir, "--store", "etcd=nowhere"}, problem.ExitUsage, `The flag --store does not take "nowhere"`},
		"mixed":              {[]string{"--adapters", dir, "--store", "etcd=https://a:1,http://b:1"}, problem.ExitUsage, "takes addresses with https alone, or with http alone"},
		"half a pair":        {[]string{"--adapters", dir, "--store", "etcd=https://a:1", "--store-cert", "c"}, problem.ExitUsage, "--store-cert and --store-key need each other"},
		"plain with CA":      {[]string{"--adapters", dir, "--store", "etcd=http://a:1", "--store-ca", "c"}, problem.ExitUsage, "need addresses with https"},
		"no CA":              {[]string{"--adapters", dir, "--store", "etcd=https://a:1", "--store-ca", "nowhere.pem"}, problem.ExitUsage, "cannot use nowhere.pem for --store-ca"},
		"CA of nothing":      {[]string{"--adapters", dir, "--store", "etcd=https://a:1", "--store-ca", profile}, problem.ExitUsage, "it has no certificate in PEM form"},
		"no pair":            {[]string{"--adapters", dir, "--store", "etcd=https://a:1", "--store-cert", profile, "--store-key", profile}, problem.ExitUsage, "for --store-cert and --store-key"},
		"prefix":             {[]string{"--adapters", dir, "--store", "etcd=https://a:1", "--store-prefix", "a b"}, problem.ExitUsage, "The flag --store-prefix does not take \"a b\": write 1 to 200 letters"},
		"no address":         {[]string{"--adapters", dir, "--listen", "nowhere"}, problem.ExitUsage, "Cannot listen on nowhere: "},
		"only a port":        {[]string{"--adapters", dir, "--listen", "9700"}, problem.ExitUsage, "such as --listen 127.0.0.1:9700."},
		"address of another": {[]string{"--adapters", dir, "--listen", "192.0.2.1:80"}, problem.ExitFailure, "address_unavailable: Cannot listen on 192.0.2.1:80: "},
		"no admin":           {[]string{"--adapters", dir, "--admin-listen", "nowhere"}, problem.ExitUsage, "Write HOST:PORT, such as --admin-listen 127.0.0.1:8080. Help: platform-server --help"},
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
