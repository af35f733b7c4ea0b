// Package build has the platform's commands for tests that run them as
// processes, in the layout that `make build` leaves: the adapters, with their
// lock file, in a folder beside the executables. `make test` builds them once for
// all tests and names the folder; a test that is run by hand builds its own.
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

// Layout is where the commands are.
type Layout struct {
	Platform    string
	Server      string
	Portal      string
	AdaptersDir string
}

// commands are the main packages: module, package, and where the binary goes.
// They are built in their own modules, so that the tests need no require of
// them.
var commands = []struct{ module, pkg, to string }{
	{"platform-cli", "./cmd/platform", "."},
	{"platform-server", "./cmd/platform-server", "."},
	{"portal", "./cmd/platform-portal", "."},
	{"provider-a", "./cmd/platform-provider-a", adapters},
	{"provider-b", "./cmd/platform-provider-b", adapters},
	{"platform-core", "./adapter/adaptertool", tools},
}

const (
	adapters = "adapters"
	tools    = "tools"
)

// variable names the folder of what `make build` left. It is empty by hand.
const variable = "PLATFORM_BINARIES"

// root is the folder of the commands: the one that make names, or a temporary
// one of this test process, which Main removes.
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
	if os.Getenv(variable) != "" {
		return layout(), layout().seen()
	}
	repository, err := repository()
	if err != nil {
		return Layout{}, err
	}
	for _, c := range commands {
		if err := compile(filepath.Join(repository, c.module), c.pkg, filepath.Join(root, c.to)); err != nil {
			return Layout{}, err
		}
	}
	return layout(), run(filepath.Join(root, tools, "adaptertool"), "lock", filepath.Join(root, adapters))
})

// Binaries returns the commands, built from the source as it is now. They are
// built once in a test process; Go's build cache makes the next one fast.
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
		AdaptersDir: filepath.Join(root, adapters),
	}
}

// seen opens each command, so that Go's cache of test results notices another
// one, and returns an error when one is missing.
func (l Layout) seen() error {
	lock := filepath.Join(l.AdaptersDir, "adapters.lock.json")
	for _, file := range []string{l.Platform, l.Server, l.Portal, lock} {
		if _, err := os.ReadFile(file); err != nil {
			return fmt.Errorf("%s names no build: %w", variable, err)
		}
	}
	return nil
}

// repository returns the folder that holds the modules: the parent of this one.
func repository() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOMOD: %w", err)
	}
	return filepath.Dir(filepath.Dir(strings.TrimSpace(string(out)))), nil
}

func compile(module, pkg, to string) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	return run("go", "build", "-C", module, "-trimpath", "-tags", "grpcnotrace", "-ldflags", "-s -w", "-o", to+string(filepath.Separator), pkg)
}

func run(name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}
