package browser

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// validator is where `make needs-test` puts html-validate.
const validator = "../../.bin/node_modules/.bin/html-validate"

// TestPagesAreValid holds the HTML of every page to html-validate. IDs are the names
// of fields, which may have a dot in them: HTML allows it.
func TestPagesAreValid(t *testing.T) {
	t.Parallel()
	require.FileExists(t, filepath.FromSlash(validator), "html-validate is missing: run make needs-test")
	folder := t.TempDir()
	for _, s := range everyPage(t) {
		if s.prepare == nil {
			_, page := compressed(t, s.address)
			require.NoError(t, os.WriteFile(filepath.Join(folder, s.name+".html"), page, 0o600))
		}
	}
	config, err := filepath.Abs(filepath.Join("testdata", "htmlvalidate.json"))
	require.NoError(t, err)
	found, err := exec.CommandContext(t.Context(), filepath.FromSlash(validator), "--formatter", "text", "--config", config, folder).CombinedOutput()
	require.NoError(t, err, string(found))
}
