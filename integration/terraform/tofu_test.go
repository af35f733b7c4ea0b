package terraform_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/profile"
)

// tools is where make installs what the tests run.
const tools = "../../.bin"

// tool returns the path of a tool there.
func tool(t testing.TB, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(tools, name))
	require.NoError(t, err)
	_, err = os.Stat(path)
	require.NoError(t, err, "make tofu builds it")
	return path
}

// workspace is a folder in which OpenTofu was initialised with an adapter's
// main.tf and the stand-in for its provider. It reaches no network.
type workspace struct {
	cloud  cloud
	tofu   string
	folder string
	env    []string
}

// temporary is a folder for all tests, which TestMain removes.
var temporary string

func TestMain(m *testing.M) {
	var err error
	if temporary, err = os.MkdirTemp("", "terraform-"); err != nil {
		panic(err)
	}
	status := m.Run()
	_ = os.RemoveAll(temporary)
	os.Exit(status)
}

// workspaces are initialised once each: plans read them only.
var workspaces struct {
	sync.Mutex
	byCloud map[string]workspace
}

// of returns the workspace of a cloud.
func of(t *testing.T, c cloud) workspace {
	t.Helper()
	workspaces.Lock()
	defer workspaces.Unlock()
	if w, made := workspaces.byCloud[c.name]; made {
		return w
	}
	mirror, folder := filepath.Join(temporary, c.name, "mirror"), filepath.Join(temporary, c.name, "root")
	require.NoError(t, os.MkdirAll(folder, 0o700))
	standIn(t, c, filepath.Join(mirror, "registry.opentofu.org", "hashicorp", c.name, c.version, runtime.GOOS+"_"+runtime.GOARCH))
	settings := filepath.Join(mirror, "tofu.rc")
	write(t, settings, fmt.Appendf(nil, "disable_checkpoint = true\nprovider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", mirror))
	w := workspace{cloud: c, tofu: tool(t, "tofu"), folder: folder}
	w.env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+settings, "TF_IN_AUTOMATION=1", "TF_INPUT=0")
	root, _ := c.files(t, c.input(t, profile.Simulation, c.request(t)))
	write(t, filepath.Join(w.folder, "main.tf"), root)
	w.must(t, "init", "-backend=false", "-no-color")
	if workspaces.byCloud == nil {
		workspaces.byCloud = map[string]workspace{}
	}
	workspaces.byCloud[c.name] = w
	return w
}

// standIn builds the stand-in provider into a folder, beside its schema.
func standIn(t *testing.T, c cloud, folder string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(folder, 0o700))
	schema, err := os.ReadFile(filepath.Join("..", "..", c.folder, "testdata", "schema.json"))
	require.NoError(t, err)
	write(t, filepath.Join(folder, "schema.json"), schema)
	executable := filepath.Join(folder, "terraform-provider-"+c.name+"_v"+c.version)
	out, err := exec.CommandContext(t.Context(), "go", "build", "-o", executable, "./provider").CombinedOutput()
	require.NoError(t, err, string(out))
}

func write(t *testing.T, file string, content []byte) {
	t.Helper()
	require.NoError(t, os.WriteFile(file, content, 0o600))
}

func (w workspace) run(t *testing.T, args ...string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), w.tofu, args...)
	cmd.Dir, cmd.Env = w.folder, w.env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (w workspace) must(t *testing.T, args ...string) string {
	t.Helper()
	out, err := w.run(t, args...)
	require.NoError(t, err, out)
	return out
}

// tryPlan plans with inputs that a file each has, and returns what it prints.
func (w workspace) tryPlan(t *testing.T, inputs ...[]byte) (string, error) {
	t.Helper()
	return w.run(t, append([]string{"plan", "-no-color", "-lock=false"}, w.files(t, inputs)...)...)
}

// files writes each of the inputs to a file and returns the arguments that name
// them.
func (w workspace) files(t *testing.T, inputs [][]byte) (arguments []string) {
	t.Helper()
	folder := t.TempDir()
	for i, content := range inputs {
		file := filepath.Join(folder, fmt.Sprintf("%d.tfvars.json", i))
		write(t, file, content)
		arguments = append(arguments, "-var-file="+file)
	}
	return arguments
}

// change is one resource of a plan.
type change struct {
	Address string `json:"address"`
	Mode    string `json:"mode"`
	Type    string `json:"type"`
	Change  struct {
		Actions []string       `json:"actions"`
		After   map[string]any `json:"after"`
	} `json:"change"`
}

// plan returns the resources that would be made with the inputs, by address, and
// the output of the plan.
func (w workspace) plan(t *testing.T, inputs ...[]byte) (planned map[string]change, output map[string]any) {
	t.Helper()
	saved := filepath.Join(t.TempDir(), "plan")
	w.must(t, append([]string{"plan", "-no-color", "-lock=false", "-out=" + saved}, w.files(t, inputs)...)...)
	var document struct {
		Changes []change `json:"resource_changes"`
		Outputs struct {
			Request struct {
				After map[string]any `json:"after"`
			} `json:"request"`
		} `json:"output_changes"`
	}
	require.NoError(t, json.Unmarshal([]byte(w.must(t, "show", "-json", saved)), &document))
	planned = map[string]change{}
	for _, c := range document.Changes {
		if c.Mode == "managed" {
			assert.Equal(t, []string{"create"}, c.Change.Actions, c.Address)
			planned[c.Address] = c
		}
	}
	return planned, document.Outputs.Request.After
}

func encoded(t *testing.T, values map[string]any) []byte {
	t.Helper()
	text, err := json.Marshal(values)
	require.NoError(t, err)
	return text
}
