package versionfirst_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	cli "platform.internal/platform-cli"
	"platform.internal/platform-cli/internal/versionfirst"
)

func TestTheDocumentIsTheCommands(t *testing.T) {
	var out bytes.Buffer
	assert.Zero(t, cli.Main(context.Background(), []string{"version"}, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &bytes.Buffer{}}))
	assert.Zero(t, strings.Compare(versionfirst.Document, out.String()), "%s", out.String()) // the bytes, not only the JSON
}

// This test binary is the command too, as far as the package goes. Where it is not
// answered first it runs no test: this one would start itself again.
func TestOnlyVersionIsAnsweredFirst(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // there is no /proc
	}
	path, err := os.Executable()
	require.NoError(t, err)
	for _, c := range []struct {
		arguments []string
		answered  bool
	}{
		{[]string{"version"}, true},
		{[]string{"-test.run=^$", "version"}, false},
		{[]string{"-test.run=^$"}, false},
	} {
		out, _ := exec.Command(path, c.arguments...).Output()
		assert.Equal(t, c.answered, string(out) == versionfirst.Document, "%q", c.arguments)
	}
}
