package adapterhost

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// Each way in which an adapter cannot start has its own sentence.
func TestAdaptersThatCannotStart(t *testing.T) {
	nothing := func(*testing.T, string) {}
	for name, c := range map[string]struct {
		process string
		spoil   func(t *testing.T, file string)
		code    problem.Code
		words   []string
	}{
		"missing":         {"good", remove, problem.AdapterUnavailable, []string{"sample", "good", "does not exist"}},
		"a folder":        {"good", replaceByFolder, problem.AdapterUnavailable, []string{"not an executable file"}},
		"not executable":  {"good", replaceByPlain, problem.AdapterUnavailable, []string{"chmod +x"}},
		"altered":         {"good", alter, problem.AdapterUnavailable, []string{"not the one that adapters.lock.json names"}},
		"other version":   {"from-tomorrow", nothing, problem.AdapterUnavailable, []string{"version 2", "version 1", "Upgrade the platform"}},
		"no adapter":      {"no-adapter", nothing, problem.AdapterUnavailable, []string{"did not answer as an adapter", "plugin.Serve"}},
		"exiting":         {"exiting", nothing, problem.AdapterUnavailable, []string{"did not answer as an adapter"}},
		"silent":          {"silent", nothing, problem.AdapterUnavailable, []string{"within 1s"}},
		"another's name":  {"misnamed", nothing, problem.AdapterContractViolation, []string{"sample", "identity"}},
		"another's bytes": {"good", replaceByText, problem.AdapterUnavailable, []string{"not the one that adapters.lock.json names"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := install(t, c.process)
			c.spoil(t, filepath.Join(dir, c.process))
			timeout := 10 * time.Second
			if c.process == "silent" {
				timeout = time.Second
			}
			catalog := open(t, Options{Dir: dir, StartTimeout: timeout})
			_, err := catalog.Adapter(t.Context(), "sample")
			p := refusal(t, err, c.code, c.words...)
			assert.NotContains(t, p.Detail, dir, "paths are for the log")
		})
	}
}

func remove(t *testing.T, file string) { require.NoError(t, os.Remove(file)) }

func replaceByFolder(t *testing.T, file string) {
	remove(t, file)
	require.NoError(t, os.Mkdir(file, 0o700))
}

func replaceByPlain(t *testing.T, file string) {
	remove(t, file)
	require.NoError(t, os.WriteFile(file, []byte("text"), 0o600))
}

func replaceByText(t *testing.T, file string) {
	remove(t, file)
	require.NoError(t, os.WriteFile(file, []byte("text"), 0o700))
}

func alter(t *testing.T, file string) {
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	data[len(data)-1] ^= 1
	remove(t, file)
	require.NoError(t, os.WriteFile(file, data, 0o700))
}

func TestAFileThatDoesNotRunHere(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "text")
	require.NoError(t, os.WriteFile(file, []byte("text"), 0o700))
	_, err := open(t, Options{Extra: map[string]string{"sample": file}}).Adapter(t.Context(), "sample")
	p := refusal(t, err, problem.AdapterUnavailable, "does not run on this machine", "Build it for")
	assert.ErrorContains(t, p.Cause, "exec format error")
}

func TestAnUnknownProvider(t *testing.T) {
	t.Parallel()
	catalog := open(t, Options{Dir: install(t, "good")})
	_, err := catalog.Adapter(t.Context(), "other")
	refusal(t, err, problem.AdapterUnavailable, `"other"`, "it has sample")
	_, err = catalog.Status(t.Context(), "other")
	refusal(t, err, problem.AdapterUnavailable)
}

func TestTheOutputOfAFailedStartIsLogged(t *testing.T) {
	t.Parallel()
	var log journal
	catalog := open(t, Options{Dir: install(t, "exiting"), Logger: log.logger()})
	_, err := catalog.Adapter(t.Context(), "sample")
	p := refusal(t, err, problem.AdapterUnavailable)
	assert.NotContains(t, p.Error(), "cannot continue")
	log.soon(t, `msg="adapter output" adapter=sample line="cannot continue"`)
	require.Error(t, p.Cause)
	assert.Contains(t, p.Cause.Error(), `its last line was "cannot continue": `)
	assert.NotContains(t, log.String(), "fault=", "whoever asked logs it, once")
}

// Each answer that breaks the contract is refused, and the process continues.
func TestAnswersThatBreakTheContract(t *testing.T) {
	for name, c := range map[string]struct {
		process string
		rule    string
	}{
		"unsorted": {"unsorted", "sorted-and-unique"},
		"an error": {"failing", "answers"},
		"a panic":  {"panicking", "answers"},
		"no text":  {"garbled", "text"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			adapter := start(t, c.process, Options{})
			_, err := adapter.Evaluate(t.Context(), sampleOrder(request.Small))
			if err == nil {
				_, err = adapter.Generate(t.Context(), sampleOrder(request.Small))
			}
			refusal(t, err, problem.AdapterContractViolation, "sample", c.rule)
			_, err = adapter.CheckInstallation(t.Context(), sampleProfile())
			assert.NoError(t, err)
		})
	}
}

func TestAnAnswerIsBounded(t *testing.T) {
	t.Parallel()
	dir := install(t, "huge")
	impl, err := open(t, Options{Dir: dir}).Adapter(t.Context(), "sample")
	require.NoError(t, err)
	_, err = impl.Generate(t.Context(), sampleOrder(request.Small))
	require.NoError(t, err)
	impl, err = open(t, Options{Dir: dir, MaxAnswer: adapter.MaxFileSize}).Adapter(t.Context(), "sample")
	require.NoError(t, err)
	_, err = impl.Generate(t.Context(), sampleOrder(request.Small))
	p := refusal(t, err, problem.AdapterContractViolation, "size")
	assert.Equal(t, "is an answer of more than 524288 bytes", p.Faults[0].Message)
}

func TestAnAdaptersOwnWordsStayOutOfTheAnswer(t *testing.T) {
	t.Parallel()
	adapter := start(t, "failing", Options{})
	_, err := adapter.Evaluate(t.Context(), sampleOrder(request.Small))
	p := refusal(t, err, problem.AdapterContractViolation)
	assert.NotContains(t, p.Error(), "own words")
	require.Error(t, p.Cause)
	assert.Contains(t, p.Cause.Error(), "own words")
	assert.NotContains(t, p.Cause.Error(), "\x1b")
}

func TestAPanicIsLoggedAndTheProcessContinues(t *testing.T) {
	t.Parallel()
	var log journal
	adapter := start(t, "panicking", Options{Logger: log.logger()})
	before := pid(t, adapter)
	_, err := adapter.Evaluate(t.Context(), sampleOrder(request.Small))
	refusal(t, err, problem.AdapterContractViolation)
	log.soon(t, "a fault of mine")
	log.soon(t, "processes_test.go") // its stack
	assert.Equal(t, before, pid(t, adapter))
}

func TestACancelledCallerIsNotKeptWaiting(t *testing.T) {
	t.Parallel()
	adapter := start(t, "hanging", Options{})
	before := pid(t, adapter)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	began := time.Now()
	_, err := adapter.Evaluate(ctx, sampleOrder(request.Small))
	assert.Equal(t, context.Canceled, err)
	assert.Less(t, time.Since(began), 2*time.Second)

	late, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = adapter.Evaluate(late, sampleOrder(request.Small))
	assert.Equal(t, context.DeadlineExceeded, err)
	assert.Equal(t, before, pid(t, adapter), "a caller that left says nothing of the adapter")
}

func TestACancelledCallerDoesNotWaitForAStart(t *testing.T) {
	t.Parallel()
	catalog := open(t, Options{Dir: install(t, "silent")})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := catalog.Adapter(ctx, "sample")
	assert.Equal(t, context.DeadlineExceeded, err)
	began := time.Now()
	catalog.Close()
	assert.Less(t, time.Since(began), 5*time.Second, "closing does not wait for the start to time out")
}

func TestAClosedCatalogAsksNothingMore(t *testing.T) {
	t.Parallel()
	catalog := open(t, Options{Dir: install(t, "hanging")})
	adapter, err := catalog.Adapter(t.Context(), "sample")
	require.NoError(t, err)
	failed := make(chan error)
	go func() {
		_, err := adapter.Evaluate(context.Background(), sampleOrder(request.Small))
		failed <- err
	}()
	time.Sleep(50 * time.Millisecond)
	catalog.Close()
	refusal(t, <-failed, problem.AdapterUnavailable, "stopping")
	_, err = adapter.Evaluate(t.Context(), sampleOrder(request.Small))
	refusal(t, err, problem.AdapterUnavailable, "stopping")
	_, err = catalog.Adapter(t.Context(), "sample")
	refusal(t, err, problem.AdapterUnavailable, "stopping")
	catalog.Close() // a second time does no harm
}

func TestMessagesNameTheSideToUpgrade(t *testing.T) {
	f := failure{id: "sample", file: "good"}
	refusal(t, f.otherVersion(adapter.ContractVersion+1, nil), problem.AdapterUnavailable, "speaks version 1.", "Upgrade the platform")
	refusal(t, f.otherVersion(adapter.ContractVersion-1, nil), problem.AdapterUnavailable, "Upgrade the adapter")
}

func TestProblemsOfTheLockFile(t *testing.T) {
	_, err := Open(Options{Dir: t.TempDir()})
	refusal(t, err, problem.AdapterUnavailable, "There is no adapters.lock.json")
	entry := `{"id":"a","file":"f","version":"1","sha256":"` + strings.Repeat("0", 64) + `"}`
	for name, c := range map[string]struct{ text, field string }{
		"no JSON":          {"nonsense", ""},
		"empty":            {"", ""},
		"trailing":         {`{"schema":"platform.adapters-lock/v1","adapters":[]} {}`, ""},
		"unknown field":    {`{"schema":"platform.adapters-lock/v1","adapters":[],"extra":1}`, "extra"},
		"no schema":        {`{"adapters":[` + entry + `]}`, "schema"},
		"twice":            {lockOf(entry, entry), "adapters[1].id"},
		"no ID":            {lockOf(`{"file":"f","version":"1","sha256":"` + strings.Repeat("0", 64) + `"}`), "adapters[0].id"},
		"a capital ID":     {lockOf(strings.Replace(entry, `"a"`, `"A"`, 1)), "adapters[0].id"},
		"a digit first":    {lockOf(strings.Replace(entry, `"a"`, `"1a"`, 1)), "adapters[0].id"},
		"a hyphen":         {lockOf(strings.Replace(entry, `"a"`, `"a-b"`, 1)), "adapters[0].id"},
		"a long ID":        {lockOf(strings.Replace(entry, `"a"`, `"`+strings.Repeat("a", 65)+`"`, 1)), "adapters[0].id"},
		"another folder":   {lockOf(strings.Replace(entry, `"f"`, `"../f"`, 1)), "adapters[0].file"},
		"an absolute path": {lockOf(strings.Replace(entry, `"f"`, `"/bin/f"`, 1)), "adapters[0].file"},
		"no file":          {lockOf(strings.Replace(entry, `"f"`, `""`, 1)), "adapters[0].file"},
		"no version":       {lockOf(strings.Replace(entry, `"1"`, `""`, 1)), "adapters[0].version"},
		"a short hash":     {lockOf(strings.Replace(entry, "0000", "", 1)), "adapters[0].sha256"},
		"a capital hash":   {lockOf(strings.Replace(entry, "000", "00A", 1)), "adapters[0].sha256"},
		"a wrong type":     {lockOf(strings.Replace(entry, `"1"`, `1`, 1)), "adapters[0].version"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(dir, LockFile), []byte(c.text), 0o600))
			_, err := Open(Options{Dir: dir})
			p := refusal(t, err, problem.AdapterUnavailable, "not usable")
			require.NotEmpty(t, p.Faults)
			assert.Equal(t, c.field, p.Faults[0].Field)
		})
	}
}

func TestALockFileIsBounded(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, LockFile), []byte(lockOf()+strings.Repeat(" ", maxLock)), 0o600))
	_, err := Open(Options{Dir: dir})
	refusal(t, err, problem.AdapterUnavailable, "cannot be read")
}

func lockOf(entries ...string) string {
	return `{"schema":"platform.adapters-lock/v1","adapters":[` + strings.Join(entries, ",") + `]}`
}

func TestWriteLock(t *testing.T) {
	dir := t.TempDir()
	hash := strings.Repeat("ab", 32)
	entries := []LockEntry{{ID: "b", File: "fb", Version: "2", SHA256: hash}, {ID: "a", File: "fa", Version: "1", SHA256: hash}}
	require.NoError(t, WriteLock(dir, entries))
	read, err := ReadLock(dir, "")
	require.NoError(t, err)
	assert.Equal(t, []LockEntry{entries[1], entries[0]}, read)
	newer := LockEntry{ID: "b", File: "fb-2", Version: "3", SHA256: hash}
	err = WriteLock(dir, []LockEntry{newer, entries[0]})
	refusal(t, err, problem.AdapterUnavailable)
	assert.ErrorContains(t, err, "Two files are the adapter of b: fb (2) and fb-2 (3).")
	again, err := ReadLock(dir, "")
	require.NoError(t, err)
	assert.Equal(t, read, again, "a refused lock changes nothing")
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, files, 1)
}

func TestLockFolder(t *testing.T) {
	t.Parallel()
	dir := install(t, "good")
	require.NoError(t, os.Remove(filepath.Join(dir, LockFile)))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "README"), []byte("not one"), 0o600))
	var log journal
	locked, err := LockFolder(t.Context(), dir, log.logger())
	require.NoError(t, err)
	assert.Equal(t, Lock{LockSchema, []LockEntry{{ID: "sample", File: "good", Version: "1.2.3", SHA256: digestOfTests()}}}, locked)
	link(t, filepath.Join(dir, "exiting"))
	_, err = LockFolder(t.Context(), dir, log.logger())
	assert.ErrorContains(t, err, "exiting")
}

// The process is there before all of its binary is read, and runs none of another one.
func TestNothingOfAnotherBinaryRuns(t *testing.T) {
	t.Parallel()
	for _, plain := range []bool{false, true} {
		dir := install(t, "no-adapter") // writes to its standard error at once
		require.NoError(t, WriteLock(dir, []LockEntry{{ID: "sample", File: "no-adapter", Version: "1.2.3", SHA256: strings.Repeat("0", 64)}}))
		var log journal
		catalog := open(t, Options{Dir: dir, Logger: log.logger(), plain: plain})
		_, err := catalog.Adapter(t.Context(), "sample")
		assert.Equal(t, problem.AdapterDigestMismatch, refusal(t, err, problem.AdapterUnavailable).Fault())
		catalog.Close()
		assert.Zero(t, count(&log, "wrong binary"), "plain %t", plain)
	}
}
