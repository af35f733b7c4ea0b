package calls

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// compiled builds the program in testdata as a release would be built.
func compiled(t *testing.T, flags ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "impure")
	cmd := exec.CommandContext(t.Context(), "go", append(append([]string{"build"}, flags...), "-o", path, ".")...)
	cmd.Dir = "testdata/impure"
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return path
}

func TestImpureCallsAreFound(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("programs for Linux are read")
	}
	for name, flags := range map[string][]string{
		"stripped": {"-trimpath", "-ldflags", "-s -w"},
		"plain":    {},
	} {
		t.Run(name, func(t *testing.T) {
			program, err := Open(compiled(t, flags...))
			require.NoError(t, err)
			assert.Equal(t, "example.com/impure.adapter", program.Module(""))
			assert.Equal(t, "example.com/impure.adapter", program.Module("example.com/impure.adapter/in"))
			found, functions := program.Of(program.Module(""))
			assert.Positive(t, functions)
			asked := map[string]Kind{}
			for _, c := range found {
				if kind, asks := c.Asks(); asks {
					asked[strings.TrimPrefix(c.From, "example.com/impure.adapter/in.")] = kind
					assert.Positive(t, c.Line)
				}
			}
			assert.Equal(t, map[string]Kind{
				"weekday": Clock, "since": Clock, "variable": Variables, "host": Machine, "file": Files, "dial": World,
				"seldom": Chance, "seldomToo": Chance, "bytes": Chance,
			}, asked)
		})
	}
}

func TestWhatCannotBeRead(t *testing.T) {
	_, err := Open("calls_test.go")
	require.EqualError(t, err, "it is no Go program")
}

func TestWithin(t *testing.T) {
	for function, want := range map[string]bool{
		"example.com/a.New": true, "example.com/a/b.New": true, "example.com/a.(*T).M-fm": true, "example.com/ab.New": false,
		"example.com/a_test.New": false, "example.com/a": false, "main.main": false,
	} {
		assert.Equal(t, want, within(function, "example.com/a"), function)
	}
	assert.True(t, within("example.com/a%2eb.New", "example.com/a.b"))
	assert.False(t, within("x.New", ""))
}
