package browser

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
)

// TestTheCommandsOfAReviewGiveTheSameBytes runs the commands that the page of a
// request gives, with the real binaries, and compares the answer with the record
// of the API.
func TestTheCommandsOfAReviewGiveTheSameBytes(t *testing.T) {
	t.Parallel()
	layout := build.Binaries(t)
	api := build.StartServer(t)
	front := build.Start(t, exec.Command(layout.Portal, "--listen", "127.0.0.1:0", "--api", api))
	b := open(t, chromium(t), desktop)
	b.visit(front.URL + "/setup")
	b.do(evaluated(`document.getElementById('provider').checked = true`))
	b.click(`main form .button`)
	for decision, budget := range map[string]string{"Accepted": "1500", "Denied, 1 thing to change": "100"} {
		values := requestForm()
		values["monthly_budget"], values["environment"], values["expiry_date"] = budget, "production", ""
		values["business_justification"] = `END $(touch here) 'quoted' "twice" \ <b>bold</b> é`
		b.visit(front.URL + "/requests/new")
		b.fill(values)
		b.click(submit)
		b.hasHeading("checkout, production: " + decision)
		record := fetch(t, api+"/v1"+evaluate[string](b, `location.pathname.replace('requests', 'environment-requests')`))
		folder := t.TempDir()
		require.Equal(t, string(record), b.runCommands(layout, folder), decision)
		require.NoFileExists(t, filepath.Join(folder, "here"))
	}
	require.NotRegexp(t, "level=(WARN|ERROR)", front.Log())
}

// runCommands runs the commands of the review page in folder, and returns what
// the last one prints.
func (b *tab) runCommands(layout build.Layout, folder string) string {
	b.t.Helper()
	commands := evaluate[[]string](b, `[...document.querySelectorAll('.commands code')].map(code => code.textContent)`)
	require.Len(b.t, commands, 3)
	var out []byte
	for _, command := range commands {
		out, _ = shell(layout, folder, command).Output() // a denied request ends with 1
	}
	return string(out)
}

// shell returns a command for a shell that finds the binaries.
func shell(layout build.Layout, folder, command string, environment ...string) *exec.Cmd {
	c := exec.Command("sh", "-ec", command)
	c.Dir = folder
	c.Env = append(os.Environ(), "PATH="+filepath.Dir(layout.Platform)+":"+os.Getenv("PATH"))
	c.Env = append(c.Env, environment...)
	return c
}
