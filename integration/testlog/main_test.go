package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLog(t *testing.T) {
	const ok = `{"Action":"output","Package":"p","Output":"ok  \tp\t0.1s\n"}
{"Action":"pass","Package":"p"}
`
	skip := func(test, message string) string {
		return `{"Action":"output","Package":"p","Test":"` + test + `","Output":"    a_test.go:7: ` + message + `\n"}
{"Action":"skip","Package":"p","Test":"` + test + `"}
`
	}
	tests := map[string]struct {
		events string
		short  bool
		failed bool
		prints []string
		hides  string
	}{
		"passed": {
			events: `{"Action":"output","Package":"p","Test":"TestA","Output":"noise\n"}` + "\n" + `{"Action":"pass","Package":"p","Test":"TestA"}` + "\n" + ok,
			prints: []string{"ok  \tp\t0.1s"}, hides: "noise",
		},
		"failed": {
			events: `{"Action":"output","Package":"p","Test":"TestA","Output":"why\n"}` + "\n" + `{"Action":"fail","Package":"p","Test":"TestA"}` + "\n" +
				`{"Action":"output","Package":"p","Output":"FAIL\tp\n"}` + "\n" + `{"Action":"fail","Package":"p"}` + "\n",
			failed: true, prints: []string{"why", "FAIL\tp"},
		},
		"the process died in a test": {
			events: `{"Action":"output","Package":"p","Test":"TestA","Output":"panic: why\n"}` + "\n" + `{"Action":"fail","Package":"p","Test":"TestA"}` + "\n" +
				`{"Action":"fail","Package":"p"}` + "\n",
			failed: true, prints: []string{"panic: why"},
		},
		"does not compile": {
			events: `{"ImportPath":"p","Action":"build-output","Output":"a.go:1: why\n"}` + "\n" + `{"ImportPath":"p","Action":"build-fail"}` + "\n",
			failed: true, prints: []string{"a.go:1: why"},
		},
		"skipped":                       {events: skip("TestA", "no reason") + ok, failed: true, prints: []string{"TestA was skipped", "no reason"}},
		"skipped, on the list":          {events: skip("TestListed", "no kernel") + ok},
		"skipped subtest":               {events: skip("TestListed/b", "no kernel") + ok, failed: true},
		"skipped by -short":             {events: skip("TestA", "short: long search") + ok, short: true},
		"skipped by -short, in a check": {events: skip("TestA", "short: long search") + ok, failed: true},
		"skipped in a short run":        {events: skip("TestA", "no kernel") + ok, short: true, failed: true},
		"package without tests":         {events: `{"Action":"skip","Package":"p"}` + "\n"},
		"what go says itself":           {events: "go: no such module\n", prints: []string{"go: no such module"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			r := results{out: &out, short: test.short, allowed: parse("# a comment\np TestListed no kernel here\n"), tests: map[key]*strings.Builder{}}
			r.read(strings.NewReader(test.events))
			assert.Equal(t, test.failed, r.failed)
			for _, text := range test.prints {
				assert.Contains(t, out.String(), text)
			}
			if test.hides != "" {
				assert.NotContains(t, out.String(), test.hides)
			}
		})
	}
}

// TestTheListNamesTests fails on an entry whose test is gone.
func TestTheListNamesTests(t *testing.T) {
	listed := parse(list)
	require.NotEmpty(t, listed)
	for k := range listed {
		name, _, _ := strings.Cut(k.test, "/")
		files, err := filepath.Glob(filepath.Join("../..", strings.TrimPrefix(k.pkg, "platform.internal/"), "*_test.go"))
		require.NoError(t, err)
		declared := false
		for _, file := range files {
			source, err := os.ReadFile(file)
			require.NoError(t, err)
			declared = declared || regexp.MustCompile(`(?m)^func `+name+`\(`).Match(source)
		}
		assert.True(t, declared, "%s has no %s", k.pkg, k.test)
	}
}
