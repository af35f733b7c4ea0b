package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRun(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		args        []string
		exit        int
		out, errors string
	}{
		{nil, 2, "", "usage: adaptertool new NAME [MODULE] | prices FILE LIST=FOLDER... | facts MODULE...\n"},
		{[]string{"new"}, 2, "", "usage: make new-adapter NAME=provider_c, or adaptertool new NAME MODULE\n"},
		{[]string{"new", ""}, 2, "", "usage: make new-adapter NAME=provider_c, or adaptertool new NAME MODULE\n"},
		{[]string{"new", "a", "b", "c"}, 2, "", "usage: make new-adapter NAME=provider_c, or adaptertool new NAME MODULE\n"},
		{[]string{"new", "Foo"}, 1, "", "adaptertool new: the name \"Foo\" must be at most 32 lower-case letters and digits in words joined by _, " +
			"such as provider_c or acme_cloud, no word of Go and none of common, simulation, sandbox, enterprise, provider, main, plugin\n"},
		{[]string{"new", "acme", "Acme Cloud"}, 1, "", "adaptertool new: malformed module path \"Acme Cloud\": invalid char ' '; write a path such as example.com/team/acme\n"},
		{[]string{"new", "acme_cloud", "example.com/team/adapter"}, 0, "adapter\n", ""},
		{[]string{"new", "provider_c"}, 0, "provider-c\n", ""},
		{[]string{"new", "provider_c"}, 1, "", "adaptertool new: provider-c is already there; choose another name, or remove it\n"},
	} {
		var out, errors bytes.Buffer
		assert.Equal(t, c.exit, run(c.args, &out, &errors))
		assert.Equal(t, c.out, out.String())
		assert.Equal(t, c.errors, errors.String())
	}
}
