package scripts_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"platform.internal/integration/build"
)

func TestMain(m *testing.M) { os.Exit(build.Main(m)) }

func TestScripts(t *testing.T) {
	built := build.Binaries(t)
	shared, err := filepath.Abs(filepath.Join("testdata", "shared"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", filepath.Dir(built.Platform)+string(os.PathListSeparator)+env.Getenv("PATH"))
			env.Setenv("ADAPTERS", built.AdaptersDir)
			return os.CopyFS(env.WorkDir, os.DirFS(shared))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"run": run, "json": check},
	})
}

// run runs platform and checks what every command line promises.
func run(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: run CODE ARGUMENT...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if code := exitCode(ts, ts.Exec("platform", args[1:]...)); code != want {
		ts.Fatalf("exit code %d, not %d", code, want)
	}
	if err := oneDocument(ts.ReadFile("stdout")); err != nil {
		ts.Fatalf("standard output: %v", err)
	}
}

func exitCode(ts *testscript.TestScript, err error) int {
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		ts.Fatalf("run platform: %v", err)
	}
	if exit == nil {
		return 0
	}
	return exit.ExitCode()
}

// oneDocument checks that text is exactly one JSON object with a line end.
func oneDocument(text string) error {
	dec := json.NewDecoder(strings.NewReader(text))
	var object map[string]any
	if err := dec.Decode(&object); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more follows the document")
	}
	if !strings.HasSuffix(text, "}\n") {
		return errors.New("it does not end with a line end")
	}
	return nil
}

func check(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: json PATH VALUE")
	}
	dec := json.NewDecoder(bytes.NewReader([]byte(ts.ReadFile("stdout"))))
	dec.UseNumber()
	var document any
	ts.Check(dec.Decode(&document))
	got := lookUp(document, strings.Split(args[0], "."))
	if (got == args[1]) == neg {
		ts.Fatalf("%s is %s", args[0], got)
	}
}

// absent is what lookUp returns for a path that leads nowhere.
const absent = "ABSENT"

func lookUp(at any, path []string) string {
	if len(path) == 0 {
		return text(at)
	}
	switch node := at.(type) {
	case map[string]any:
		if child, ok := node[path[0]]; ok {
			return lookUp(child, path[1:])
		}
	case []any:
		if path[0] == "LEN" {
			return strconv.Itoa(len(node))
		}
		if i, err := strconv.Atoi(path[0]); err == nil && i >= 0 && i < len(node) {
			return lookUp(node[i], path[1:])
		}
	}
	return absent
}

func text(value any) string {
	if s, ok := value.(string); ok {
		return s
	}
	return fmt.Sprint(value)
}
