package fileio_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// made returns a proposal for a request of the application.
func made(t testing.TB, application string) proposal.Proposal {
	t.Helper()
	request, err := request.Parse(document.Source{Format: document.YAML, Data: []byte(`
application: ` + application + `
environment: development
owner: payments@example.com
cost_centre: CC-4711
data_classification: internal
region: eu-west-1
network_cidr: 10.20.0.0/20
cluster_size: small
monthly_budget: 500
business_justification: Integration tests of the checkout service.
`)})
	require.NoError(t, err)
	p, err := proposal.Build(proposal.Input{
		Request: request, Profile: profile.Profile{Provider: "provider_a", Mode: profile.Simulation},
		Root: []byte("# root\n"), Inputs: []byte("{}\n"),
	})
	require.NoError(t, err)
	return p
}

func TestWriteAndRead(t *testing.T) {
	p := made(t, "checkout")
	path := filepath.Join(t.TempDir(), "bundle")
	require.NoError(t, fileio.CheckBundle(path, false))
	require.NoError(t, fileio.WriteBundle(path, p, false))
	content, err := fileio.ReadBundle(path)
	require.NoError(t, err)
	assert.Empty(t, content.Unusual(p.RequestID))
	assert.Len(t, content.Files, 8)
	assert.Empty(t, proposal.Compare(p, content.Files))
}

func TestForceReplacesABundleOfAnotherRequest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bundle")
	require.NoError(t, fileio.WriteBundle(path, made(t, "checkout"), false))
	assert.Equal(t, problem.FileProtected, code(fileio.WriteBundle(path, made(t, "billing"), false)))
	require.NoError(t, fileio.WriteBundle(path, made(t, "billing"), true))
	content, err := fileio.ReadBundle(path)
	require.NoError(t, err)
	assert.Empty(t, proposal.Compare(made(t, "billing"), content.Files), "nothing of the first bundle is left")
}

// TestForceKeepsWhatIsNotABundle changes a bundle so that --force must not replace it.
func TestForceKeepsWhatIsNotABundle(t *testing.T) {
	changes := map[string]struct {
		change func(t *testing.T, path string)
		says   string
	}{
		"no marker": {func(t *testing.T, path string) {
			require.NoError(t, os.Remove(filepath.Join(path, proposal.MarkerPath)))
		}, "is not a proposal bundle"},
		"a marker of another kind": {func(t *testing.T, path string) {
			require.NoError(t, os.WriteFile(filepath.Join(path, proposal.MarkerPath), []byte(`{"schema":"x"}`), 0o644))
		}, "is not a proposal bundle"},
		"a marker that is a link": {func(t *testing.T, path string) {
			marker := filepath.Join(path, proposal.MarkerPath)
			require.NoError(t, os.Rename(marker, path+".marker"))
			require.NoError(t, os.Symlink("../bundle.marker", marker))
		}, "is not a proposal bundle"},
		"a further file": {func(t *testing.T, path string) {
			require.NoError(t, os.WriteFile(filepath.Join(path, "environments", "notes.md"), nil, 0o644))
		}, "holds environments/notes.md"},
		"a further folder": {func(t *testing.T, path string) {
			require.NoError(t, os.Mkdir(filepath.Join(path, ".git"), 0o755))
		}, "holds .git"},
		"a link in place of a folder": {func(t *testing.T, path string) {
			reviews := filepath.Join(path, "environments", "reviews")
			require.NoError(t, os.RemoveAll(reviews))
			require.NoError(t, os.Symlink("/", reviews))
		}, "holds environments/reviews"},
	}
	for name, test := range changes {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "bundle")
			require.NoError(t, fileio.WriteBundle(path, made(t, "checkout"), false))
			test.change(t, path)
			for _, err := range []error{fileio.CheckBundle(path, true), fileio.WriteBundle(path, made(t, "checkout"), true)} {
				require.Equal(t, problem.FileProtected, code(err))
				assert.Contains(t, problem.From(err).Detail, test.says)
			}
			_, err := os.Lstat(filepath.Join(path, "environments"))
			assert.NoError(t, err, "the folder is still there")
		})
	}
}

func TestReadIsBounded(t *testing.T) {
	path := t.TempDir()
	for i := range 201 {
		require.NoError(t, os.WriteFile(filepath.Join(path, strings.Repeat("x", i+1)), nil, 0o644))
	}
	_, err := fileio.ReadBundle(path)
	assert.Equal(t, problem.ProposalRejected, code(err))
	_, err = fileio.ReadBundle(filepath.Join(path, "absent"))
	assert.Equal(t, problem.FileNotReadable, code(err))
}

func TestReadFollowsNoLink(t *testing.T) {
	path := t.TempDir()
	require.NoError(t, os.Symlink("/etc/passwd", filepath.Join(path, "link")))
	content, err := fileio.ReadBundle(path)
	require.NoError(t, err)
	assert.Empty(t, content.Files)
	assert.Equal(t, []proposal.Mismatch{{Where: "link", Message: "is not a plain file"}}, content.Unusual(""))
}

// TestUnusual changes a bundle without a change of its contents.
func TestUnusual(t *testing.T) {
	p := made(t, "checkout")
	page := proposal.PathsOf(p.RequestID).Review
	mode := func(at string, bits os.FileMode) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			t.Helper()
			require.NoError(t, os.Chmod(filepath.Join(path, at), bits))
			info, err := os.Stat(filepath.Join(path, at))
			require.NoError(t, err)
			require.Equal(t, bits, info.Mode()&^os.ModeDir, "the file system keeps the mode")
		}
	}
	for name, test := range map[string]struct {
		change      func(t *testing.T, path string)
		where, says string // empty if the change is usual
	}{
		"as written":            {func(*testing.T, string) {}, "", ""},
		"for its owner only":    {mode(page, 0o600), "", ""},
		"of a group":            {mode(page, 0o664), "", ""},
		"read-only":             {mode(page, 0o444), "", ""},
		"a folder of a group":   {mode("environments", 0o775|os.ModeSetgid), "", ""},
		"executable":            {mode(page, 0o744), page, "is executable"},
		"executable by others":  {mode(page, 0o645), page, "is executable"},
		"setuid":                {mode(page, 0o644|os.ModeSetuid), page, "is setuid"},
		"setgid":                {mode(page, 0o644|os.ModeSetgid), page, "is setgid"},
		"sticky":                {mode(page, 0o644|os.ModeSticky), page, "is sticky"},
		"writable by everybody": {mode(page, 0o646), page, "is writable by everybody"},
		"a folder of everybody": {mode("environments", 0o777), "environments", "is writable by everybody"},
		"a file system without modes": {func(t *testing.T, path string) {
			require.NoError(t, filepath.WalkDir(path, func(at string, _ os.DirEntry, err error) error {
				require.NoError(t, err)
				return os.Chmod(at, 0o777)
			}))
		}, "", ""},
		"a hard link": {func(t *testing.T, path string) {
			require.NoError(t, os.Link(filepath.Join(path, page), path+".link"))
		}, page, "has a second name (a hard link)"},
		"an empty folder": {func(t *testing.T, path string) {
			require.NoError(t, os.Mkdir(filepath.Join(path, "environments", "empty"), 0o755))
		}, "environments/empty", "is a folder without an artifact"},
		"a folder of another request": {func(t *testing.T, path string) {
			require.NoError(t, os.Mkdir(filepath.Join(path, "environments", "evidence", "req-0"), 0o755))
		}, "environments/evidence/req-0", "is a folder without an artifact"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "bundle")
			require.NoError(t, fileio.WriteBundle(path, p, false))
			test.change(t, path)
			content, err := fileio.ReadBundle(path)
			require.NoError(t, err)
			assert.Empty(t, proposal.Compare(p, content.Files))
			if test.says == "" {
				assert.Empty(t, content.Unusual(p.RequestID))
				return
			}
			assert.Equal(t, []proposal.Mismatch{{Where: test.where, Message: test.says}}, content.Unusual(p.RequestID))
		})
	}
}
