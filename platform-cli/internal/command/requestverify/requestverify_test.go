package requestverify_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/command/requestpropose"
	"platform.internal/platform-cli/internal/command/requestverify"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-core/problem"
)

// bundle writes a bundle and a saved proposal of the request, and returns the ID
// of the request.
func bundle(t *testing.T) string {
	t.Helper()
	commandtest.Folder(t, "south.yaml", "provider: provider_t\nallowed_regions: [south-1]\n")
	r := commandtest.Run(t, requestpropose.New, "request.yaml", "--profile", "profile.yaml", "--output", "bundle")
	require.Equal(t, problem.ExitDone, r.Exit, r.Notes)
	require.NoError(t, os.WriteFile("proposal.json", r.JSON, 0o600))
	return commandtest.Member(t, r, "request_id").(string)
}

func TestVerified(t *testing.T) {
	bundle(t)
	for _, what := range []string{"bundle", "proposal.json"} {
		r := commandtest.Run(t, requestverify.New, what, "--profile", "profile.yaml")
		assert.Equal(t, problem.ExitDone, r.Exit)
		assert.Equal(t, true, commandtest.Member(t, r, "verified"))
		assert.Regexp(t, `^verified: prop-[0-9a-f]{20}, all 8 files as derived from the request$`, r.Notes[0])
	}
}

func TestDifferencesAreNamed(t *testing.T) {
	edit := func(path, old, text string) func(*testing.T) {
		return func(t *testing.T) {
			content, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Contains(t, string(content), old)
			require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(content), old, text, 1)), 0o600))
		}
	}
	for name, test := range map[string]struct {
		what, profile string
		change        func(id string) func(*testing.T)
		code          problem.Code
		says          string
	}{
		"a line": {"bundle", "profile.yaml", func(id string) func(*testing.T) {
			return edit(filepath.Join("bundle", "environments", "infrastructure", id, "main.tf"), "# root", "# rout")
		}, problem.ProposalAltered, `line 1 is "# rout" where the request gives "# root"`},
		"a file less": {"bundle", "profile.yaml", func(string) func(*testing.T) {
			return func(t *testing.T) { require.NoError(t, os.Remove(filepath.Join("bundle", "PROPOSAL-ONLY.json"))) }
		}, problem.ProposalAltered, "PROPOSAL-ONLY.json is missing"},
		"a link more": {"bundle", "profile.yaml", func(string) func(*testing.T) {
			return func(t *testing.T) { require.NoError(t, os.Symlink("/etc/passwd", filepath.Join("bundle", "link"))) }
		}, problem.ProposalAltered, "link is not a plain file"},
		"an executable": {"bundle", "profile.yaml", func(id string) func(*testing.T) {
			return func(t *testing.T) {
				require.NoError(t, os.Chmod(filepath.Join("bundle", "environments", "reviews", id+".md"), 0o755))
			}
		}, problem.ProposalAltered, ".md is executable"},
		"a folder more": {"bundle", "profile.yaml", func(string) func(*testing.T) {
			return func(t *testing.T) { require.NoError(t, os.Mkdir(filepath.Join("bundle", ".terraform"), 0o755)) }
		}, problem.ProposalAltered, ".terraform is a folder without an artifact"},
		"another request": {"bundle", "profile.yaml", func(id string) func(*testing.T) {
			return edit(filepath.Join("bundle", "environments", "requests", id+".yaml"), "monthly_budget: 500", "monthly_budget: 900")
		}, problem.ProposalAltered, "holds another request than its name says"},
		"no request": {"bundle", "profile.yaml", func(id string) func(*testing.T) {
			return edit(filepath.Join("bundle", "environments", "requests", id+".yaml"), "owner", "owned")
		}, problem.ProposalAltered, "is no request any more"},
		"a saved one": {"proposal.json", "profile.yaml", func(string) func(*testing.T) {
			return edit("proposal.json", `"status": "ready_for_review"`, `"status": "applied"`)
		}, problem.ProposalAltered, "status must be ready_for_review"},
		"another profile": {"bundle", "enterprise.yaml", func(string) func(*testing.T) { return func(*testing.T) {} },
			problem.ProposalAltered, "where the request gives"},
		"denied now": {"bundle", "south.yaml", func(string) func(*testing.T) { return func(*testing.T) {} },
			problem.RequestNotAccepted, "policy denies the recorded request (region: "},
		"another folder": {".", "profile.yaml", func(string) func(*testing.T) { return func(*testing.T) {} },
			problem.ProposalRejected, "it records 0 requests in environments/requests/ instead of one"},
	} {
		t.Run(name, func(t *testing.T) {
			test.change(bundle(t))(t)
			r := commandtest.Run(t, requestverify.New, test.what, "--profile", test.profile)
			assert.Equal(t, string(test.code), commandtest.Member(t, r, "code"))
			assert.Equal(t, test.code.Exit(), r.Exit)
			assert.Contains(t, commandtest.Sentences(r), test.says)
		})
	}
}
