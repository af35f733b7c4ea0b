// Package layering checks who may import whom, and which package may reach the
// network, processes, files, the clock and randomness. A workspace hides a
// missing require, so imports are listed for each module outside of it.
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

const (
	internal = "platform.internal/"
	core     = internal + "platform-core/"
)

func TestModulesDependOnTheCoreOnly(t *testing.T) {
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

// dependencies are the core's own imports: a package, with those below it, may
// import the ones on its right.
var dependencies = map[string][]string{
	"envguard":   {},
	"serve":      {"terminal", "document", "problem"},
	"terminal":   {"problem"},
	"problem":    {},
	"document":   {"problem"},
	"request":    {"document", "problem"},
	"profile":    {"request", "document", "problem"},
	"rulefile":   {"document"},
	"policy":     {"profile", "request", "document", "problem"},
	"proposal":   {"adapter", "profile", "request", "document", "problem"},
	"adapter":    {"profile", "request", "document", "problem"},
	"difference": {"proposal", "adapter", "profile", "request", "document", "problem"},
	"portfolio":  {"request"},
	"handover":   {"difference", "proposal", "request", "document", "problem"},
	"schemas":    {"request", "document"},
	"wire":       {"portfolio", "profile", "request", "document", "problem"},
	"space":      {"wire", "policy", "adapter", "profile", "request", "problem"},
	"store":      {"portfolio", "wire", "request", "document", "problem"},
	"service":    {"portfolio", "handover", "difference", "store", "wire", "space", "proposal", "policy", "adapter", "profile", "request", "document", "problem"},
	// What the SDK of an adapter and its host share.
	"internal":        {"adapter", "profile", "request", "document", "problem"},
	"adapter/plugin":  {"internal", "adapter"},
	"adapterhost":     {"internal", "adapter", "profile", "request", "document", "problem"},
	"store/storetest": {"portfolio", "store", "wire", "request", "document", "problem"},
	// Their tests run both sides.
	"adapter/adaptertest": {"adapterhost", "adapter", "profile", "request", "document", "problem"},
	"adapter/adaptertool": {"adapterhost", "adapter/adaptertest", "adapter/plugin", "adapter", "profile", "request", "document", "problem"},
}

func TestDependenciesInsideTheCore(t *testing.T) {
	for _, p := range list(t, "platform-core", "./...") {
		place := placeOf(strings.TrimPrefix(p.ImportPath, core))
		if p.ImportPath == internal+"platform-core" {
			continue
		}
		allowed, ok := dependencies[place]
		require.True(t, ok, "the package %s is not in the table: add it, and to doc.go", place)
		for _, imported := range p.Imports {
			target, own := strings.CutPrefix(imported, core)
			if !own || placeOf(target) == place {
				continue
			}
			assert.Contains(t, allowed, placeOf(target), "%s imports %s", p.ImportPath, imported)
		}
	}
}

// placeOf returns the entry of dependencies that a package of the core is under.
func placeOf(path string) string {
	place, _, _ := strings.Cut(path, "/")
	for inner := range dependencies {
		if strings.HasPrefix(path+"/", inner+"/") && len(inner) > len(place) {
			place = inner
		}
	}
	return place
}

// TestTheDomainLinksNoNetwork looks at all that the domain's packages are linked
// with, libraries included. Package os comes with fmt; what of it may be used is
// in granted.
func TestTheDomainLinksNoNetwork(t *testing.T) {
	for _, p := range list(t, "platform-core", "-deps", "./problem", "./document", "./request", "./profile", "./policy", "./proposal", "./difference", "./service", "./adapter") {
		assert.NotContains(t, []string{"net", "net/http", "os/exec", "os/signal", "crypto/tls", "plugin"}, p.ImportPath)
	}
}

// An adapter's own code knows nothing of its host.
func TestAdaptersDependOnTheContractOnly(t *testing.T) {
	for _, module := range []string{"provider-a", "provider-b"} {
		for _, p := range list(t, module, ".") {
			for _, imported := range p.Imports {
				assert.NotContains(t, imported, "adapterhost", p.ImportPath)
			}
		}
	}
}

// The host's code is no part of an adapter: its launch shim would run in the
// initialisation of each.
func TestAnAdaptersBinaryLinksNothingOfTheHost(t *testing.T) {
	for module, command := range map[string]string{
		"provider-a": "./cmd/platform-provider-a", "provider-b": "./cmd/platform-provider-b", "platform-core": "./adapter/plugin",
	} {
		packages := list(t, module, "-deps", command)
		require.NotEmpty(t, packages, module)
		for _, p := range packages {
			assert.False(t, strings.HasPrefix(p.ImportPath, internal+"platform-core/adapterhost"), "%s links %s", command, p.ImportPath)
		}
	}
}

// Package testing brings flags and code that a program never runs. go-plugin links it anyway.
func TestNoProgramLinksTesting(t *testing.T) {
	for module, command := range map[string]string{
		"platform-cli": "./cmd/platform", "platform-server": "./cmd/...", "portal": "./cmd/...",
		"provider-a": "./cmd/platform-provider-a", "provider-b": "./cmd/platform-provider-b",
	} {
		for _, p := range list(t, module, "-deps", command) {
			if !p.Standard && p.ImportPath != "github.com/hashicorp/go-plugin" {
				assert.NotContains(t, p.Imports, "testing", p.ImportPath)
			}
		}
	}
}

// etcd is only for servers that share a store.
func TestOnlyTheServerLinksEtcd(t *testing.T) {
	for module, links := range map[string]bool{"platform-core": false, "platform-cli": false, "portal": false, "provider-a": false, "provider-b": false, "platform-server": true} {
		found := slices.ContainsFunc(list(t, module, "-deps", "./..."), func(p listed) bool { return strings.HasPrefix(p.ImportPath, "go.etcd.io/") })
		assert.Equal(t, links, found, module)
	}
}

func TestThePortalDependsOnTheAPIOnly(t *testing.T) {
	for _, p := range list(t, "portal", "-deps", "./...") {
		for _, inner := range []string{"service", "policy", "adapterhost", "adapter/plugin"} {
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
