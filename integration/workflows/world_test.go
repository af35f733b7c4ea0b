package workflows_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
)

// The environment, its state key, and the days of its profile before and after its last day.
const (
	folder   = "provider_a/eu-west-1/trial/development"
	stateKey = folder + "/terraform.tfstate"
)

// people are those of the pull request, and of the run.
type people struct {
	author, committer, reviewer, starter, approver string
	// merged is false for a commit that no pull request brought.
	merged bool
	// authors maps a commit to its author, if this is not the field author.
	authors map[string]string
}

// authorOf returns the author of the pull request with the commit in an API's path.
func (p people) authorOf(path string) string {
	for commit, author := range p.authors {
		if strings.Contains(path, commit) {
			return author
		}
	}
	return p.author
}

var honest = people{
	author:    "ada",
	committer: "ada",
	reviewer:  "grace",
	starter:   "ada",
	approver:  "grace",
	merged:    true,
}

// artifact is a plan, and where a run made it.
type artifact struct {
	workflow, branch, commit string
	plan                     []byte
}

// world is a repository of a customer on a forge, and a tool or a server in place of each service.
type world struct {
	forge
	people
	root, api string
	// enabled is the variable that switches the workflows on.
	enabled string
	// down matches the paths of the API that fail, or is nil.
	down *regexp.Regexp
	// groups are log groups that the account has.
	groups string
	plans  map[string]artifact
	// mu is unlocked only while a command runs, because the forge answers only then.
	mu sync.Mutex
}

// start makes the repository: the pages' files where they are copied to, a profile and an environment.
const start = `
git init -q -b main author && cd author
mkdir -p .ci "platform/$FOLDER"
cp "$WORKFLOWS"/guards.sh "$WORKFLOWS"/steps.sh "$WORKFLOWS/$FORGE/forge.sh" .ci
if [ "$FORGE" = github ]; then
  mkdir -p .github/actions/guards .github/workflows
  cp "$WORKFLOWS"/github/*.yml .github/workflows
  cp "$WORKFLOWS"/github/guards/action.yml .github/actions/guards
else
  cp "$WORKFLOWS"/gitlab/pipeline.yml .gitlab-ci.yml
fi
sum=$(sha256sum "$ROOT/platform.tar.gz" | cut -d ' ' -f 1)
git ls-files -o | grep 'ml$' |
  xargs sed -i "s|https://artifacts.example.com/platform.tar.gz|file://$ROOT/platform.tar.gz|; s/0\{64\}/$sum/"
cp "$EXAMPLE/profile.yaml" .
hand
printf 'terraform {\n  backend "local" {\n    path = "%s/state/STATE_KEY"\n  }\n}\n' "$ROOT" > platform/backend.tf
echo '["cluster_admin_role_arns", "deletion_protection"]' > platform/inputs.json
echo '{"cluster_admin_role_arns": ["arn:aws:iam::999999999999:role/admin"]}' > "platform/$FOLDER/inputs.tfvars.json"
cp "$MIRROR/.terraform.lock.hcl" "platform/$FOLDER"
commit Start
git tag start
git clone -q --bare . ../upstream && git remote add origin ../upstream
`

// functions are what the authors of changes use.
const functions = `
PATH="$BIN:$PATH"
git() { command git -c user.name=A -c user.email=a@example.com "$@"; }
commit() { git add -A && git commit -q -m "$1"; }
hand() { # [PROFILE [SED]]
  sed "${2-}" "$EXAMPLE/accepted.yaml" > ../request.yaml
  platform request propose ../request.yaml --profile "${1:-profile.yaml}" -q > ../proposal.json
  platform request handover ../proposal.json --repo . --profile "${1:-profile.yaml}" -q > /dev/null
}
live=environments/live/$FOLDER
`

// tools stand in for the commands of the runner. Each call of aws is a line of the file calls.
var tools = map[string]string{
	"sleep": "",
	"gh": `case $1 in
run) curl --fail --silent "$API/artifacts/$3" > work/plan.enc ;;
api) shift; [ "$1" != --paginate ] || shift; curl --fail --silent "$API/$1" | jq -c "${3:-.}" ;;
esac`,
	"aws": `echo "$*" >> "$ROOT/calls"
case "$1 $2" in
"sts "*) echo '{"Credentials": {"AccessKeyId": "A", "SecretAccessKey": "S", "SessionToken": "T"}}' ;;
"logs describe-log-groups") echo "{\"logGroups\": [$LOG_GROUPS]}" ;;
"eks list-nodegroups") echo '{"nodegroups": ["workers"]}' ;;
"eks update-nodegroup-version") echo '{"update": {"id": "u"}}' ;;
"eks describe-update") echo '{"update": {"status": "Successful"}}' ;;
esac`,
}

// newWorld makes a world with a merged environment.
func newWorld(t *testing.T, f forge) *world {
	t.Helper()
	w := &world{forge: f, people: honest, root: t.TempDir(), enabled: "enabled", plans: map[string]artifact{}}
	w.mu.Lock()
	server := httptest.NewServer(w)
	t.Cleanup(func() {
		w.mu.Unlock()
		server.Close()
	})
	w.api = server.URL
	for name, script := range tools {
		w.write(t, "tools/"+name, "#!/bin/sh\n"+script+"\n")
	}
	w.write(t, "pack/platform", "#!/bin/sh\nexec \"$BIN/platform\" \"$@\"\n")
	w.write(t, "pack/terraform", "#!/bin/sh\nexec \""+tofu(t)+"\" \"$@\"\n")
	require.NoError(t, made())
	w.must(t, "tar -czf platform.tar.gz -C pack platform terraform\n"+start)
	return w
}

func (w *world) write(t *testing.T, name, content string) {
	t.Helper()
	path := filepath.Join(w.root, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, []byte(content), 0o700))
}

// absolute returns the path of a file of this repository.
func absolute(t *testing.T, parts ...string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(append([]string{"..", ".."}, parts...)...))
	require.NoError(t, err)
	return path
}

// tofu returns the path of OpenTofu.
func tofu(t *testing.T) string {
	t.Helper()
	path := absolute(t, ".bin", "tofu")
	require.FileExists(t, path, "make tofu builds it")
	return path
}

// version is the version that the stand-in provider claims.
const version = "6.25.0"

// mirror is a folder for all tests, which TestMain removes. It has a mirror of providers, with a stand-in for that of
// AWS, and the lock file.
var mirror string

var made = sync.OnceValue(func() error {
	dir := filepath.Join(mirror, "registry.opentofu.org/hashicorp/aws", version, runtime.GOOS+"_"+runtime.GOARCH)
	script := fmt.Sprintf(`mkdir -p %[1]s
cp ../../provider-a/testdata/schema.json %[1]s
cp ../terraform/testdata/aws.changes.json %[1]s/changes.json
go build -o %[1]s/terraform-provider-aws_v%[2]s ../terraform/provider
cp ../../provider-a/terraform/main.tf %[3]s
cat > %[3]s/tofu.rc <<RC
disable_checkpoint = true
provider_installation {
  filesystem_mirror {
    path = "%[3]s"
  }
}
RC
TF_CLI_CONFIG_FILE=%[3]s/tofu.rc ../../.bin/tofu -chdir=%[3]s init -backend=false
`, dir, version, mirror)
	if out, err := exec.Command("sh", "-e", "-c", script).CombinedOutput(); err != nil {
		return fmt.Errorf("make the mirror: %w: %s", err, out)
	}
	return nil
})

// shell runs a script as a runner does.
func (w *world) shell(t *testing.T, dir, script string, env map[string]string) (printed string, code int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-e", "-c", script)
	cmd.Dir = dir
	cmd.Env = []string{
		"PATH=" + w.root + "/tools:" + os.Getenv("PATH"), "HOME=" + w.root, "ROOT=" + w.root, "API=" + w.api,
		"BIN=" + filepath.Dir(build.Binaries(t).Platform), "FORGE=" + w.name(), "FOLDER=" + folder, "LOG_GROUPS=" + w.groups,
		"WORKFLOWS=" + absolute(t, "examples", "workflows"), "EXAMPLE=" + absolute(t, "examples", "provider_a", "sandbox"),
		"TF_CLI_CONFIG_FILE=" + mirror + "/tofu.rc", "MIRROR=" + mirror, "TF_IN_AUTOMATION=1",
	}
	for name, value := range env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	w.mu.Unlock()
	out, _ := cmd.CombinedOutput()
	w.mu.Lock()
	return string(out), cmd.ProcessState.ExitCode()
}

// must runs a script in the root.
func (w *world) must(t *testing.T, script string) string {
	t.Helper()
	printed, code := w.shell(t, w.root, functions+script, nil)
	require.Zero(t, code, printed)
	return strings.TrimSpace(printed)
}

// push runs a script of an author and pushes what it changes to the default branch.
func (w *world) push(t *testing.T, script string) {
	t.Helper()
	w.must(t, "cd author\n"+script+"\ncommit Change && git push -q -f origin main")
}

// reset takes the repository, the people and the state back to the start.
func (w *world) reset(t *testing.T) {
	t.Helper()
	w.must(t, `cd author && git reset -q --hard start && git clean -q -d -f && git push -q -f origin main
		rm -rf ../state`)
	w.people, w.groups, w.down = honest, "", nil
}

// inputs returns what somebody types to start a workflow: the environment at the head of the default branch.
func (w *world) inputs(t *testing.T) map[string]string {
	t.Helper()
	return w.inputsOf(t, folder)
}

func (w *world) inputsOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	var marker struct {
		RequestID  string `json:"request_id"`
		ProposalID string `json:"proposal_id"`
	}
	text := w.must(t, "cat author/environments/live/"+folder+"/PROPOSAL-ONLY.json")
	require.NoError(t, json.Unmarshal([]byte(text), &marker))
	return map[string]string{
		"state_key":    folder + "/terraform.tfstate",
		"request_id":   marker.RequestID,
		"proposal_id":  marker.ProposalID,
		"commit":       w.must(t, "git -C author rev-parse main"),
		"confirmation": folder + "/terraform.tfstate",
		"step":         "destroy",
	}
}

// ServeHTTP answers as the forge does.
func (w *world) ServeHTTP(to http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.down != nil && w.down.MatchString(r.URL.Path) {
		http.Error(to, "down", http.StatusInternalServerError)
		return
	}
	if content, ok := w.download(r.URL.Path); ok {
		_, _ = to.Write(content)
		return
	}
	if answer := w.answer(w, r.URL.Path); answer != nil {
		_ = json.NewEncoder(to).Encode(answer)
		return
	}
	http.NotFound(to, r)
}

// download returns the plan of the run that the path names.
func (w *world) download(path string) ([]byte, bool) {
	for run, kept := range w.plans {
		if path == "/artifacts/"+run || path == "/projects/3/jobs/"+run+"/artifacts/work/plan.enc" {
			return kept.plan, true
		}
	}
	return nil, false
}
