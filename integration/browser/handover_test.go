package browser

import (
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
	p := installed(t)
	first := p.propose(p.wants("first", nil))
	p.propose(p.wants("budget", map[string]any{"monthly_budget": 900}))
	larger := p.propose(p.wants("larger", map[string]any{"cluster_size": "medium"}))
	b := p.tab(phone)
	b.withoutScripts()
	b.visit("/proposals/" + larger + "#handover")
	b.contains(": cluster_size, monthly_budget", handoverText)
	b.contains("-monthly_budget: 900\n", patchText)
	b.do(evaluated(`document.querySelector('#supersedes').selectedIndex = 1`))
	b.click(`section[aria-labelledby=handover] button`)
	b.contains(": cluster_size\n", handoverText)
	require.NotContains(t, evaluate[string](b, patchText), "-monthly_budget")
	equals(b, first, `document.querySelector('#supersedes').value`)
	equals(b, "#handover", `location.hash`)
	b.do(evaluated(`document.querySelector('#supersedes').selectedIndex = 2`))
	b.click(`section[aria-labelledby=handover] button`)
	b.contains("main.tf is new", patchText)
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
		out, err := shell(layout, filepath.Join(folder, at), command, "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com",
			"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com").CombinedOutput()
		require.NoError(t, err, "%s\n%s", command, out)
		return string(out)
	}
	run("", "mkdir DIR; git init -q clone; git -C clone commit -q --allow-empty -m start")
	b := p.tab(desktop)
	for _, size := range []string{"small", "medium"} {
		id := p.propose(p.wants(size, map[string]any{"cluster_size": size}))
		b.visit("/proposals/" + id)
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
