package bundle_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/bundle"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// made returns a proposal of a request for the application.
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

func code(err error) problem.Code {
	if err == nil {
		return ""
	}
	return problem.From(err).Code
}

func TestWriteAndRead(t *testing.T) {
	p := made(t, "checkout")
	path := filepath.Join(t.TempDir(), "bundle")
	require.NoError(t, bundle.Check(path, false))
	require.NoError(t, bundle.Write(path, p, false))
	content, err := bundle.Read(path)
	require.NoError(t, err)
	assert.Empty(t, content.Irregular)
	assert.Len(t, content.Files, 8)
	assert.Empty(t, proposal.Compare(p, content.Files))
}

func TestForceReplacesABundleOfAnotherRequest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bundle")
	require.NoError(t, bundle.Write(path, made(t, "checkout"), false))
	assert.Equal(t, problem.FileProtected, code(bundle.Write(path, made(t, "billing"), false)))
	require.NoError(t, bundle.Write(path, made(t, "billing"), true))
	content, err := bundle.Read(path)
	require.NoError(t, err)
	assert.Empty(t, proposal.Compare(made(t, "billing"), content.Files), "nothing of the first bundle is left")
}

// TestForceKeepsWhatIsNotABundle changes a bundle in ways that make it worth
// keeping, or that show that it is not a bundle.
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
			require.NoError(t, bundle.Write(path, made(t, "checkout"), false))
			test.change(t, path)
			for _, err := range []error{bundle.Check(path, true), bundle.Write(path, made(t, "checkout"), true)} {
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
	_, err := bundle.Read(path)
	assert.Equal(t, problem.ProposalRejected, code(err))
	_, err = bundle.Read(filepath.Join(path, "absent"))
	assert.Equal(t, problem.FileNotReadable, code(err))
}

func TestReadFollowsNoLink(t *testing.T) {
	path := t.TempDir()
	require.NoError(t, os.Symlink("/etc/passwd", filepath.Join(path, "link")))
	content, err := bundle.Read(path)
	require.NoError(t, err)
	assert.Empty(t, content.Files)
	assert.Equal(t, []string{"link"}, content.Irregular)
}
