// Package layering holds who may import whom. A workspace hides a missing
// require, so every question is asked of each module on its own.
package layering_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const root = "../.."

// listed is the part of `go list -json` that these tests read.
type listed struct {
	ImportPath string
	Imports    []string
	Standard   bool
}

// list asks about a module outside the workspace. extra are flags and patterns.
func list(t *testing.T, module string, extra ...string) []listed {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"list", "-json=ImportPath,Imports,Standard"}, extra...)...)
	cmd.Dir = filepath.Join(root, module)
	cmd.Env = append(os.Environ(), "GOWORK=off")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, stderr.String())
	var packages []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return packages
		}
		require.NoError(t, err)
		packages = append(packages, p)
	}
}

const internal = "platform.internal/"

func TestModulesDependOnTheCoreAlone(t *testing.T) {
	for _, module := range []string{"platform-core", "platform-server", "platform-cli", "portal", "provider-a", "provider-b"} {
		t.Run(module, func(t *testing.T) {
			for _, p := range list(t, module, "-deps", "./...") {
				own, ok := strings.CutPrefix(p.ImportPath, internal)
				if !ok {
					continue
				}
				from, _, _ := strings.Cut(own, "/")
				assert.Contains(t, []string{module, "platform-core"}, from, p.ImportPath)
			}
		})
	}
}

// arrows are the core's own imports: a room may import those on its right.
var arrows = map[string][]string{
	"release":      {},
	"envguard":     {},
	"endpoint":     {},
	"problem":      {},
	"document":     {"problem"},
	"environment":  {"document", "problem"},
	"installation": {"environment", "document", "problem"},
	"policy":       {"installation", "environment", "document", "problem"},
	"provider":     {"installation", "environment", "document", "problem"},
	"proposal":     {"installation", "environment", "document", "problem"},
	"service":      {"proposal", "policy", "provider", "installation", "environment", "document", "problem"},
	"provider/plugin": {
		"provider", "installation", "environment", "document", "problem",
	},
	"provider/providertest": {
		"provider/plugin", "provider", "installation", "environment", "document", "problem",
	},
}

func TestArrowsInsideTheCore(t *testing.T) {
	const core = internal + "platform-core/"
	for _, p := range list(t, "platform-core", "./...") {
		room := roomOf(strings.TrimPrefix(p.ImportPath, core))
		if p.ImportPath == internal+"platform-core" {
			continue
		}
		allowed, known := arrows[room]
		require.True(t, known, "the room %s has no arrows: add it to the map and to doc.go", room)
		for _, imported := range p.Imports {
			target, own := strings.CutPrefix(imported, core)
			if !own || roomOf(target) == room {
				continue
			}
			assert.Contains(t, allowed, roomOf(target), "%s imports %s", p.ImportPath, imported)
		}
	}
}

// roomOf returns the room of a package of the core: its first folder, but
// provider/plugin and provider/providertest are rooms of their own.
func roomOf(path string) string {
	for _, inner := range []string{"provider/plugin", "provider/providertest"} {
		if strings.HasPrefix(path, inner) {
			return inner
		}
	}
	room, _, _ := strings.Cut(path, "/")
	return room
}

// outside are packages through which code reaches the world. Pure rooms and
// adapters must not import them.
var outside = []string{
	"os", "os/exec", "os/signal", "net", "net/http", "syscall", "plugin", "unsafe", "time",
	"crypto/rand", "math/rand", "math/rand/v2", "runtime", "runtime/debug",
}

func TestAdaptersCannotReachTheWorld(t *testing.T) {
	for _, module := range []string{"provider-a", "provider-b"} {
		for _, p := range list(t, module, ".") {
			for _, imported := range p.Imports {
				assert.NotContains(t, outside, imported, p.ImportPath)
				assert.NotContains(t, imported, "provider/plugin", p.ImportPath)
			}
		}
	}
}

func TestPureRoomsOfTheCore(t *testing.T) {
	// time gives environment and policy their dates: its clock is banned by name,
	// in the linter's configuration.
	banned := slices.DeleteFunc(slices.Clone(outside), func(p string) bool { return p == "time" || p == "net/http" })
	for _, room := range []string{"problem", "document", "environment", "installation", "policy", "provider", "proposal", "service"} {
		for _, p := range list(t, "platform-core", "./"+room) {
			for _, imported := range p.Imports {
				assert.NotContains(t, banned, imported, p.ImportPath)
			}
		}
	}
}

func TestThePortalKnowsTheAPIAlone(t *testing.T) {
	for _, p := range list(t, "portal", "-deps", "./...") {
		for _, inner := range []string{"service", "policy", "provider/plugin"} {
			assert.NotEqual(t, internal+"platform-core/"+inner, p.ImportPath)
		}
	}
}

func TestEveryModuleHasItsReplace(t *testing.T) {
	work, err := os.ReadFile(filepath.Join(root, "go.work"))
	require.NoError(t, err)
	for _, module := range []string{"platform-server", "platform-cli", "portal", "provider-a", "provider-b", "integration"} {
		assert.Contains(t, string(work), "./"+module)
		mod, err := os.ReadFile(filepath.Join(root, module, "go.mod"))
		require.NoError(t, err)
		assert.Contains(t, string(mod), "module platform.internal/"+module+"\n")
		assert.Contains(t, string(mod), "platform.internal/platform-core => ../platform-core")
	}
}
