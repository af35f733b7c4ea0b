package workflows_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

// forge runs a workflow.
type forge interface {
	name() string
	// workflow returns the name that the forge gives to a run of the workflow's plan.
	workflow(name string) string
	// guards returns the sorted guards of each job of the files in this repository.
	guards(t *testing.T) map[string]string
	// answer returns what the forge's API answers, or nil.
	answer(w *world, path string) any
	// run runs the job of a workflow in a clone. It returns what the job printed, and the job's exit code. It runs
	// nothing, and returns -1, if no job is switched on.
	run(t *testing.T, w *world, dir, ref, workflow string, in map[string]string) (printed string, code int)
}

type object = map[string]any

// values are what a workflow finds on its forge, beyond inputs.
func (w *world) values() map[string]string {
	return map[string]string{
		"PLATFORM_WORKFLOWS":  w.enabled,
		"PLATFORM_PLAN_ROLE":  "arn:aws:iam::999999999999:role/plan",
		"PLATFORM_APPLY_ROLE": "arn:aws:iam::999999999999:role/apply",
		"PLATFORM_PLAN_KEY":   "key",
		"PLATFORM_TENANT":     "",
	}
}

// holds evaluates a condition of equalities, in which each value was replaced.
func holds(condition string) bool {
	for alternative := range strings.SplitSeq(condition, "||") {
		all := true
		for term := range strings.SplitSeq(alternative, "&&") {
			left, right, equal := strings.Cut(term, "==")
			if !equal {
				left, right, _ = strings.Cut(term, "!=")
			}
			all = all && (strings.Trim(left, " '\"\n") == strings.Trim(right, " '\"\n")) == equal
		}
		if all {
			return true
		}
	}
	return false
}

type gitHub struct{}

func (gitHub) name() string                { return "github" }
func (gitHub) workflow(name string) string { return name + ".yml" }

type gitHubFile struct {
	RunName string `yaml:"run-name"`
	Env     map[string]string
	Jobs    map[string]struct {
		If          string
		Environment string
		Env         map[string]string
		Steps       []step
	}
}

type step struct {
	Name, If, Uses, Run string
	Env, With           map[string]string
}

// defaultRef is how a condition names the default branch.
const defaultRef = "format('refs/heads/{0}', github.event.repository.default_branch)"

// expression is an expression of GitHub.
var expression = regexp.MustCompile(`\$\{\{ (.+?) \}\}`)

func (g gitHub) run(
	t *testing.T, w *world, dir, ref, workflow string, in map[string]string,
) (printed string, code int) {
	t.Helper()
	var file gitHubFile
	readYAML(t, filepath.Join(dir, ".github", "workflows", workflow+".yml"), &file)
	known := map[string]string{
		"github.token": "token", "github.ref": "refs/heads/" + ref, "github.event.repository.default_branch": "main",
		"inputs.plan_run": "", "inputs.plan_sha256": "",
	}
	for name, value := range w.values() {
		known["vars."+name], known["secrets."+name] = value, value
	}
	for name, value := range in {
		known["inputs."+name] = value
	}
	evaluated := func(text string) string {
		return expression.ReplaceAllStringFunc(text, func(found string) string {
			value, ok := known[expression.FindStringSubmatch(found)[1]]
			require.True(t, ok, "%s has no value", found)
			return value
		})
	}
	condition := func(text string) bool {
		text = strings.ReplaceAll(text, defaultRef, "'refs/heads/main'")
		return text == "" || holds(regexp.MustCompile(`[a-z]+\.\w+`).ReplaceAllStringFunc(text, func(found string) string {
			return "'" + known[found] + "'"
		}))
	}
	code = -1
	for _, job := range file.Jobs {
		if !condition(job.If) {
			continue
		}
		require.Equal(t, -1, code, "one job of a workflow runs")
		code = 0
		env := map[string]string{
			"GITHUB_REPOSITORY": "acme/environments", "GITHUB_RUN_ID": "99", "GITHUB_ACTOR": w.starter,
			"GITHUB_TRIGGERING_ACTOR": w.starter, "GITHUB_STEP_SUMMARY": w.root + "/summary",
			"ACTIONS_ID_TOKEN_REQUEST_URL": w.api + "/token?v=1", "ACTIONS_ID_TOKEN_REQUEST_TOKEN": "bearer",
		}
		for _, some := range []map[string]string{file.Env, job.Env} {
			for name, value := range some {
				env[name] = evaluated(value)
			}
		}
		for _, step := range g.steps(t, filepath.Join(dir, ".github/actions/guards/action.yml"), job.Steps) {
			if code != 0 || !condition(step.If) {
				continue
			}
			assert.NotContains(t, step.Run, "${{", "a value in a script can be a script")
			own := maps.Clone(env)
			for name, value := range step.Env {
				own[name] = evaluated(value)
			}
			var out string
			out, code = w.shell(t, dir, step.Run, own)
			printed += step.Name + "\n" + out
			if guard := stopped.FindStringSubmatch(out); code != 0 && guard != nil {
				assert.Contains(t, step.Name, "Guard "+guard[1]+":", "the name of the step names the guard")
			}
		}
	}
	return printed, code
}

// steps returns the steps with those of the action that this repository brings in place of its use.
func (gitHub) steps(t *testing.T, guards string, steps []step) (all []step) {
	t.Helper()
	for _, s := range steps {
		switch {
		case s.Uses == "./.github/actions/guards":
			var action struct{ Runs struct{ Steps []step } }
			readYAML(t, guards, &action)
			all = append(all, action.Runs.Steps...)
		case s.Uses != "":
			assert.Regexp(t, `^actions/(checkout|upload-artifact)@[0-9a-f]{40}$`, s.Uses, "an action is pinned by its commit")
		default:
			all = append(all, s)
		}
	}
	return all
}

func (g gitHub) guards(t *testing.T) map[string]string {
	all := map[string]string{}
	for _, workflow := range []string{"plan", "apply", "node-update", "destroy"} {
		var file gitHubFile
		readYAML(t, absolute(t, "examples/workflows/github", workflow+".yml"), &file)
		assert.Contains(t, file.RunName, "${{ inputs.state_key }}", "the approver of a run sees its environment")
		for name, job := range file.Jobs {
			var script string
			for _, step := range g.steps(t, absolute(t, "examples/workflows/github/guards/action.yml"), job.Steps) {
				script += step.Run + "\n"
			}
			if workflow == "destroy" && name == "plan" {
				all["plan-destroy"] = guardsOf(script)
			} else {
				all[workflow] = guardsOf(script)
			}
		}
	}
	return all
}

// guardsOf returns the sorted guards that a script calls.
func guardsOf(script string) string {
	var guards []string
	for _, call := range regexp.MustCompile(`guards\.sh (\w+)`).FindAllStringSubmatch(script, -1) {
		guards = append(guards, call[1])
	}
	slices.Sort(guards)
	return strings.Join(guards, " ")
}

func (gitHub) answer(w *world, path string) any {
	const text = "Adds trial.\r\n\n\tCost: \"262\" \\ \\n USD"
	user := func(name string) object { return object{"login": name, "type": "User"} }
	run := strings.TrimPrefix(path, "/repos/acme/environments/actions/runs/")
	kept, ok := w.plans[run]
	switch {
	case path == "/token":
		return object{"value": "signed"}
	case strings.HasSuffix(path, "/pulls") && strings.Contains(path, "/commits/"):
		pull := object{"number": 7, "merged_at": "2026-11-21T00:00:00Z", "base": object{"ref": "main"},
			"user": user(w.authorOf(path)), "head": object{"sha": "h"}}
		if !w.merged {
			pull["merged_at"] = nil
		}
		return []object{pull}
	case path == "/repos/acme/environments/pulls/7/commits":
		return []object{{"author": user(w.committer), "committer": nil, "commit": object{"message": text}}}
	case path == "/repos/acme/environments/pulls/7/reviews":
		review := func(name, state, commit, at string) object {
			return object{"user": user(name), "state": state, "commit_id": commit, "submitted_at": at,
				"body": text}
		}
		return []object{
			review("eve", "APPROVED", "earlier", "1"),
			review("bob", "APPROVED", "h", "1"), review("bob", "CHANGES_REQUESTED", "h", "2"),
			review(w.reviewer, "APPROVED", "h", "1"), review(w.reviewer, "COMMENTED", "h", "2"),
		}
	case path == "/repos/acme/environments/actions/runs/99/approvals":
		return []object{
			{"state": "approved", "user": user("eve"), "environments": []object{{"name": "plan"}}},
			{"state": "rejected", "user": user("bob"), "environments": []object{{"name": "apply"}}},
			{"state": "approved", "user": user(w.approver), "environments": []object{{"name": "apply"}}},
		}
	case ok:
		return object{"path": ".github/workflows/" + kept.workflow + "@main", "head_branch": kept.branch, "head_sha": kept.commit,
			"conclusion": "success"}
	}
	return nil
}

type gitLab struct{}

func (gitLab) name() string { return "gitlab" }

func (gitLab) workflow(name string) string {
	return map[string]string{"plan": "plan", "destroy": "plan-destroy"}[name]
}

// input is an input of GitLab.
var input = regexp.MustCompile(`\$\[\[ inputs\.(\w+) \]\]`)

func (gitLab) run(
	t *testing.T, w *world, dir, ref, workflow string, in map[string]string,
) (printed string, code int) {
	t.Helper()
	typed := map[string]string{"action": workflow, "plan_job": in["plan_run"]}
	maps.Copy(typed, in)
	jobs := gitLabJobs(t, filepath.Join(dir, ".gitlab-ci.yml"), typed)
	base := jobs[".guarded"]
	values := w.values()
	maps.Copy(values, map[string]string{
		"CI_API_V4_URL": w.api, "CI_PROJECT_ID": "3", "CI_JOB_ID": "99", "CI_PIPELINE_ID": "5", "CI_COMMIT_BRANCH": ref,
		"CI_DEFAULT_BRANCH": "main", "GITLAB_USER_LOGIN": w.starter, "PLATFORM_READ_TOKEN": "token", "AWS_ID_TOKEN": "signed",
	})
	code = -1
	for name, job := range jobs {
		if strings.HasPrefix(name, ".") || name == "workflow" {
			continue
		}
		require.Equal(t, "never", job.Rules[0].When)
		quoted := func(name string) string { return `"` + values[name] + `"` }
		if holds(os.Expand(job.Rules[0].If, quoted)) || !holds(os.Expand(job.Rules[1].If, quoted)) {
			continue
		}
		require.Equal(t, -1, code, "one job of a pipeline runs")
		env := maps.Clone(values)
		for range 2 { // a variable may name another
			for _, some := range []map[string]string{base.Variables, job.Variables} {
				for name, value := range some {
					env[name] = os.Expand(value, func(name string) string { return env[name] })
				}
			}
		}
		printed, code = w.shell(t, dir, strings.Join(append(base.BeforeScript, job.Script...), "\n"), env)
	}
	return printed, code
}

func (gitLab) guards(t *testing.T) map[string]string {
	all := map[string]string{}
	jobs := gitLabJobs(t, absolute(t, "examples/workflows/gitlab/pipeline.yml"), nil)
	for name, job := range jobs {
		if !strings.HasPrefix(name, ".") && name != "workflow" {
			all[name] = guardsOf(strings.Join(append(jobs[".guarded"].BeforeScript, job.Script...), "\n"))
		}
	}
	return all
}

type gitLabJob struct {
	Rules        []struct{ If, When string }
	Variables    map[string]string
	BeforeScript []string `yaml:"before_script"`
	Script       []string
}

// gitLabJobs reads the jobs of a file with typed inputs.
func gitLabJobs(t *testing.T, name string, typed map[string]string) (jobs map[string]gitLabJob) {
	t.Helper()
	header, text, _ := strings.Cut(read(t, name), "\n---\n")
	var specified struct {
		Spec struct {
			Inputs map[string]struct{ Default, Regex string }
		}
	}
	require.NoError(t, yaml.Unmarshal([]byte(header), &specified))
	text = input.ReplaceAllStringFunc(text, func(found string) string {
		name := input.FindStringSubmatch(found)[1]
		spec, ok := specified.Spec.Inputs[name]
		require.True(t, ok, "%s is no input", name)
		value := typed[name]
		if value == "" {
			value = spec.Default
		}
		require.Regexp(t, spec.Regex, value, "input %s", name)
		return value
	})
	require.NoError(t, yaml.Unmarshal([]byte(text), &jobs))
	return jobs
}

func (gitLab) answer(w *world, path string) any {
	user := func(name string) object { return object{"username": name} }
	run := strings.TrimPrefix(path, "/projects/3/jobs/")
	kept, ok := w.plans[run]
	switch {
	case strings.HasSuffix(path, "/merge_requests") && strings.HasPrefix(path, "/projects/3/repository/commits/"):
		state := "merged"
		if !w.merged {
			state = "closed"
		}
		return []object{{"iid": 7, "state": state, "target_branch": "main",
			"author": user(w.authorOf(path))}}
	case path == "/projects/3/merge_requests/7/approvals":
		return object{"approved_by": []object{{"user": user(w.reviewer)}}}
	case path == "/projects/3/pipelines/5":
		return object{"user": user(w.starter)}
	case path == "/projects/3/deployments":
		return []object{{"id": 9, "deployable": object{"id": 98}}, {"id": 8, "deployable": object{"id": 99}}}
	case path == "/projects/3/deployments/8":
		return object{"approvals": []object{
			{"user": user("bob"), "status": "rejected"}, {"user": user(w.approver), "status": "approved"}}}
	case ok:
		return object{"name": kept.workflow, "ref": kept.branch, "commit": object{"id": kept.commit}, "status": "success"}
	}
	return nil
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(data)
}

func readYAML(t *testing.T, name string, into any) {
	t.Helper()
	require.NoError(t, yaml.Unmarshal([]byte(read(t, name)), into))
}
