package adapterhost

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/problem"
)

// digestOfTests is the hash of this test binary, which every process is.
var digestOfTests = sync.OnceValue(func() string {
	file, err := os.Open(testBinary())
	if err != nil {
		panic(err)
	}
	image, err := process.Load(file)
	if err != nil {
		panic(err)
	}
	defer func() { _ = image.Close() }()
	digest, err := image.Digest()
	if err != nil {
		panic(err)
	}
	return strings.TrimPrefix(digest, "sha256:")
})

func testBinary() string {
	path, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return path
}

// install puts the process name into a folder of its own, locked as the adapter
// "sample", and returns the folder.
func install(t testing.TB, name string) string {
	t.Helper()
	dir := t.TempDir()
	link(t, filepath.Join(dir, name))
	require.NoError(t, WriteLock(dir, []LockEntry{{ID: "sample", File: name, Version: "1.2.3", SHA256: digestOfTests()}}))
	return dir
}

// link makes this test binary known under path.
func link(t testing.TB, path string) {
	t.Helper()
	if os.Link(testBinary(), path) == nil {
		return
	}
	data, err := os.ReadFile(testBinary())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, data, 0o700))
}

// open returns a catalog of the folder that the test closes.
func open(t testing.TB, options Options) *Catalog {
	t.Helper()
	if raceDetector && options.MaxMemory == 0 {
		options.MaxMemory = NoMaxMemory // its shadow memory is beyond any bound
	}
	catalog, err := Open(options)
	require.NoError(t, err)
	t.Cleanup(catalog.Close)
	return catalog
}

// start returns the running adapter that the process name is.
func start(t testing.TB, name string, options Options) adapter.Adapter {
	t.Helper()
	options.Dir = install(t, name)
	adapter, err := open(t, options).Adapter(t.Context(), "sample")
	require.NoError(t, err)
	return adapter
}

// refusal requires that err is a Problem with the code and that its detail has
// each of the words.
func refusal(t testing.TB, err error, code problem.Code, words ...string) *problem.Problem {
	t.Helper()
	var p *problem.Problem
	require.ErrorAs(t, err, &p)
	assert.Equal(t, code, p.Code, p.Error())
	for _, word := range words {
		assert.Contains(t, p.Detail, word)
	}
	if code == problem.AdapterUnavailable {
		assert.GreaterOrEqual(t, p.RetryAfter, 1)
		assert.LessOrEqual(t, p.RetryAfter, 5)
	}
	return p
}

// pid returns the process ID that an identifying adapter answers with.
func pid(t testing.TB, adapter adapter.Adapter) int {
	t.Helper()
	checks, err := adapter.CheckInstallation(context.Background(), sampleProfile())
	require.NoError(t, err)
	id, err := strconv.Atoi(checks[0].Message)
	require.NoError(t, err)
	return id
}

// journal is a log that a test can read.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(data []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(data)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

func (j *journal) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(j, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// soon requires that the journal gets to hold the text.
func (j *journal) soon(t testing.TB, text string) {
	t.Helper()
	require.Eventually(t, func() bool { return strings.Contains(j.String(), text) }, 5*time.Second, 5*time.Millisecond, "%s", text)
}

// count returns how often the journal holds the text.
func count(log *journal, text string) int { return strings.Count(log.String(), text) }
