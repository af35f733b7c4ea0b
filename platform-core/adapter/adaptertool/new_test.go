package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNames(t *testing.T) {
	for want, args := range map[names][2]string{
		{"provider_acme_2", "platform.internal/provider-acme-2", "provider-acme-2", "provideracme2", "Provider Acme 2", "platform-provider-acme-2"}: {"provider_acme_2"},
		{"acme", "platform.internal/provider-acme", "provider-acme", "acme", "Acme", "platform-provider-acme"}:                                      {"acme"},
		{"acme_cloud", "example.com/team/adapter", "adapter", "acmecloud", "Acme Cloud", "platform-acme-cloud"}:                                     {"acme_cloud", "example.com/team/adapter"},
		{"acme", "example.com/team/acme/v2", "acme", "acme", "Acme", "platform-acme"}:                                                               {"acme", "example.com/team/acme/v2"},
	} {
		made, err := newNames(args[0], args[1])
		require.NoError(t, err)
		assert.Equal(t, want, made)
	}
	for _, id := range []string{
		"", "provider", "organisation", "common", "go", "main", "provider_", "provider_C", "provider-c", "provider__c", "../provider_c", "provider_c d", "2c",
		strings.Repeat("a", 33),
	} {
		_, err := newNames(id, "")
		assert.ErrorContains(t, err, "must be at most 32 lower-case letters", id)
	}
	for _, path := range []string{"/acme", "acme", "../acme", "example.com/a b"} {
		_, err := newNames("acme", path)
		assert.ErrorContains(t, err, "write a path such as example.com/team/acme", path)
	}
}

func TestASkeletonIsAWholeModuleOfItsOwnName(t *testing.T) {
	repository := t.TempDir()
	made, err := newNames("provider_c", "")
	require.NoError(t, err)
	require.NoError(t, made.write(repository))
	module := filepath.Join(repository, "provider-c")
	var written []string
	require.NoError(t, filepath.WalkDir(module, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(module, path)
		require.NoError(t, err)
		written = append(written, filepath.ToSlash(name))
		checkFile(t, path)
		return nil
	}))
	assert.Equal(t, []string{
		"adapter.go", "cmd/platform-provider-c/main.go", "combinations_test.go", "conformance_test.go", "data/namespaces.json", "data/prices.json", "data/regions.json",
		"doc.go", "facts.json", "facts_test.go", "go.mod", "plan.go", "rules.go", "rules_test.go", "terraform/main.tf", "terraform_test.go",
	}, written)
	assert.Equal(t, "platform-provider-c", made.Command)
}

// checkFile checks that nothing of the template's own names is left.
func checkFile(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.NotContains(t, strings.ToLower(string(data)), "template", path)
	if filepath.Ext(path) == ".go" {
		file, err := parser.ParseFile(token.NewFileSet(), path, data, parser.ParseComments)
		require.NoError(t, err)
		assert.Contains(t, []string{"providerc", "main"}, file.Name.Name)
	}
}

func TestNothingIsOverwritten(t *testing.T) {
	repository := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(repository, "provider-c"), 0o755))
	made, err := newNames("provider_c", "")
	require.NoError(t, err)
	require.ErrorContains(t, made.write(repository), "provider-c is already there")
	left, err := os.ReadDir(filepath.Join(repository, "provider-c"))
	require.NoError(t, err)
	assert.Empty(t, left)
}
