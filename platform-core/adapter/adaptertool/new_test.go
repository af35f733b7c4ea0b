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
	made, err := newNames("provider_acme_2")
	require.NoError(t, err)
	assert.Equal(t, names{
		ID: "provider_acme_2", Module: "provider-acme-2", Package: "provideracme2", Display: "Provider Acme 2", Command: "platform-provider-acme-2",
	}, made)
	for _, id := range []string{
		"", "foo", "acme_cloud_2", "provider", "provider_", "provider_C", "provider-c", "provider__c", "../provider_c", "provider_c d",
		"provider_" + strings.Repeat("a", 24),
	} {
		_, err := newNames(id)
		assert.ErrorContains(t, err, "must start with provider_", id)
	}
}

func TestASkeletonIsAWholeModuleOfItsOwnName(t *testing.T) {
	repository := t.TempDir()
	made, err := write(repository, "provider_c")
	require.NoError(t, err)
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
		"doc.go", "facts.json", "go.mod", "plan.go", "rules.go", "rules_test.go", "terraform/main.tf", "terraform_test.go",
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
	_, err := write(repository, "provider_c")
	require.ErrorContains(t, err, "provider-c is already there")
	left, err := os.ReadDir(filepath.Join(repository, "provider-c"))
	require.NoError(t, err)
	assert.Empty(t, left)
}
