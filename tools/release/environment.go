package main

import (
	"fmt"
	"os"
	"strings"
)

// decided are the settings of Go that change what is compiled. Each has its default here in place of the caller's,
// so that the same commit gives the same bytes.
var decided = map[string]string{
	"GOENV": "off", "GOFLAGS": "", "GOEXPERIMENT": "", "GOFIPS140": "off", "GOAMD64": "v1", "GOARM64": "v8.0",
	"GOWORK": "", "GODEBUG": "",
}

// kept are the settings of the sources of modules and of caches. GOENV=off would lose those that are in its file.
var kept = []string{"GOPROXY", "GONOPROXY", "GOSUMDB", "GONOSUMDB", "GOPRIVATE", "GOMODCACHE", "GOCACHE", "GOTOOLCHAIN"}

// decideEnvironment sets the environment of all commands that the release runs, and reads the version of Go.
func (r *release) decideEnvironment() error {
	out, err := run("", "go", append([]string{"env"}, kept...)...)
	if err != nil {
		return err
	}
	values := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if len(values) != len(kept) {
		return fmt.Errorf("go env printed %d lines, not %d", len(values), len(kept))
	}
	for i, name := range kept {
		if err := os.Setenv(name, values[i]); err != nil {
			return err
		}
	}
	for name, value := range decided {
		if err := os.Setenv(name, value); err != nil {
			return err
		}
	}
	version, err := run("", "go", "env", "GOVERSION")
	r.goVersion = strings.TrimSpace(version)
	return err
}
