package browser

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
)

// TestTheCommandsOnThePagesWork runs what the empty pages tell people to run,
// with the real binaries: from no installation to an accepted request.
func TestTheCommandsOnThePagesWork(t *testing.T) {
	layout := build.Binaries(t)
	api := build.StartServer(t)
	portal := build.Start(t, exec.Command(layout.Portal, "--listen", "127.0.0.1:0", "--api", api))
	b := open(t, startChromium(t), desktop)
	folder := t.TempDir()

	b.visit(portal.URL)
	require.Contains(t, b.text(), "No installation yet.")
	b.runCommands(layout, folder, 2)

	b.visit(portal.URL)
	require.Contains(t, b.text(), "No requests yet.")
	b.runCommands(layout, folder, 3)

	b.visit(portal.URL)
	require.Equal(t, []string{"1", "1", "0", "0"}, b.figures())
	require.Equal(t, "Accepted", evaluate[string](b, `document.querySelector('.badge-good').innerText`))
	require.Equal(t, "listening on "+portal.URL+"\n", portal.Log(), "one line and no other")
	b.quiet()
}

// runCommands runs the commands that the page shows, in folder.
func (b *tab) runCommands(layout build.Layout, folder string, count int) {
	b.t.Helper()
	commands := evaluate[[]string](b, `[...document.querySelectorAll('[data-copy] code')].map(code => code.textContent)`)
	require.Len(b.t, commands, count)
	for _, command := range commands {
		shell := exec.Command("sh", "-ec", command)
		shell.Dir = folder
		shell.Env = append(os.Environ(), "PATH="+filepath.Dir(layout.Platform)+":"+os.Getenv("PATH"))
		out, err := shell.CombinedOutput()
		require.NoError(b.t, err, "%s\n%s", command, out)
		require.NotContains(b.t, string(out), "urn:platform:problem", command)
	}
}
