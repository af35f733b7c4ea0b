// Package build returns the platform's commands to tests that run them as processes.
// Their layout is that of `make build`: a folder of adapters with their lock file is
// next to the executables. `make test` builds them once for all tests and sets
// PLATFORM_BINARIES to the folder; a test that is run by hand builds its own.
package build

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Layout has the paths of the commands and of the folder of adapters.
type Layout struct {
	Platform    string
	Server      string
	Portal      string
	AdaptersDir string
}

// variable is the environment variable with the folder of `make build`. make test sets it.
const variable = "PLATFORM_BINARIES"

// root is the folder of the commands: that of make, or a temporary folder of this
// test process, which Main removes.
var root string

// Main runs the tests of a package and removes what Binaries built for them.
// Call it from TestMain:
//
//	func TestMain(m *testing.M) { os.Exit(build.Main(m)) }
func Main(m *testing.M) int {
	if root = os.Getenv(variable); root != "" {
		return m.Run()
	}
	var err error
	if root, err = os.MkdirTemp("", "platform-build-"); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "build:", err)
		return 1
	}
	defer func() { _ = os.RemoveAll(root) }()
	return m.Run()
}

var build = sync.OnceValues(func() (Layout, error) {
	if os.Getenv(variable) == "" {
		module, err := exec.Command("go", "env", "GOMOD").Output()
		if err != nil {
			return Layout{}, fmt.Errorf("go env GOMOD: %w", err)
		}
		repository := filepath.Dir(filepath.Dir(strings.TrimSpace(string(module))))
		if out, err := exec.Command("make", "-C", repository, "build", "BIN="+root).CombinedOutput(); err != nil {
			return Layout{}, fmt.Errorf("make build: %w\n%s", err, out)
		}
	}
	return layout(), layout().seen()
})

// Binaries returns the commands, built from the current source once in a test process.
// It fails the test if one does not compile.
func Binaries(t testing.TB) Layout {
	t.Helper()
	if root == "" {
		t.Fatal("build.Binaries needs a TestMain that calls build.Main")
	}
	built, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return built
}

func layout() Layout {
	return Layout{
		Platform:    filepath.Join(root, "platform"),
		Server:      filepath.Join(root, "platform-server"),
		Portal:      filepath.Join(root, "platform-portal"),
		AdaptersDir: filepath.Join(root, "adapters"),
	}
}

// seen opens each command, so that Go's cache of test results notices a new one. It
// returns an error if one is missing.
func (l Layout) seen() error {
	lock := filepath.Join(l.AdaptersDir, "adapters.lock.json")
	for _, file := range []string{l.Platform, l.Server, l.Portal, lock} {
		if _, err := os.ReadFile(file); err != nil {
			return fmt.Errorf("%s names no build: %w", variable, err)
		}
	}
	return nil
}
