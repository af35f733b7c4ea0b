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

// bundle writes a bundle and a saved proposal of the request, and returns the request ID.
func bundle(t *testing.T) string {
	t.Helper()
	commandtest.Folder(t, "later.yaml", "provider: provider_t\npolicy_date: 2027-06-01\n")
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
	infrastructure := func(id string) string {
		return filepath.Join("bundle", "environments", "infrastructure", id, "main.tf")
	}
	same := func(string) func(*testing.T) { return func(*testing.T) {} }
	for name, test := range map[string]struct {
		what, profile string
		change        func(id string) func(*testing.T)
		outcome, says string
	}{
		"a line": {"bundle", "profile.yaml",
			func(id string) func(*testing.T) { return edit(infrastructure(id), "# root", "# rout") },
			"altered", `main.tf line 1, column 5; 1 line differs found # rout\n derived # root\n`},
		"a file less": {"bundle", "profile.yaml", func(string) func(*testing.T) {
			return func(t *testing.T) { require.NoError(t, os.Remove(filepath.Join("bundle", "PROPOSAL-ONLY.json"))) }
		}, "altered", "PROPOSAL-ONLY.json is missing"},
		"a marker in another form": {"bundle", "profile.yaml", func(string) func(*testing.T) {
			return edit(filepath.Join("bundle", "PROPOSAL-ONLY.json"), `"executed": `, `"executed":  `)
		}, "altered", "PROPOSAL-ONLY.json line 6, column 15"},
		"a link more": {"bundle", "profile.yaml", func(string) func(*testing.T) {
			return func(t *testing.T) { require.NoError(t, os.Symlink("/etc/passwd", filepath.Join("bundle", "link"))) }
		}, "altered", "link is not a plain file"},
		"an executable": {"bundle", "profile.yaml", func(id string) func(*testing.T) {
			return func(t *testing.T) {
				require.NoError(t, os.Chmod(filepath.Join("bundle", "environments", "reviews", id+".md"), 0o755))
			}
		}, "altered", ".md is executable"},
		"a folder more": {"bundle", "profile.yaml", func(string) func(*testing.T) {
			return func(t *testing.T) { require.NoError(t, os.Mkdir(filepath.Join("bundle", ".terraform"), 0o755)) }
		}, "altered", ".terraform is a folder without an artifact"},
		"another request": {"bundle", "profile.yaml", func(id string) func(*testing.T) {
			return edit(filepath.Join("bundle", "environments", "requests", id+".yaml"),
				"monthly_budget: 500", "monthly_budget: 9500")
		}, "altered", "holds another request than its name says"},
		"no request": {"bundle", "profile.yaml", func(id string) func(*testing.T) {
			return edit(filepath.Join("bundle", "environments", "requests", id+".yaml"), "owner", "owned")
		}, "altered", `line 3, column 5; 1 line differs found owned: `},
		"a saved one": {"proposal.json", "profile.yaml", func(string) func(*testing.T) {
			return edit("proposal.json", `"status": "ready_for_review"`, `"status": "applied"`)
		}, "altered", `status is "applied" where the request gives "ready_for_review"`},
		"a field more": {"proposal.json", "profile.yaml",
			func(string) func(*testing.T) { return edit("proposal.json", `"status"`, `"signed": true, "status"`) }, "altered",
			"has a field that the platform did not write"},
		"another profile": {"bundle", "enterprise.yaml", same, "made_with_another",
			"made with another profile: bundle says so"},
		"denied now": {"bundle", "later.yaml", same, "no_longer_accepted",
			"give --on 2026-12-14 to verify it as of that day"},
	} {
		t.Run(name, func(t *testing.T) {
			test.change(bundle(t))(t)
			for _, format := range []string{"json", "text"} {
				r := commandtest.Run(t, requestverify.New, test.what, "--profile", test.profile, "-o", format)
				assert.Equal(t, problem.ExitDenied, r.Exit)
				assert.Contains(t, commandtest.Sentences(r), test.says)
				if format == "json" {
					assert.Equal(t, test.outcome, commandtest.Member(t, r, "outcome"))
				}
			}
		})
	}
}

func TestWhatCannotBeVerified(t *testing.T) {
	bundle(t)
	for name, test := range map[string]struct {
		args []string
		code problem.Code
		says string
	}{
		"another folder": {[]string{"."}, problem.ProposalRejected,
			"it records 0 requests in environments/requests/ instead of one"},
		"a request": {[]string{"request.yaml"}, problem.ProposalRejected,
			"request.yaml is a request, not a proposal; `platform request propose` makes its proposal"},
		"an absent one": {[]string{"absent"}, problem.FileNotReadable, "absent does not exist"},
		"no date": {[]string{"bundle", "--on", "soon"}, problem.UsageError,
			`--on does not take "soon": it must be a real date as YYYY-MM-DD`},
		"an unknown format": {[]string{"bundle", "-o", "yaml"}, problem.UsageError, "write json or text"},
	} {
		t.Run(name, func(t *testing.T) {
			r := commandtest.Run(t, requestverify.New, append(test.args, "--profile", "profile.yaml")...)
			assert.Equal(t, string(test.code), commandtest.Member(t, r, "code"))
			assert.Equal(t, problem.ExitUsage, r.Exit)
			assert.Contains(t, commandtest.Sentences(r), test.says)
		})
	}
}
