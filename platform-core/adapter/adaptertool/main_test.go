package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRun(t *testing.T) {
	outside := t.TempDir()
	refused := "usage: adaptertool new NAME MODULE, with a MODULE such as example.com/team/provider-c, outside the platform's repository\n"
	inside := filepath.Join(outside, "repository")
	require.NoError(t, os.MkdirAll(filepath.Join(inside, "platform-core"), 0o750))
	require.NoError(t, os.WriteFile(filepath.Join(inside, "platform-core", "go.mod"), nil, 0o600))
	for _, c := range []struct {
		folder      string
		args        []string
		exit        int
		out, errors string
	}{
		{outside, nil, 2, "", "usage: adaptertool new NAME [MODULE] | prices FILE LIST=FOLDER... | facts MODULE...\n"},
		{outside, []string{"new"}, 2, "", "usage: make new-adapter NAME=provider_c, or adaptertool new NAME MODULE\n"},
		{outside, []string{"new", ""}, 2, "", "usage: make new-adapter NAME=provider_c, or adaptertool new NAME MODULE\n"},
		{outside, []string{"new", "a", "b", "c"}, 2, "", "usage: make new-adapter NAME=provider_c, or adaptertool new NAME MODULE\n"},
		{outside, []string{"new", "Foo"}, 1, "", "adaptertool new: the name \"Foo\" must be at most 32 lower-case letters and digits in words joined by _, " +
			"such as provider_c or acme_cloud, no word of Go and none of common, simulation, sandbox, enterprise, organisation, provider, main, plugin\n"},
		{outside, []string{"new", "acme", "Acme Cloud"}, 1, "", "adaptertool new: malformed module path \"Acme Cloud\": invalid char ' '; write a path such as example.com/team/acme\n"},
		{outside, []string{"new", "acme_cloud", "example.com/team/adapter"}, 0, "adapter\n", ""},
		{outside, []string{"new", "provider_c"}, 2, "", refused},
		{outside, []string{"new", "provider_c", "platform.internal/provider-c"}, 2, "", refused},
		{inside, []string{"new", "provider_c"}, 0, "provider-c\n", ""},
		{inside, []string{"new", "provider_c"}, 1, "", "adaptertool new: provider-c is already there; choose another name, or remove it\n"},
		{inside, []string{"new", "c"}, 1, "", "adaptertool new: provider-c is already there; choose another name, or remove it\n"},
	} {
		t.Chdir(c.folder)
		var out, errors bytes.Buffer
		assert.Equal(t, c.exit, run(c.args, &out, &errors))
		assert.Equal(t, c.out, out.String())
		assert.Equal(t, c.errors, errors.String())
	}
}
