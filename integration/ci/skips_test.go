// Package ci tests the scripts of .ci.
package ci

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSkips runs .ci/skips.sh over the events of tests that were skipped.
func TestSkips(t *testing.T) {
	skip := func(pkg, test, message string) string {
		return `{"Time":"2026-11-21T12:00:00Z","Action":"output","Package":"` + pkg + `","Test":"` + test + `","Output":"    a_test.go:7: ` + message + `\n"}
{"Time":"2026-11-21T12:00:00Z","Action":"skip","Package":"` + pkg + `","Test":"` + test + `","Elapsed":0}
`
	}
	const listed = "platform.internal/platform-core/adapterhost"
	for name, c := range map[string]struct {
		events, flag string
		failed       bool
	}{
		"nothing skipped":                 {events: `{"Action":"pass","Package":"p","Test":"TestA","Elapsed":0}` + "\n"},
		"package without tests":           {events: `{"Action":"skip","Package":"p","Elapsed":0}` + "\n"},
		"not in the list":                 {events: skip("p", "TestA", "no reason"), failed: true},
		"in the list":                     {events: skip(listed, "TestMemoryIsBounded", "no memory")},
		"the same name elsewhere":         {events: skip("p", "TestMemoryIsBounded", "no memory"), failed: true},
		"subtest of a test in the list":   {events: skip(listed, "TestMemoryIsBounded/b", "no memory"), failed: true},
		"for -short":                      {events: skip("p", "TestA", "short: long search"), flag: "-short"},
		"for -short, in a whole run":      {events: skip("p", "TestA", "short: long search"), failed: true},
		"another reason with -short":      {events: skip("p", "TestA", "no kernel"), flag: "-short", failed: true},
		"only one of two tests for short": {events: skip("p", "TestA", "short: long") + skip("p", "TestB", "why"), flag: "-short", failed: true},
	} {
		t.Run(name, func(t *testing.T) {
			log := filepath.Join(t.TempDir(), "log")
			require.NoError(t, os.WriteFile(log, []byte(c.events), 0o600))
			out, err := exec.CommandContext(t.Context(), "../../.ci/skips.sh", strings.Fields(log+" "+c.flag)...).CombinedOutput()
			assert.Equal(t, c.failed, err != nil, string(out))
		})
	}
}

// TestTheListOfSkipsNamesTests fails for an entry whose test does not exist.
func TestTheListOfSkipsNamesTests(t *testing.T) {
	list, err := os.ReadFile("../../.ci/skips.txt")
	require.NoError(t, err)
	entries := 0
	for line := range strings.Lines(string(list)) {
		fields := strings.Fields(line)
		if fields[0] == "#" {
			continue
		}
		entries++
		require.Greater(t, len(fields), 2, "an entry has a package, a test and a reason: %s", line)
		name, _, _ := strings.Cut(fields[1], "/")
		files, err := filepath.Glob(filepath.Join("../..", strings.TrimPrefix(fields[0], "platform.internal/"), "*_test.go"))
		require.NoError(t, err)
		declared := false
		for _, file := range files {
			source, err := os.ReadFile(file)
			require.NoError(t, err)
			declared = declared || regexp.MustCompile(`(?m)^func `+name+`\(`).Match(source)
		}
		assert.True(t, declared, "%s has no %s", fields[0], fields[1])
	}
	require.Positive(t, entries)
}
