package mcp_test

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gotest.tools/v3/golden"

	"platform.internal/integration/build"
	"platform.internal/platform-core/proposal"
)

func TestMain(m *testing.M) { os.Exit(build.Main(m)) }

// folder returns a folder with documents, whose names are those of a tool's arguments.
func folder(t *testing.T) (dir, platform string) {
	t.Helper()
	dir, platform = t.TempDir(), build.Binaries(t).Platform
	shared := filepath.Join("..", "scripts", "testdata", "shared")
	for to, from := range map[string]string{"profile.yaml": "profile.yaml", "accepted": "request.yaml", "a": "request.yaml", "request": "denied.yaml", "b": "denied.yaml"} {
		data, err := os.ReadFile(filepath.Join(shared, from))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, to), data, 0o644))
	}
	saved := printed(t, dir, platform, "request", "propose", "accepted", "--profile", "profile.yaml", "--output", "files")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "proposal"), []byte(saved), 0o644))
	return dir, platform
}

// printed returns the document of a command with any exit code.
func printed(t *testing.T, dir, platform string, arguments ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), platform, arguments...)
	cmd.Dir = dir
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	return string(out)
}

func connect(t *testing.T, dir, platform string) *mcp.ClientSession {
	t.Helper()
	cmd := exec.Command(platform, "mcp", "--profile", "profile.yaml") // the cleanup ends it, by ending its input
	cmd.Dir = dir
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, session.Close()) })
	return session
}

// call returns the text of an answer, which is all that it has.
func call(t *testing.T, session *mcp.ClientSession, name string, arguments map[string]any) (text string, refused bool) {
	t.Helper()
	answer, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: arguments})
	require.NoError(t, err)
	require.Len(t, answer.Content, 1)
	text = answer.Content[0].(*mcp.TextContent).Text
	assert.Nil(t, answer.StructuredContent)
	return text, answer.IsError
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	return string(data)
}

// TestToolsAnswerAsTheCommandsDo, to the byte, where an agent asks for all of it.
func TestToolsAnswerAsTheCommandsDo(t *testing.T) {
	dir, platform := folder(t)
	session := connect(t, dir, platform)
	files := map[string]any{}
	require.NoError(t, fs.WalkDir(os.DirFS(filepath.Join(dir, "files")), ".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files[path] = read(t, dir, filepath.Join("files", path))
		}
		return err
	}))
	for name, c := range map[string]struct {
		tool      string
		arguments map[string]any
		command   []string
	}{
		"template":            {"template", nil, []string{"request", "template", "--profile", "profile.yaml"}},
		"evaluate":            {"evaluate", map[string]any{"request": read(t, dir, "request")}, []string{"request", "validate", "request", "--profile", "profile.yaml"}},
		"fix":                 {"fix", map[string]any{"request": read(t, dir, "request")}, []string{"request", "fix", "request", "--profile", "profile.yaml"}},
		"explain":             {"explain", map[string]any{"rule": "common.network.size"}, []string{"policy", "explain", "common.network.size", "--profile", "profile.yaml"}},
		"verify a bundle":     {"verify", map[string]any{"files": files}, []string{"request", "verify", "files", "--profile", "profile.yaml"}},
		"verify a document":   {"verify", map[string]any{"proposal": read(t, dir, "proposal")}, []string{"request", "verify", "proposal", "--profile", "profile.yaml"}},
		"verify on a day":     {"verify", map[string]any{"files": files, "on": "2030-01-01"}, []string{"request", "verify", "files", "--profile", "profile.yaml", "--on", "2030-01-01"}},
		"compare requests":    {"diff", map[string]any{"a": read(t, dir, "a"), "b": read(t, dir, "b")}, []string{"request", "diff", "a", "b"}},
		"propose":             {"propose", map[string]any{"request": read(t, dir, "a")}, []string{"request", "propose", "a", "--profile", "profile.yaml"}},
		"propose a denied":    {"propose", map[string]any{"request": read(t, dir, "request")}, []string{"request", "validate", "request", "--profile", "profile.yaml"}},
		"a malformed request": {"evaluate", map[string]any{"request": "{}"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			arguments := maps.Clone(c.arguments)
			if arguments == nil {
				arguments = map[string]any{}
			}
			arguments["detail"] = "full"
			text, refused := call(t, session, c.tool, arguments)
			assert.Equal(t, c.command == nil, refused, text)
			if c.command != nil {
				assert.Equal(t, printed(t, dir, platform, c.command...), text)
			}
		})
	}
	bundles, refused := call(t, session, "diff", map[string]any{"a_files": files, "b": read(t, dir, "proposal")})
	assert.False(t, refused)
	assert.Contains(t, bundles, `"same":true`)
}

// TestProposeShowsWhatTheCommandWrites, and writes nothing.
func TestProposeShowsWhatTheCommandWrites(t *testing.T) {
	dir, platform := folder(t)
	session := connect(t, dir, platform)
	before, err := os.ReadDir(dir)
	require.NoError(t, err)
	text, refused := call(t, session, "propose", map[string]any{"request": read(t, dir, "accepted")})
	require.False(t, refused, text)
	after, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Equal(t, before, after)
	var p struct {
		Proposal    string `json:"proposal_id"`
		ContentHash string `json:"content_hash"`
		Write       []string
		Artifacts   []struct {
			Path   string
			Size   int
			SHA256 string
		}
		Review string
	}
	require.NoError(t, json.Unmarshal([]byte(text), &p))
	require.NoError(t, os.WriteFile(filepath.Join(dir, p.Write[3]), []byte(read(t, dir, "accepted")), 0o600))
	var written struct {
		Proposal    string `json:"proposal_id"`
		ContentHash string `json:"content_hash"`
	}
	require.NoError(t, json.Unmarshal([]byte(printed(t, dir, platform, p.Write[1:]...)), &written))
	assert.Equal(t, written.Proposal, p.Proposal)
	assert.Equal(t, written.ContentHash, p.ContentHash)
	assert.Len(t, p.Artifacts, 7)
	for _, a := range p.Artifacts {
		content := read(t, dir, filepath.Join(p.Write[len(p.Write)-1], a.Path))
		assert.Len(t, content, a.Size)
		assert.Equal(t, fmt.Sprintf("%x", sha256.Sum256([]byte(content))), a.SHA256)
		if strings.HasSuffix(a.Path, ".md") {
			page := strings.TrimSuffix(p.Review, "…") // an answer has at most 12 KB
			assert.True(t, strings.HasPrefix(content, page), "the page begins so")
			assert.Greater(t, len(page), len(content)/2)
		}
	}
	full, refused := call(t, session, "propose", map[string]any{"request": read(t, dir, "accepted"), "detail": "full"})
	require.False(t, refused, full)
	var whole proposal.Proposal
	require.NoError(t, json.Unmarshal([]byte(full), &whole))
	require.Len(t, whole.Artifacts, 7)
	for _, a := range whole.Artifacts {
		assert.Equal(t, read(t, dir, filepath.Join(p.Write[len(p.Write)-1], a.Path)), a.Content, a.Path)
	}
	template, _ := call(t, session, "template", nil)
	text, refused = call(t, session, "propose", map[string]any{"request": template})
	assert.True(t, refused, "a reviewer would read values of the template")
	assert.Contains(t, text, "still has the value of the template")
}

// TestDocumentsAsObjects: some clients make an object of a text that is JSON.
func TestDocumentsAsObjects(t *testing.T) {
	dir, platform := folder(t)
	session := connect(t, dir, platform)
	template, _ := call(t, session, "template", nil)
	var document map[string]any
	require.NoError(t, json.Unmarshal([]byte(template), &document))
	asText, _ := call(t, session, "evaluate", map[string]any{"request": template})
	asObject, _ := call(t, session, "evaluate", map[string]any{"request": document})
	assert.Equal(t, asText, asObject)
	var proposal map[string]any
	require.NoError(t, json.Unmarshal([]byte(read(t, dir, "proposal")), &proposal))
	verified, refused := call(t, session, "verify", map[string]any{"proposal": proposal})
	assert.False(t, refused)
	assert.Contains(t, verified, `"outcome"`)
}

// TestListOfTools checks the texts of the tools, which an agent acts on.
func TestListOfTools(t *testing.T) {
	dir, platform := folder(t)
	session := connect(t, dir, platform)
	list, err := session.ListTools(t.Context(), nil)
	require.NoError(t, err)
	shown, err := json.MarshalIndent(list.Tools, "", "  ")
	require.NoError(t, err)
	golden.Assert(t, string(shown)+"\n", "tools.json")
	description, refused := call(t, session, "describe", map[string]any{"detail": "full"})
	assert.False(t, refused)
	golden.Assert(t, description, "description.json")
}

// TestRefusedArguments: each names the argument, and what to give.
func TestRefusedArguments(t *testing.T) {
	dir, platform := folder(t)
	session := connect(t, dir, platform)
	for name, c := range map[string]struct {
		tool      string
		arguments map[string]any
		says      string
	}{
		"another detail":     {"fix", map[string]any{"request": "a: b", "detail": "more"}, `The argument detail does not take "more"; write short or full.`},
		"none":               {"fix", nil, "The argument request is missing; give the document as a text or as an object."},
		"a list":             {"fix", map[string]any{"request": []int{1}}, "The argument request is no document; give it as a text or as an object."},
		"an unknown one":     {"fix", map[string]any{"path": "/etc/passwd"}, `There is no argument "path". Write one of: detail, request.`},
		"in capitals":        {"fix", map[string]any{"REQUEST": "application: a"}, `There is no argument "REQUEST". Did you mean request?`},
		"where there is no":  {"describe", map[string]any{"request": ""}, `There is no argument "request". Write one of: detail.`},
		"a number for an ID": {"explain", map[string]any{"rule": 5}, "The argument rule must be a text."},
		"a text for files":   {"verify", map[string]any{"files": "x"}, "The argument files must be an object with each path and its text."},
		"a file of numbers":  {"verify", map[string]any{"files": map[string]any{"a": 5}}, "The argument files must be an object with each path and its text."},
		"over 1 MiB":         {"evaluate", map[string]any{"request": strings.Repeat("# x\n", 1<<18) + "a: b"}, "The argument request is over 1048576 bytes, the most that is read of a request."},
		"a hidden name":      {"fix", map[string]any{"\u202e\u200b": 1}, `There is no argument "\u202e\u200b".`},
		"an unknown rule":    {"explain", map[string]any{"rule": "common.network.siez"}, `There is no rule "common.network.siez"`},
		"both forms":         {"verify", map[string]any{"files": map[string]string{}, "proposal": "x"}, "The arguments files and proposal are both given; give one of them."},
		"neither form":       {"diff", map[string]any{"b": map[string]any{}}, "The argument a_files or a is missing; give the files of a bundle by their paths, or a saved document."},
		"no proposal":        {"verify", map[string]any{"proposal": "hello"}, "proposal: "},
		"no bundle":          {"verify", map[string]any{"files": map[string]string{"../../etc/passwd": "x"}}, "files is not a proposal bundle"},
		"no day":             {"verify", map[string]any{"files": map[string]string{"a": "b"}, "on": "tomorrow"}, `The argument "on" does not take "tomorrow": it must be a real date`},
		"a path for a text":  {"evaluate", map[string]any{"request": filepath.Join(dir, "accepted")}, "The request has 1 problem."},
		"hidden characters":  {"explain", map[string]any{"rule": "\u202e\x1b[31m"}, `There is no rule "\u202e\x1b[31m"`},
	} {
		t.Run(name, func(t *testing.T) {
			text, refused := call(t, session, c.tool, c.arguments)
			assert.True(t, refused, text)
			var problem struct{ Detail string }
			require.NoError(t, json.Unmarshal([]byte(text), &problem))
			assert.Contains(t, problem.Detail, c.says)
			assert.NotContains(t, text, "\u202e")
			assert.NotContains(t, text, "\x1b")
		})
	}
}
