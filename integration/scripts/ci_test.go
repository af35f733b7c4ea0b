package scripts_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"platform.internal/integration/build"
)

// repository is a folder with requests, as the pages on CI expect it, and the archive that
// they install.
type repository struct {
	dir, temp string
	env       []string
}

func newRepository(t *testing.T) repository {
	t.Helper()
	built := build.Binaries(t)
	r := repository{dir: t.TempDir(), temp: t.TempDir()}
	require.NoError(t, os.Mkdir(filepath.Join(r.dir, "requests"), 0o755))
	for to, from := range map[string]string{"profile.yaml": "profile.yaml", "requests/a.yaml": "request.yaml", "requests/b.yaml": "denied.yaml"} {
		data, err := os.ReadFile(filepath.Join("testdata", "shared", from))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(r.dir, to), data, 0o644))
	}
	archive := filepath.Join(r.temp, "built.tar.gz")
	pack := exec.Command("tar", "-czf", archive, "-C", filepath.Dir(built.Platform), "platform", "-C", filepath.Dir(built.AdaptersDir), filepath.Base(built.AdaptersDir))
	out, err := pack.CombinedOutput()
	require.NoError(t, err, "%s", out)
	sum, err := exec.Command("sha256sum", archive).Output()
	require.NoError(t, err)
	tools := filepath.Join(r.temp, "tools")
	require.NoError(t, os.Mkdir(tools, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(tools, "date"), []byte("#!/bin/sh\necho 2026-11-21\n"), 0o755)) // that of the profile
	r.set("PATH", tools+":"+os.Getenv("PATH"))
	printed, code := r.shell("git init -q -b main")
	require.Zero(t, code, printed)
	r.commit(t)
	for _, prefix := range []string{"", "PLATFORM_"} {
		r.set(prefix+"ARCHIVE", "file://"+archive)
		r.set(prefix+"SHA256", strings.Fields(string(sum))[0])
	}
	return r
}

func (r *repository) set(name, value string) { r.env = append(r.env, name+"="+value) }

// shell runs a script as the runners of GitHub and GitLab do.
func (r *repository) shell(script string) (printed string, code int) {
	cmd := exec.Command("bash", "-e", "-c", script)
	cmd.Dir, cmd.Env = r.dir, r.env
	out, _ := cmd.CombinedOutput()
	return string(out), cmd.ProcessState.ExitCode()
}

// write writes a file, and commits it.
func (r *repository) write(t *testing.T, name, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(r.dir, name)), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(r.dir, name), []byte(text), 0o644))
	r.commit(t)
}

func (r *repository) commit(t *testing.T) {
	t.Helper()
	out, code := r.shell("git add requests profile.yaml && ([ ! -d rules ] || git add rules) && " +
		"git -c user.name=A -c user.email=a@example.com -c commit.gpgsign=false commit -q -m change")
	require.Zero(t, code, out)
}

// checks runs the check of a page on what each kind of change asks for. base returns the
// script with the commit to compare with, which may be none.
func (r *repository) checks(t *testing.T, script func(base string) string) {
	t.Helper()
	request := r.read(t, "requests/a.yaml")
	ended := strings.Replace(request, "expiry_date: ", "expiry_date: 2026-11-20 # ", 1)
	require.NotEqual(t, request, ended)
	outputs := []string{"requests.sarif", "requests.xml", "requests.md", "ended.md"}
	run := func(base, why string, code int, says string) {
		t.Helper()
		for _, name := range outputs {
			_ = os.Remove(filepath.Join(r.dir, name))
		}
		out, got := r.shell(script(base))
		assert.Equal(t, code, got, "%s: %s", why, out)
		assert.Contains(t, out+r.read(t, "requests.md"), says, why)
	}
	r.write(t, "requests/ended.yaml", ended)
	run("HEAD^1", "a request that ends before it begins", 1, "requests/ended.yaml")
	r.write(t, "requests/team one/other.yaml", strings.Replace(request, "application: ", "application: other-", 1))
	run("HEAD^1", "one accepted, beside a denied and an ended one", 0, "other.yaml")
	assert.NotContains(t, r.read(t, "requests.md"), "requests/b.yaml")
	assert.NotContains(t, r.read(t, "requests.md"), "requests/ended.yaml")
	run("HEAD", "no request", 0, "Nothing was to check.")
	run("HEAD^1^1", "two requests", 1, "1 accepted, 1 denied")
	r.write(t, "profile.yaml", r.read(t, "profile.yaml")+"# changed\n")
	run("HEAD^1", "the profile", 1, "2 accepted, 1 denied")
	r.write(t, "rules/own.yaml", "[]\n")
	run("HEAD^1", "a rule file", 1, "2 accepted, 1 denied")
	run("", "weekly", 1, "2 accepted, 1 denied")
	assert.Contains(t, r.read(t, "ended.md"), "\n- requests/ended.yaml\n")
	assert.NotContains(t, r.read(t, "requests.md"), "requests/ended.yaml")
	require.NoError(t, os.Remove(filepath.Join(r.dir, "requests/b.yaml")))
	r.commit(t)
	run("HEAD^1", "one that goes", 0, "Nothing was to check.")
	run("", "weekly, all well", 0, "2 accepted")
}

func (r *repository) read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(r.dir, name))
	require.NoError(t, err)
	return string(data)
}

func page(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "ci", name))
	require.NoError(t, err)
	require.NoError(t, yaml.Unmarshal(data, into))
}

// TestGitHubWorkflow runs the steps of the page as they are, on a repository with a request
// that is denied. Only gh is another one, which writes down what it was to send.
func TestGitHubWorkflow(t *testing.T) {
	var workflow struct {
		Jobs map[string]struct{ Steps []struct{ Name, Run string } }
	}
	page(t, "github.yml", &workflow)
	r := newRepository(t)
	tools := t.TempDir()
	gh := "#!/bin/sh\necho \"$@\" >> " + tools + "/calls\n[ \"$2\" != --paginate ] || cat " + tools + "/found\n"
	require.NoError(t, os.WriteFile(filepath.Join(tools, "gh"), []byte(gh), 0o755))
	r.set("PATH", tools+":"+r.temp+"/tools:"+r.temp+"/platform:"+os.Getenv("PATH"))
	for name, value := range map[string]string{
		"RUNNER_TEMP": r.temp, "GITHUB_PATH": filepath.Join(r.temp, "path"), "GITHUB_STEP_SUMMARY": filepath.Join(r.temp, "summary"),
		"GITHUB_REPOSITORY": "acme/environments", "NUMBER": "7",
	} {
		r.set(name, value)
	}
	steps := map[string]string{}
	for _, step := range workflow.Jobs["check"].Steps {
		assert.NotContains(t, step.Run, "${{", "a value in a script could be a script")
		steps[step.Name] = step.Run
	}
	out, code := r.shell(steps["Install the platform"])
	require.Zero(t, code, out)
	out, code = r.shell(steps["Check the requests"])
	assert.Equal(t, 1, code, out)
	assert.Contains(t, out, "1 accepted, 1 denied")
	assert.Contains(t, r.read(t, "requests.sarif"), `"uri": "requests/b.yaml"`)
	out, code = r.shell(steps["Show the verdict"])
	require.Zero(t, code, out)
	summary, err := os.ReadFile(filepath.Join(r.temp, "summary"))
	require.NoError(t, err)
	assert.Equal(t, r.read(t, "requests.md"), string(summary))
	for found, says := range map[string]string{
		"":         "--method POST repos/acme/environments/issues/7/comments --field body=@requests.md",
		"12\n15\n": "--method PATCH repos/acme/environments/issues/comments/12 --field body=@requests.md",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(tools, "found"), []byte(found), 0o644))
		out, code = r.shell(steps["Comment the verdict"])
		require.Zero(t, code, out)
		calls, err := os.ReadFile(filepath.Join(tools, "calls"))
		require.NoError(t, err)
		assert.Contains(t, string(calls), says)
	}
	assert.True(t, strings.HasPrefix(r.read(t, "requests.md"), "## Environment requests"), "by this the comment is found again")
	r.checks(t, func(base string) string { return "BASE=" + base + "\n" + steps["Check the requests"] })
	out, code = r.shell(steps["Show what has ended"])
	require.Zero(t, code, out)
}

// TestGitLabJob runs the scripts of the page as they are; the comment goes to a server here.
func TestGitLabJob(t *testing.T) {
	var pipeline map[string]struct {
		Script      []string
		AfterScript []string `yaml:"after_script"`
	}
	page(t, "gitlab.yml", &pipeline)
	job := pipeline["environment-requests"]
	r := newRepository(t)
	out, code := r.shell(strings.Join(job.Script, "\n"))
	assert.Equal(t, 1, code, out)
	assert.Contains(t, out, "1 accepted, 1 denied")
	assert.Contains(t, r.read(t, "requests.xml"), `failures="1"`)
	assert.Contains(t, r.read(t, "requests.sarif"), `"uri": "requests/b.yaml"`)

	var mu sync.Mutex
	var notes []string
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		assert.Equal(t, "/projects/3/merge_requests/7/notes", req.URL.Path)
		assert.Equal(t, "secret", req.Header.Get("PRIVATE-TOKEN"))
		form, _, err := req.FormFile("body")
		if err != nil {
			notes = append(notes, req.FormValue("body"))
			return
		}
		data, _ := io.ReadAll(form)
		notes = append(notes, string(data))
	}))
	t.Cleanup(server.Close)
	after := strings.Join(job.AfterScript, "\n")
	out, code = r.shell(after)
	require.Zero(t, code, out)
	mu.Lock()
	assert.Empty(t, notes, "there is no token")
	mu.Unlock()
	r.set("PLATFORM_COMMENT_TOKEN", "secret")
	r.set("CI_MERGE_REQUEST_IID", "7")
	r.set("CI_PROJECT_ID", "3")
	r.set("CI_API_V4_URL", server.URL)
	out, code = r.shell(after)
	require.Zero(t, code, out)
	mu.Lock()
	assert.Equal(t, []string{r.read(t, "requests.md")}, notes)
	mu.Unlock()
	r.checks(t, func(base string) string {
		return "CI_MERGE_REQUEST_DIFF_BASE_SHA=" + base + "\n" + job.Script[len(job.Script)-1]
	})
}
