package terraform_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
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

// registries are where the planners look for a provider that has no host.
var registries = map[string]string{"terraform": "registry.terraform.io", "tofu": "registry.opentofu.org"}

// workspace is a folder in which the planner was initialised with an adapter's
// main.tf and the stand-in for its provider. It reaches no network.
type workspace struct {
	cloud   cloud
	planner string
	folder  string
	env     []string
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
	root, _ := c.files(t, c.input(t, profile.Simulation, c.request(t)))
	w := initialised(t, c, c.schemaFile(), filepath.Join(temporary, c.name), root)
	if workspaces.byCloud == nil {
		workspaces.byCloud = map[string]workspace{}
	}
	workspaces.byCloud[c.name] = w
	return w
}

// initialised returns a workspace of a root in a folder, with a stand-in that has a schema.
func initialised(t *testing.T, c cloud, schema, folder string, root []byte) workspace {
	t.Helper()
	mirror, w := filepath.Join(folder, "mirror"), workspace{cloud: c, planner: tool(t, planner), folder: filepath.Join(folder, "root")}
	require.NoError(t, os.MkdirAll(w.folder, 0o700))
	standIn(t, c, schema, filepath.Join(mirror, registries[planner], "hashicorp", c.name, c.version, runtime.GOOS+"_"+runtime.GOARCH))
	settings := filepath.Join(mirror, "tofu.rc")
	write(t, settings, fmt.Appendf(nil, "disable_checkpoint = true\nprovider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", mirror))
	// Hundreds of short processes start: they collect garbage seldom, and make no certificates for the socket.
	w.env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+settings, "TF_IN_AUTOMATION=1", "TF_INPUT=0", "GOGC=400", "TF_DISABLE_PLUGIN_TLS=1")
	write(t, filepath.Join(w.folder, "main.tf"), root)
	w.must(t, "init", "-backend=false", "-no-color")
	return w
}

// schemaFile has the part of the provider's schema that main.tf uses.
func (c cloud) schemaFile() string {
	return filepath.Join("..", "..", strings.ReplaceAll(c.id, "_", "-"), "testdata", "schema.json")
}

// changesFile has what a change of an argument does to a resource, by its type.
func (c cloud) changesFile() string { return filepath.Join("testdata", c.name+".changes.json") }

// standIn puts the stand-in provider into a folder, with its schema and what
// changes do.
func standIn(t *testing.T, c cloud, schemaFile, folder string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(folder, 0o700))
	schema, err := os.ReadFile(schemaFile)
	require.NoError(t, err)
	write(t, filepath.Join(folder, "schema.json"), schema)
	changes, err := os.ReadFile(c.changesFile())
	require.NoError(t, err)
	write(t, filepath.Join(folder, "changes.json"), changes)
	executable := filepath.Join(folder, "terraform-provider-"+c.name+"_v"+c.version)
	built, err := provider()
	require.NoError(t, err)
	require.NoError(t, os.Link(built, executable))
}

// provider builds the stand-in provider once.
var provider = sync.OnceValues(func() (string, error) {
	file := filepath.Join(temporary, "provider")
	out, err := exec.Command("go", "build", "-o", file, "./provider").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return file, err
})

func write(t testing.TB, file string, content []byte) {
	t.Helper()
	require.NoError(t, os.WriteFile(file, content, 0o600))
}

func (w workspace) run(t *testing.T, args ...string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), w.planner, args...)
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
		Before  map[string]any `json:"before"`
		After   map[string]any `json:"after"`
		// AfterUnknown has true for what only an apply knows.
		AfterUnknown map[string]any `json:"after_unknown"`
		// ReplacePaths are the arguments that cannot change in place.
		ReplacePaths [][]any `json:"replace_paths"`
	} `json:"change"`
}

// plan returns the resources that would be made with the inputs, by address, and
// the output of the plan.
func (w workspace) plan(t *testing.T, inputs ...[]byte) (planned map[string]change, output map[string]any) {
	t.Helper()
	planned, output = w.planIn(t, filepath.Join(t.TempDir(), "none"), inputs...)
	for _, c := range planned {
		assert.Equal(t, []string{"create"}, c.Change.Actions, c.Address)
	}
	return planned, output
}

// planIn returns what a plan with the inputs does in a state, by address.
func (w workspace) planIn(t *testing.T, state string, inputs ...[]byte) (planned map[string]change, output map[string]any) {
	t.Helper()
	saved := filepath.Join(t.TempDir(), "plan")
	w.must(t, append([]string{"plan", "-no-color", "-lock=false", "-state=" + state, "-out=" + saved}, w.files(t, inputs)...)...)
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
			planned[c.Address] = c
		}
	}
	return planned, document.Outputs.Request.After
}

// apply returns a state that has what the inputs declare. The stand-in provider
// makes it; nothing is built.
func (w workspace) apply(t *testing.T, inputs ...[]byte) (state string) {
	t.Helper()
	state = filepath.Join(t.TempDir(), "terraform.tfstate")
	w.must(t, append([]string{"apply", "-auto-approve", "-no-color", "-lock=false", "-backup=-", "-state=" + state}, w.files(t, inputs)...)...)
	return state
}

func encoded(t *testing.T, values map[string]any) []byte {
	t.Helper()
	text, err := json.Marshal(values)
	require.NoError(t, err)
	return text
}
