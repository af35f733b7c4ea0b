package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const list = `{"aws": {"of": "2026-06-18", "source": "s", "regions": {"north-1": {"t3.large": "0.1"}}}}`

// folder returns the data folder of an adapter, with a list of prices next to its tables.
func folder(t *testing.T) string {
	t.Helper()
	dir := dataFolder(t, `{"instance_types": {"t3.large": {}}}`, `{"regions": [{"name": "north-1"}]}`)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "list.json"), []byte(list), 0o600))
	return dir
}

func TestTheTableIsWritten(t *testing.T) {
	dir := folder(t)
	var stdout, stderr bytes.Buffer
	require.Equal(t, 0, run([]string{"prices", filepath.Join(dir, "list.json"), "aws=" + dir}, &stdout, &stderr), stderr.String())
	assert.Contains(t, stdout.String(), "machine-prices.json: 1 of 1 regions, 1 machine types, the list of 2026-06-18\n")
	text, err := os.ReadFile(filepath.Join(dir, "machine-prices.json"))
	require.NoError(t, err)
	assert.Contains(t, string(text), `"north-1": {"t3.large": "0.10"}`)
}

// TestNothingIsWritten: a fault of one adapter leaves the table of the other as it is.
func TestNothingIsWritten(t *testing.T) {
	dir := folder(t)
	from := filepath.Join(dir, "list.json")
	for name, tt := range map[string]struct {
		args []string
		exit int
		says string
	}{
		"no file":         {[]string{"", "aws=" + dir}, 2, "usage: adaptertool prices FILE LIST=FOLDER"},
		"no folder":       {[]string{from}, 2, "usage: adaptertool prices FILE LIST=FOLDER"},
		"no list":         {[]string{from, dir}, 2, "LIST=FOLDER"},
		"file not there":  {[]string{from + "x", "aws=" + dir}, 1, "no such file"},
		"not a list":      {[]string{filepath.Join(dir, "regions.json"), "aws=" + dir}, 1, "regions.json: "},
		"an unknown list": {[]string{from, "aws=" + dir, "azure=" + dir}, 1, `has no list "azure"`},
		"an empty folder": {[]string{from, "aws=" + dir, "aws=" + t.TempDir()}, 1, "instances.json"},
	} {
		var stdout, stderr bytes.Buffer
		assert.Equal(t, tt.exit, run(append([]string{"prices"}, tt.args...), &stdout, &stderr), name)
		assert.Contains(t, stderr.String(), tt.says, name)
		assert.Empty(t, stdout.String(), name)
		assert.NoFileExists(t, filepath.Join(dir, "machine-prices.json"), name)
	}
}
