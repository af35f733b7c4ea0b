package scripts_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"platform.internal/integration/build"
)

// ciStart writes the default branch: the environments checkout, which has ended, and billing.
const ciStart = `
git init -q -b main author && cd author
mkdir .ci && cp "$PAGES/environments.sh" .ci && cp "$SHARED/profile.yaml" . && echo "# Ours" > README.md
commit Start
hand checkout 2026-12-15 && hand billing 2027-01-31 && commit "Two environments"
sed -i s/2026-11-21/2026-12-15/ profile.yaml && commit "Time passes"
git clone -q --bare . ../upstream && git remote add origin ../upstream
`

// ciFunctions are what the authors of the changes use.
const ciFunctions = `
PATH="$BIN:$PATH"
git() { command git -c user.name=A -c user.email=a@example.com "$@"; }
commit() { git add -A && git commit -q -m "$1"; }
hand() { # NAME EXPIRY [SED [PROFILE]]
  sed "s/: checkout/: $1/; s/10.20/10.2${#1}/; s/2026-12-15/$2/; $3" "$SHARED/request.yaml" > ../request.yaml
  platform request propose ../request.yaml --profile "${4:-profile.yaml}" -q > ../proposal.json
  platform request handover ../proposal.json --repo . --profile "${4:-profile.yaml}" -q > /dev/null
}
request() { grep -l "application: $1" environments/requests/*; }
live=environments/live/provider_a/eu-west-1
`

// ciChange is a pull request.
type ciChange struct {
	name, author string
	code         int
	// result are texts that the result of the check has; those after "not: " it has not.
	result []string
	// gitLab are the variables of a pipeline on GitLab, where only some changes are checked too.
	gitLab string
}

var ciChanges = []ciChange{
	{name: "no environment", author: `echo "# Yours" > README.md`,
		result: []string{"Environments checked: 0. Problems: 0."}},
	{name: "one environment", author: `hand billing 2027-01-31 s/small/medium/`,
		result: []string{"checked: 1.", "## Change billing development in eu-west-1: cluster_size",
			"| `cluster_size` | `small` | `medium` |", "- **Replaced, new before old**: `aws_eks_node_group.this`", "not: checkout development"},
		gitLab: ciBranch},
	{name: "two environments", author: `hand billing 2027-01-31 s/900/950/ && hand ledger 2027-01-31`,
		result: []string{"checked: 2.", "## Add ledger", "## Change billing"},
		gitLab: ciMerge},
	{name: "a renewal of what has ended", author: `hand checkout 2027-02-01`,
		result: []string{"## Renew checkout development in eu-west-1 until 1 Feb 2027"}},
	{name: "the removal of what has ended", author: `git rm -q -r $live/checkout $(request checkout)`,
		result: []string{"## Remove `environments/live/provider_a/eu-west-1/checkout/development`", "Problems: 0."}},
	{name: "the removal of all", author: `git rm -q -r environments`,
		result: []string{"/checkout/development`", "/billing/development`"}},
	{name: "the removal of a folder alone", author: `git rm -q -r $live/checkout`, code: 1,
		result: []string{"orphan_request"}},
	{name: "the removal of all folders alone", author: `git rm -q -r environments/live`, code: 1,
		result: []string{"Problems: 2.", "orphan_request", "## Remove `environments/live/provider_a/eu-west-1/billing/development`"}},
	{name: "the removal of a marker alone", author: `git rm -q $live/billing/development/PROPOSAL-ONLY.json`, code: 1,
		result: []string{"PROPOSAL-ONLY.json`: missing_file", "not: ## Remove"}},
	{name: "an environment that has ended since", code: 1,
		author: `sed s/2026-12-15/2026-12-01/ profile.yaml > ../earlier.yaml; hand ledger 2026-12-10 "" ../earlier.yaml`,
		result: []string{"checked: 1.", "/ledger/development`: no_longer_accepted, " +
			"`The expiry date 10 Dec 2026 is not after 15 Dec 2026. Owner: payments-team@example.com`"}},
	{name: "a changed byte", author: `sed -i s/900/901/ $live/billing/development/terraform.tfvars.json`, code: 1,
		result: []string{"terraform.tfvars.json`: altered_file"}},
	{name: "a foreign file with a name of Markdown", code: 1,
		author: "echo > $live/checkout/development/'a`@all.auto.tfvars'",
		result: []string{"/checkout/development/a?@all.auto.tfvars`: foreign_file"}},
	{name: "a superseded request that a merge brought back", code: 1,
		author: `old=$(request billing); hand billing 2027-01-31 s/900/950/; git checkout -q HEAD -- "$old"`,
		result: []string{"superseded_request"},
		gitLab: ciBranch},
	{name: "a profile of its own", author: `echo "unpriced: deny" >> profile.yaml; hand ledger 2027-01-31`, code: 1,
		result: []string{"/ledger/development`: made_with_another", "## Policy replay"}},
	{name: "a profile that denies", author: `sed -i s/eu-west-1/eu-central-1/ profile.yaml`,
		result: []string{"checked: 0.", "1 newly denied"}},
	{name: "a script of its own", author: `echo "exit 0" > .ci/environments.sh; echo > $live/notes.txt`, code: 1,
		result: []string{"notes.txt`: foreign_file"}},
	{name: "a network that overlaps another one", author: `hand ledger 2027-01-31 s/10.26.0.0.20/10.27.8.0\\/22/`, code: 1,
		result: []string{"/development`: overlap, `10.27.", "not: Problems: 0."}},
	{name: "a link", author: `ln -s /etc/passwd $live/billing/development/passwd.tf`, code: 1,
		result: []string{"passwd.tf`: not_a_file"}},
	{name: "a broken link", author: `git rm -q -r environments; ln -s nowhere environments`, code: 1,
		result: []string{"environments`: not_a_file"}},
	{name: "a branch that is older than main", // so it is the last
		author: `git switch -q main && hand billing 2027-01-31 s/900/950/ && commit Meanwhile && git push -q origin main
			git switch -q change && hand ledger 2027-01-31`,
		result: []string{"checked: 1.", "## Add ledger", "not: billing"},
		gitLab: ciBranch},
}

// The variables of a pipeline on GitLab for the source branch, and for the merge, as in a merge train.
const (
	ciBranch = "CI_MERGE_REQUEST_IID=7"
	ciMerge  = "CI_MERGE_REQUEST_IID=7 CI_MERGE_REQUEST_TARGET_BRANCH_SHA=HEAD^1"
)

// TestEnvironmentsInCI runs the steps of both pages, as they are, on pull requests to one repository.
func TestEnvironmentsInCI(t *testing.T) {
	c := newCI(t)
	for _, change := range ciChanges {
		c.must(t, "cd author && git switch -q -C change main\n"+change.author+
			"\ncommit Change; git push -q -f origin change; git switch -q main")
		for name, check := range map[string]func() (string, int){
			"GitHub": func() (string, int) { return c.gitHub(t, "HEAD^1") },
			"GitLab": func() (string, int) { return c.gitLab(t, change.gitLab) },
		} {
			if name == "GitLab" && change.gitLab == "" {
				continue
			}
			t.Run(change.name+"/"+name, func(t *testing.T) {
				result, code := check()
				assert.Equal(t, change.code, code, result)
				assert.True(t, strings.HasPrefix(result, "<!-- environments -->\n"), "the comment is found again by this line")
				for _, text := range change.result {
					if absent, ok := strings.CutPrefix(text, "not: "); ok {
						assert.NotContains(t, result, absent)
						continue
					}
					assert.Contains(t, result, text)
				}
			})
		}
	}
}

// TestWeeklyCheckInCI checks all environments of the default branch, before and after those that have ended are
// removed.
func TestWeeklyCheckInCI(t *testing.T) {
	c := newCI(t)
	for name, check := range map[string]func() (string, int){
		"GitHub": func() (string, int) { return c.gitHub(t, "") },
		"GitLab": func() (string, int) { return c.gitLab(t, "") },
	} {
		result, code := check()
		assert.Equal(t, 1, code, name)
		assert.Contains(t, result, "checked: 2. Problems: 1.", name)
		assert.Contains(t, result, "/checkout/development`: no_longer_accepted, `The expiry date 15 Dec 2026 is", name)
		assert.NotContains(t, result, "##", name)
	}
	c.must(t, `cd author && git rm -q -r $live/checkout $(request checkout) && commit Remove && git push -q origin main`)
	result, code := c.gitHub(t, "")
	assert.Zero(t, code, result)
	result, code = c.gitLab(t, "")
	assert.Zero(t, code, result)
}

// ci is a repository, the archive of the platform, and a tool in place of each service.
type ci struct {
	root, path string
	env        []string
}

func newCI(t *testing.T) *ci {
	t.Helper()
	built := build.Binaries(t)
	absolute := func(parts ...string) string {
		path, err := filepath.Abs(filepath.Join(parts...))
		require.NoError(t, err)
		return path
	}
	c := &ci{root: t.TempDir()}
	c.path = c.root + "/tools:" + os.Getenv("PATH")
	c.env = []string{
		"PAGES=" + absolute("..", "..", "docs", "ci"),
		"SHARED=" + absolute("testdata", "shared"),
		"BIN=" + filepath.Dir(built.Platform),
		"CALLS=" + c.root + "/calls",
	}
	require.NoError(t, os.Mkdir(c.root+"/tools", 0o755))
	for name, script := range map[string]string{
		"apk": "",
		"gh":  `printf '%s\n' "$*" >> "$CALLS"; [ "$2" != --paginate ] || printf '%s' "$FOUND"`,
	} {
		require.NoError(t, os.WriteFile(c.root+"/tools/"+name, []byte("#!/bin/sh\n"+script+"\n"), 0o755))
	}
	c.pack(t, `mkdir pack && printf '#!/bin/sh\nexec "$BIN/platform" "$@"\n' > pack/platform
		chmod +x pack/platform && tar -czf platform.tar.gz -C pack platform`)
	c.must(t, ciStart)
	return c
}

// pack makes the archive of the platform that the pages install.
func (c *ci) pack(t *testing.T, script string) {
	t.Helper()
	sum := c.must(t, script+" && sha256sum platform.tar.gz")
	c.env = append(c.env, "PLATFORM_ARCHIVE=file://"+c.root+"/platform.tar.gz",
		"PLATFORM_SHA256="+strings.Fields(sum)[0])
}

// shell runs a script as the runners of GitHub and GitLab do.
func (c *ci) shell(dir, script string, env ...string) (printed string, code int) {
	cmd := exec.Command("bash", "-e", "-c", script)
	cmd.Dir, cmd.Env = dir, append(append([]string{"PATH=" + c.path}, c.env...), env...)
	out, _ := cmd.CombinedOutput()
	return string(out), cmd.ProcessState.ExitCode()
}

// must runs a script of the authors.
func (c *ci) must(t *testing.T, script string) string {
	t.Helper()
	printed, code := c.shell(c.root, ciFunctions+script)
	require.Zero(t, code, printed)
	return printed
}

// clone returns a new clone after a script. before is run first.
func (c *ci) clone(t *testing.T, before, script string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "work")
	c.must(t, before+"git clone -q upstream "+dir+" && cd "+dir+"\n"+script)
	return dir
}

// gitHub runs the steps of the job check on the merge of the change, or on the default branch if base is empty.
func (c *ci) gitHub(t *testing.T, base string, env ...string) (result string, code int) {
	t.Helper()
	var workflow struct {
		Jobs map[string]struct{ Steps []struct{ Name, Run string } }
	}
	readPage(t, "github.yml", &workflow)
	checkout := ""
	if base != "" {
		checkout = "git checkout -q --detach && git merge -q --no-ff --no-edit origin/change"
	}
	dir, temp := c.clone(t, "", checkout), t.TempDir()
	env = append(env, "RUNNER_TEMP="+temp, "BRANCH=main", "BASE="+base,
		"GITHUB_PATH="+temp+"/path", "GITHUB_STEP_SUMMARY="+temp+"/summary", "GITHUB_OUTPUT="+temp+"/output")
	for _, step := range workflow.Jobs["check"].Steps {
		assert.NotContains(t, step.Run, "${{", "a value in a script can be a script")
		printed, exit := c.shell(dir, step.Run, env...)
		code = max(code, exit)
		if exit != 0 && step.Name != "Check the environments" {
			return printed, exit
		}
		if path, err := os.ReadFile(temp + "/path"); err == nil {
			env = append(env, "PATH="+strings.TrimSpace(string(path))+":"+c.path)
		}
	}
	summary := read(t, temp+"/summary")
	output := strings.SplitN(read(t, temp+"/output"), "\n", 2)
	end := strings.TrimPrefix(output[0], "comment<<")
	assert.Equal(t, summary+end+"\n", output[1], "the job comment gets the summary")
	return summary, code
}

// gitLab runs the scripts of the job with variables of the pipeline. Its files are writable by everybody, as those
// of a Docker runner are.
func (c *ci) gitLab(t *testing.T, variables string) (result string, code int) {
	t.Helper()
	var pipeline map[string]struct {
		BeforeScript []string `yaml:"before_script"`
		Script       []string
	}
	readPage(t, "gitlab.yml", &pipeline)
	checkout := ""
	switch variables {
	case ciBranch:
		checkout = "git checkout -q --detach origin/change"
	case ciMerge:
		checkout = "git checkout -q --detach && git merge -q --no-ff --no-edit origin/change"
	}
	dir := c.clone(t, "umask 0\n", checkout)
	job := pipeline["environments"]
	printed, code := c.shell(dir, "umask 0\n"+strings.Join(append(job.BeforeScript, job.Script...), "\n"),
		append(strings.Fields(variables), "CI_DEFAULT_BRANCH=main", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME=main")...)
	if result, err := os.ReadFile(dir + "/environments.md"); err == nil {
		return string(result), code
	}
	return printed, code
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(data)
}

func readPage(t *testing.T, name string, into any) {
	t.Helper()
	require.NoError(t, yaml.Unmarshal([]byte(read(t, filepath.Join("..", "..", "docs", "ci", name))), into))
}

// TestInstallInCI packs the command as docs/ci/README.md shows, and then names another SHA-256.
func TestInstallInCI(t *testing.T) {
	c := newCI(t)
	c.pack(t, `tar -czf platform.tar.gz -C "$BIN" platform adapters`)
	other := "PLATFORM_SHA256=" + strings.Repeat("0", 64)
	for sum, text := range map[string]string{"": "Problems: 1.", other: "platform.tar.gz: FAILED"} {
		printed, code := c.gitHub(t, "", sum)
		assert.Equal(t, 1, code)
		assert.Contains(t, printed, text)
		printed, code = c.gitLab(t, sum)
		assert.Equal(t, 1, code)
		assert.Contains(t, printed, text)
	}
}

// TestCommentOnGitHub runs the job comment with and without an earlier comment.
func TestCommentOnGitHub(t *testing.T) {
	var workflow struct {
		Permissions map[string]string
		Jobs        map[string]struct {
			Permissions map[string]string
			Steps       []struct{ Uses, Run string }
		}
	}
	readPage(t, "github.yml", &workflow)
	assert.Empty(t, workflow.Permissions)
	assert.Equal(t, map[string]string{"contents": "read"}, workflow.Jobs["check"].Permissions)
	job := workflow.Jobs["comment"]
	assert.Equal(t, map[string]string{"pull-requests": "write"}, job.Permissions)
	require.Len(t, job.Steps, 1)
	assert.Empty(t, job.Steps[0].Uses, "a job that may write runs no action and has no file of the change")
	c := newCI(t)
	for found, call := range map[string]string{
		"":         "--method POST repos/acme/environments/issues/7/comments --raw-field body=@a `b`\n",
		"12\n15\n": "--method PATCH repos/acme/environments/issues/comments/12 --raw-field body=@a `b`\n",
	} {
		printed, code := c.shell(c.root, job.Steps[0].Run,
			"GITHUB_REPOSITORY=acme/environments", "NUMBER=7", "COMMENT=@a `b`", "FOUND="+found)
		require.Zero(t, code, printed)
		assert.Contains(t, read(t, c.root+"/calls"), call)
	}
}

// TestCommentOnGitLab sends the result to a server here: without the token, with it, and when the server has a note
// of an earlier pipeline.
func TestCommentOnGitLab(t *testing.T) {
	var pipeline map[string]struct {
		AfterScript []string `yaml:"after_script"`
	}
	readPage(t, "gitlab.yml", &pipeline)
	const notes = "/projects/3/merge_requests/7/notes"
	var calls []string
	found := `[{"id": 11, "author": {"id": 5}, "body": "<!-- environments --> of somebody else"}]`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		assert.Equal(t, "secret", r.Header.Get("PRIVATE-TOKEN"))
		switch r.Method + r.URL.Path {
		case "GET/user":
			_, _ = w.Write([]byte(`{"id": 4}`))
		case "GET" + notes:
			_, _ = w.Write([]byte(found))
		default:
			calls = append(calls, r.Method+" "+r.URL.Path+" "+r.FormValue("body"))
		}
	}))
	t.Cleanup(server.Close)
	c := newCI(t)
	require.NoError(t, os.WriteFile(c.root+"/environments.md", []byte("@a `b`\n"), 0o600))
	script := strings.Join(pipeline["environments"].AfterScript, "\n")
	comment := func(token string) {
		t.Helper()
		printed, code := c.shell(c.root, script, "PLATFORM_COMMENT_TOKEN="+token,
			"CI_MERGE_REQUEST_IID=7", "CI_PROJECT_ID=3", "CI_API_V4_URL="+server.URL)
		require.Zero(t, code, printed)
	}
	comment("")
	assert.Empty(t, calls, "without the token there is no call")
	comment("secret")
	found = `[{"id": 12, "author": {"id": 4}, "body": "Looks good"},
		{"id": 13, "author": {"id": 4}, "body": "<!-- environments -->\n"}]`
	comment("secret")
	assert.Equal(t, []string{"POST " + notes + " @a `b`\n", "PUT " + notes + "/13 @a `b`\n"}, calls)
}
