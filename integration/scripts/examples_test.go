package scripts_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
)

// TestExamplesOfHelpWork runs every example that a --help shows, each in a
// folder that has the files it names.
func TestExamplesOfHelpWork(t *testing.T) {
	built := build.Binaries(t)
	platform := built.Platform
	files := os.DirFS(furnished(t, built))
	for _, command := range commands(t, platform) {
		t.Run(strings.Join(command, " "), func(t *testing.T) {
			shown := examples(help(t, platform, command))
			require.NotEmpty(t, shown)
			for _, example := range shown {
				dir := t.TempDir()
				require.NoError(t, os.CopyFS(dir, files))
				out, err := in(dir, platform, strings.Fields(example)[1:]...)
				assert.NoError(t, err, "%s\n%s", example, out)
			}
		})
	}
}

// TestEveryCommandHasAScript: a command that no script runs is not tested as a
// process.
func TestEveryCommandHasAScript(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	require.NoError(t, err)
	var scripts strings.Builder
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		scripts.Write(data)
	}
	for _, command := range commands(t, build.Binaries(t).Platform) {
		assert.Contains(t, scripts.String(), strings.Join(command, " "))
	}
}

// commands returns every command that does something, by its words, as the
// help lists them.
func commands(t *testing.T, platform string, words ...string) [][]string {
	t.Helper()
	children := section(help(t, platform, words), "Available Commands:")
	if len(children) == 0 {
		return [][]string{words}
	}
	var all [][]string
	for _, line := range children {
		if name := strings.Fields(line)[0]; name != "help" {
			all = append(all, commands(t, platform, append(words[:len(words):len(words)], name)...)...)
		}
	}
	return all
}

func help(t *testing.T, platform string, words []string) string {
	t.Helper()
	out, err := exec.Command(platform, append(words[:len(words):len(words)], "--help")...).Output()
	require.NoError(t, err)
	return string(out)
}

func examples(help string) []string { return section(help, "Examples:") }

// section returns the indented lines below a heading of help.
func section(help, heading string) []string {
	_, rest, ok := strings.Cut(help, "\n"+heading+"\n")
	if !ok {
		return nil
	}
	body, _, _ := strings.Cut(rest, "\n\n")
	return strings.Split(strings.TrimRight(body, "\n"), "\n")
}

// furnished returns a folder with the files that examples name.
func furnished(t *testing.T, built build.Layout) string {
	t.Helper()
	dir := t.TempDir()
	copies := map[string]string{
		"request.yaml": "request.yaml", "other.json": "request.yaml", "requests/a.yaml": "request.yaml",
	}
	require.NoError(t, os.Mkdir(filepath.Join(dir, "requests"), 0o755))
	for to, from := range copies {
		data, err := os.ReadFile(filepath.Join("testdata", "shared", from))
		require.NoError(t, err)
		if filepath.Ext(to) == ".json" {
			data = asJSON(data)
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, to), data, 0o644))
	}
	restricted, err := os.ReadFile(filepath.Join(dir, "request.yaml"))
	require.NoError(t, err)
	restricted = bytes.ReplaceAll(restricted, []byte("internal"), []byte("restricted"))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "my.yaml"), restricted, 0o644))
	cases := []byte("request_file: request.yaml\ncases:\n  - {name: small, decision: accepted}\n")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "cases.yaml"), cases, 0o644))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "cases"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "cases", "cases.yaml"), bytes.ReplaceAll(cases, []byte("request.yaml"), []byte("../request.yaml")), 0o644))
	profile := `{"provider":"provider_a","policy_date":"2026-11-21"}`
	for _, name := range []string{"profile.json", "profile.yaml", "old.yaml", "changed.yaml"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(profile), 0o644))
	}
	require.NoError(t, os.Symlink(built.AdaptersDir, filepath.Join(dir, "new")))
	const adapter = "platform-provider-a"
	executable, err := os.ReadFile(filepath.Join(built.AdaptersDir, adapter))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, adapter), executable, 0o755))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "adapters"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "adapters", adapter), executable, 0o755))
	for _, bundle := range []string{"bundle", "out"} {
		proposal, err := in(dir, built.Platform, "request", "propose", "request.yaml", "--profile", "profile.json", "--output", bundle)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "proposal.json"), proposal, 0o644))
	}
	_, err = in(dir, built.Platform, "request", "handover", "bundle", "--repo", ".", "--profile", "profile.json")
	require.NoError(t, err)
	return dir
}

// asJSON turns the flat YAML of a request into JSON.
func asJSON(data []byte) []byte {
	var members []string
	for line := range strings.Lines(string(data)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if name != "monthly_budget" {
			value = `"` + value + `"`
		}
		members = append(members, `"`+name+`": `+value)
	}
	return []byte("{" + strings.Join(members, ", ") + "}")
}

// in runs platform in the folder. What an example writes must be new there, so
// that the files it names as output are taken away first.
func in(dir, platform string, args ...string) ([]byte, error) {
	for i, arg := range args {
		if arg == "--output" {
			if err := os.RemoveAll(filepath.Join(dir, args[i+1])); err != nil {
				return nil, err
			}
		}
	}
	cmd := exec.Command(platform, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return stderr.Bytes(), err
	}
	return out, nil
}
