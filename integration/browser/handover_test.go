package browser

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
)

const (
	handoverText = `document.querySelector('section[aria-labelledby=handover]').innerText`
	patchText    = `document.querySelector('section[aria-labelledby=patch]').innerText`
)

// TestHandOverToAnotherPredecessor chooses the proposal that the repository has, without scripts.
func TestHandOverToAnotherPredecessor(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	p.install()
	first := p.propose(p.wants("first", nil))
	p.propose(p.wants("budget", map[string]any{"monthly_budget": 900}))
	larger := p.propose(p.wants("larger", map[string]any{"cluster_size": "medium"}))
	b := open(t, chromium(t), phone)
	b.withoutScripts()
	b.visit(p.portal.URL + "/proposals/" + larger + "#handover")
	require.Contains(t, evaluate[string](b, handoverText), ": cluster_size, monthly_budget")
	require.Contains(t, evaluate[string](b, patchText), "-monthly_budget: 900\n")
	b.do(evaluated(`document.querySelector('#supersedes').selectedIndex = 1`))
	b.click(`section[aria-labelledby=handover] button`)
	require.Contains(t, evaluate[string](b, handoverText), ": cluster_size\n")
	require.NotContains(t, evaluate[string](b, patchText), "-monthly_budget")
	require.Equal(t, first, evaluate[string](b, `document.querySelector('#supersedes').value`))
	require.Equal(t, "#handover", evaluate[string](b, `location.hash`))
	b.do(evaluated(`document.querySelector('#supersedes').selectedIndex = 2`))
	b.click(`section[aria-labelledby=handover] button`)
	require.Contains(t, evaluate[string](b, patchText), "main.tf is new")
	b.quiet()
}

// TestTheCommandsOfAHandOver runs the lines of the page: one way commits the patch, the other has the command write
// the same files.
func TestTheCommandsOfAHandOver(t *testing.T) {
	t.Parallel()
	layout, p := build.Binaries(t), startPlatform(t)
	p.install()
	folder := t.TempDir()
	run := func(at, command string) string {
		shell := exec.Command("sh", "-ec", command)
		shell.Dir = filepath.Join(folder, at)
		shell.Env = append(os.Environ(), "PATH="+filepath.Dir(layout.Platform)+":"+os.Getenv("PATH"), "GIT_AUTHOR_NAME=a",
			"GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
		out, err := shell.CombinedOutput()
		require.NoError(t, err, "%s\n%s", command, out)
		return string(out)
	}
	run("", "mkdir DIR; git init -q clone; git -C clone commit -q --allow-empty -m start")
	b := open(t, chromium(t), desktop)
	for _, size := range []string{"small", "medium"} {
		id := p.propose(p.wants(size, map[string]any{"cluster_size": size}))
		b.visit(p.portal.URL + "/proposals/" + id)
		commands := evaluate[[]string](b, `[...document.querySelectorAll('section[aria-labelledby=handover] .commands code')].map(code => code.textContent)`)
		require.Len(t, commands, 2)
		run("clone", commands[0])
		require.Contains(t, run("clone", "git log -1 --format=%B"), "Proposal-Id: "+id)
		run("clone", "git branch -M main") // as after the merge
		run("", commands[1])
		run("", "diff -r DIR/environments clone/environments")
	}
	b.quiet()
}
