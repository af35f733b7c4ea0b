// Package workflows runs the workflows of examples/workflows as their forges do, on a repository of its own. OpenTofu
// plans and applies with a stand-in for the provider. Each attack names the guard that stops it.
package workflows_test

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
)

func TestMain(m *testing.M) {
	var err error
	if mirror, err = os.MkdirTemp("", "workflows-"); err != nil {
		panic(err)
	}
	status := build.Main(m)
	_ = os.RemoveAll(mirror)
	os.Exit(status)
}

var forges = map[string]forge{"GitHub": gitHub{}, "GitLab": gitLab{}}

// stopped is the line with which a guard stops a run.
var stopped = regexp.MustCompile(`stopped by the guard (\w+): `)

// result is what a run printed, and the plan that it made.
type result struct {
	printed string
	// end is the last part of printed.
	end  string
	code int
	// guard is the guard that stopped the run.
	guard string
	dir   string
}

// start runs a workflow in a new clone, in which prepare is run first.
func (w *world) start(t *testing.T, workflow string, in map[string]string, ref, prepare string) result {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "work")
	w.must(t, "git clone -q upstream "+dir+" && cd "+dir+" && git checkout -q "+ref+"\n"+prepare)
	r := result{dir: dir}
	r.printed, r.code = w.run(t, w, dir, ref, workflow, in)
	r.end = r.printed[max(0, len(r.printed)-2000):]
	if found := stopped.FindStringSubmatch(r.printed); found != nil {
		r.guard = found[1]
	}
	return r
}

// passes runs a workflow on the default branch, in which all guards hold. A plan that it makes is kept, and its
// number and SHA-256 are added to the inputs.
func (w *world) passes(t *testing.T, workflow string, in map[string]string) result {
	t.Helper()
	r := w.start(t, workflow, in, "main", "")
	require.Zero(t, r.code, r.end)
	w.keep(t, workflow, in, r)
	return r
}

var shown = regexp.MustCompile("SHA-256 of the plan: `([0-9a-f]{64})`")

func (w *world) keep(t *testing.T, workflow string, in map[string]string, r result) {
	t.Helper()
	plan, err := os.ReadFile(filepath.Join(r.dir, "work", "plan.enc"))
	if found := shown.FindStringSubmatch(r.printed); err == nil && found != nil {
		in["plan_run"], in["plan_sha256"] = strconv.Itoa(41+len(w.plans)), found[1]
		w.plans[in["plan_run"]] = artifact{w.workflow(workflow), "main", in["commit"], plan}
	}
}

// TestHonestPath plans, applies, updates and destroys an environment. The account has a log group of an earlier
// environment of this name.
func TestHonestPath(t *testing.T) {
	for name, f := range forges {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, f)
			w.groups = w.must(t, "jq -c '{logGroupName: \"/aws/eks/\\(.name)/cluster\"}' author/environments/live/"+
				folder+"/terraform.tfvars.json")
			in := w.inputs(t)
			assert.Contains(t, w.passes(t, "plan", in).printed, "Plan: 1 to import, ")
			assert.Contains(t, w.must(t, "cat calls"), "--role-arn arn:aws:iam::999999999999:role/plan")
			assert.NoFileExists(t, w.root+"/state/"+stateKey, "a plan writes no state")
			assert.Contains(t, w.passes(t, "apply", in).printed, "Apply complete")
			assert.FileExists(t, w.root+"/state/"+stateKey, "the state is by its key")
			assert.Contains(t, w.must(t, "cat calls"), "--role-arn arn:aws:iam::999999999999:role/apply")

			w.passes(t, "node-update", w.inputs(t))
			assert.Contains(t, w.must(t, "cat calls"), "eks update-nodegroup-version --cluster-name trial-dev-")
			assert.Contains(t, w.must(t, "cat calls"), `"eks:UpdateNodegroupVersion"]}]}`, "the session is limited")

			if name == "GitHub" { // what follows is in scripts that the forges share
				stale := w.start(t, "apply", in, "main", "")
				assert.Contains(t, stale.printed, "stale", "Terraform refuses a plan of an earlier state")
				assert.Positive(t, stale.code)
				w.deletesKey(t)
				in = w.inputs(t)
				in["step"] = "unprotect"
				w.passes(t, "destroy", in)
				w.passes(t, "destroy", in)
			}
			w.push(t, `hand profile.yaml s/trial/second/; echo > "${live/trial/second}/override.tf"
				sed -i s/2026-11-21/2026-12-15/ profile.yaml`) // problems of another environment do not stop a teardown
			in = w.inputs(t)
			ended := w.start(t, "plan", in, "main", "")
			assert.Equal(t, "verified", ended.guard, ended.end)
			assert.Contains(t, read(t, w.passes(t, "destroy", in).dir+"/work/root/unprotect.auto.tfvars.json"), "false")
			assert.Contains(t, w.passes(t, "destroy", in).printed, "0 added, 0 changed")
			assert.Contains(t, w.must(t, "tail -n 1 calls"), "logs delete-log-group --log-group-name /aws/eks/trial-dev-")
		})
	}
}

// TestEachJobRunsItsGuards reads the guards of each job, in both forges.
func TestEachJobRunsItsGuards(t *testing.T) {
	const plan = "commit content deployable inputs platform review verified"
	const change = "approval commit confirmation content deployable hash inputs plan platform review verified"
	for name, f := range forges {
		assert.Equal(t, map[string]string{"plan": plan, "apply": change, "plan-destroy": plan, "destroy": change,
			"node-update": "approval commit confirmation deployable inputs platform review verified"}, f.guards(t), name)
	}
}

// deletesKey plans and applies while the state has a key that main.tf does not have.
func (w *world) deletesKey(t *testing.T) {
	t.Helper()
	w.must(t, `cp -R state kept; state=$(find state -name '*.tfstate')
		jq '(.resources[] | select(.type == "aws_kms_key").instances) |= . + [first | .index_key = "old"]' "$state" > new
		mv new "$state"`)
	in := w.inputs(t)
	planned := w.start(t, "plan", in, "main", "")
	assert.Equal(t, "content", planned.guard, planned.end)
	assert.Contains(t, planned.printed, "1 to destroy")
	w.keep(t, "plan", in, planned)
	applied := w.start(t, "apply", in, "main", "")
	assert.Equal(t, "content", applied.guard, applied.end)
	w.must(t, "rm -rf state && mv kept state")
}

// TestOffAsShipped starts each workflow without the variable, and from another branch.
func TestOffAsShipped(t *testing.T) {
	for name, f := range forges {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, f)
			w.must(t, "cd author && git push -q origin main:other")
			for _, workflow := range []string{"plan", "apply", "node-update", "destroy"} {
				in := w.inputs(t)
				in["plan_run"] = "41"
				assert.Equal(t, -1, w.start(t, workflow, in, "other", "").code, workflow)
				w.enabled = ""
				assert.Equal(t, -1, w.start(t, workflow, in, "main", "").code, workflow)
				w.enabled = "enabled"
			}
		})
	}
}

// TestContent runs the guard content on plans of both providers. Each plan changes one resource.
func TestContent(t *testing.T) {
	const stops = "stopped by the guard content: "
	const another = stops + "the plan is for another request\n"
	const programs = stops + "main.tf runs a program\n"
	const deletes = stops + "the plan deletes a cluster, key, vault or log group\n"
	const keeps = stops + "the plan does more than destroy the environment, or does not destroy all of it\n"
	const changes = stops + "the plan changes more than the protection\n"
	for name, c := range map[string]struct{ request, kind, actions, step, program, printed string }{
		"cluster":                   {kind: "aws_eks_cluster", actions: `"delete"`, printed: deletes},
		"replaced key":              {kind: "aws_kms_key", actions: `"delete", "create"`, printed: deletes},
		"log group, created first":  {kind: "aws_cloudwatch_log_group", actions: `"create", "delete"`, printed: deletes},
		"cluster on Azure":          {kind: "azurerm_kubernetes_cluster", actions: `"delete"`, printed: deletes},
		"vault":                     {kind: "azurerm_key_vault", actions: `"delete"`, printed: deletes},
		"key of the vault":          {kind: "azurerm_key_vault_key", actions: `"delete"`, printed: deletes},
		"workspace":                 {kind: "azurerm_log_analytics_workspace", actions: `"delete"`, printed: deletes},
		"key that changes in place": {kind: "aws_kms_key", actions: `"update"`},

		"cluster, to unprotect":          {kind: "aws_eks_cluster", actions: `"update"`, step: "unprotect"},
		"lock, to unprotect":             {kind: "azurerm_management_lock", actions: `"delete"`, step: "unprotect"},
		"nothing, to unprotect":          {kind: "aws_vpc", actions: `"no-op"`, step: "unprotect"},
		"vault, to unprotect":            {kind: "azurerm_key_vault", actions: `"delete"`, step: "unprotect", printed: changes},
		"cluster deleted, to unprotect":  {kind: "aws_eks_cluster", actions: `"delete"`, step: "unprotect", printed: changes},
		"role made, to unprotect":        {kind: "aws_iam_role", actions: `"create"`, step: "unprotect", printed: changes},
		"policy of a role, to unprotect": {kind: "aws_iam_role_policy", actions: `"update"`, step: "unprotect", printed: changes},
		"vault, to destroy":              {kind: "azurerm_key_vault", actions: `"delete"`, step: "destroy"},
		"subnet of 1.0.0, to destroy":    {kind: "azurerm_subnet", actions: `"forget"`, step: "destroy"},
		"role made, to destroy":          {kind: "aws_iam_role", actions: `"create"`, step: "destroy", printed: keeps},
		"plan to unprotect, to destroy":  {kind: "aws_eks_cluster", actions: `"update"`, step: "destroy", printed: keeps},
		"plan of no change, to destroy":  {kind: "aws_eks_cluster", actions: `"no-op"`, step: "destroy", printed: keeps},
		"program of a resource":          {kind: "aws_vpc", actions: `"create"`, program: "local-exec", printed: programs},
		"program of a resource, at destroy": {kind: "aws_vpc", actions: `"delete"`, step: "destroy", program: "local-exec",
			printed: programs},
		"another request": {request: "req-2", kind: "aws_eip", actions: `"create"`, printed: another},
		"another, to destroy": {request: "req-2", kind: "aws_eip", actions: `"delete"`, step: "destroy",
			printed: another},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, os.MkdirAll(dir+"/work/bin", 0o700))
			if c.program != "" {
				c.program = fmt.Sprintf(`, "provisioners": [{"type": %q}]`, c.program)
			}
			tool := fmt.Sprintf(`#!/bin/sh
echo '{"variables": {"request_id": {"value": %q}},
  "configuration": {"root_module": {"module_calls": {"m": {"module": {"resources": [{"address": "a"%s}]}}}}},
  "resource_changes": [{"address": "a", "type": %q, "change": {"actions": [%s]}}]}'
`, cmp.Or(c.request, "req-1"), c.program, c.kind, c.actions)
			require.NoError(t, os.WriteFile(dir+"/work/bin/terraform", []byte(tool), 0o700))
			cmd := exec.CommandContext(t.Context(), "sh", absolute(t, "examples", "workflows", "guards.sh"), "content")
			cmd.Dir = dir
			cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "STATE_KEY=" + stateKey, "REQUEST_ID=req-1", "STEP=" + c.step}
			out, err := cmd.CombinedOutput()
			assert.Equal(t, c.printed, string(out))
			assert.Equal(t, c.printed != "", err != nil)
		})
	}
}

// attack is a run that a guard stops.
type attack struct {
	name, workflow, guard string
	// push is a script of an author, whose change is merged. prepare is run in the clone of the run.
	push, prepare string
	// in are inputs that somebody types instead of the honest ones.
	in map[string]string
	// do changes anything else.
	do func(t *testing.T, w *world, in map[string]string)
	// forge is the only forge that has the attack, or empty.
	forge string
}

var attacks = []attack{
	{name: "identifier of another request", workflow: "plan", guard: "verified",
		in: map[string]string{"request_id": "req-00000000000000000000"}},
	{name: "identifier of another proposal", workflow: "plan", guard: "verified",
		in: map[string]string{"proposal_id": "prop-00000000000000000000"}},
	{name: "no identifier", workflow: "plan", guard: "verified", in: map[string]string{"request_id": "req-"}},
	{name: "state key of no environment", workflow: "plan", guard: "verified",
		in: map[string]string{"state_key": "provider_a/eu-west-1/../trial/terraform.tfstate"}},
	{name: "changed byte", workflow: "plan", guard: "verified", push: `sed -i s/1.35/1.34/ "$live/terraform.tfvars.json"`},
	{name: "changed byte of another environment's folder", workflow: "plan", guard: "verified",
		push: `echo > "$live/override.tf"`},
	{name: "bundle made with a profile that is not merged", workflow: "plan", guard: "verified",
		push: `(cat profile.yaml; echo 'settings: {tags: "BusinessUnit=retail"}') > ../own.yaml; hand ../own.yaml`},
	{name: "environment that has ended", workflow: "plan", guard: "verified",
		push: "sed -i s/2026-11-21/2026-12-15/ profile.yaml"},
	{name: "changed byte, to destroy", workflow: "destroy", guard: "verified",
		push: `sed -i s/1.35/1.34/ "$live/terraform.tfvars.json"`},

	{name: "commit that is not the head", workflow: "plan", guard: "commit", prepare: "git checkout -q start^{commit}",
		push: "echo > notes", do: func(t *testing.T, w *world, in map[string]string) {
			in["commit"] = w.must(t, "git -C author rev-parse start^{commit}")
		}},
	{name: "commit of a pull request, with its profile", workflow: "plan", guard: "commit",
		prepare: "git checkout -q origin/change", do: func(t *testing.T, w *world, in map[string]string) {
			in["commit"] = w.must(t, `cd author && git checkout -q -B change && echo "unpriced: deny" >> profile.yaml
				commit Change && git push -q -f origin change && git rev-parse change && git checkout -q main`)
		}},
	{name: "tools of the guards that a change brings", workflow: "plan", guard: "commit",
		push: `mkdir -p work/bin && for tool in jq rm; do printf '#!/bin/sh\necho true\n' > work/bin/$tool; done
			chmod +x work/bin/*`,
		do: func(_ *testing.T, w *world, _ map[string]string) { w.reviewer = w.author }},
	{name: "clone without the history", workflow: "plan", guard: "commit", push: "echo > notes",
		prepare: "git rev-parse HEAD > .git/shallow"},
	{name: "file changed in the run", workflow: "plan", guard: "commit", prepare: "echo >> profile.yaml"},
	{name: "another binary", workflow: "plan", guard: "platform",
		push: `grep -rl "$(sha256sum "$ROOT/platform.tar.gz" | cut -d " " -f 1)" . --include=*ml --exclude-dir=.git |
			xargs sed -i "s/[0-9a-f]\{64\}/$(printf %064d 7)/"`},

	{name: "simulation", workflow: "plan", guard: "deployable",
		push: `printf 'provider: provider_a\nmode: simulation\npolicy_date: 2026-11-21\n' > profile.yaml; hand`},
	{name: "placeholder", workflow: "plan", guard: "deployable",
		push: `sed -i '/boundaries/d; /sandbox:/d' profile.yaml; hand`},

	{name: "author as reviewer", workflow: "plan", guard: "review",
		do: func(_ *testing.T, w *world, _ map[string]string) { w.reviewer = w.author }},
	{name: "author of a commit as reviewer", workflow: "plan", guard: "review", forge: "GitHub",
		do: func(_ *testing.T, w *world, _ map[string]string) { w.committer = w.reviewer }},
	{name: "commit without a pull request", workflow: "plan", guard: "review",
		do: func(_ *testing.T, w *world, _ map[string]string) { w.merged = false }},
	{name: "forge that does not answer who reviewed", workflow: "plan", guard: "review", do: fails("reviews|7/approvals")},
	{name: "forge that does not answer who approved", workflow: "apply", guard: "approval",
		do: fails("runs/99/approvals|deployments/8")},
	{name: "forge that does not answer who planned", workflow: "apply", guard: "plan", do: fails(`(runs|jobs)/4\d$`)},
	{name: "author as approver", workflow: "apply", guard: "approval",
		do: func(_ *testing.T, w *world, _ map[string]string) { w.approver, w.starter = w.author, "grace" }},
	{name: "author of an input as approver", workflow: "apply", guard: "approval",
		push: `echo '{}' > "platform/$FOLDER/inputs.tfvars.json"`,
		do: func(_ *testing.T, w *world, in map[string]string) {
			w.approver, w.reviewer, w.authors = "grace", "eve", map[string]string{in["commit"]: "grace"}
		}},
	{name: "starter as approver", workflow: "node-update", guard: "approval",
		do: func(_ *testing.T, w *world, _ map[string]string) { w.starter, w.approver = "grace", "grace" }},

	{name: "input that is not allowed", workflow: "plan", guard: "inputs",
		push: `echo '{"permissions_boundary_arn": "a"}' > "platform/$FOLDER/inputs.tfvars.json"`},
	{name: "input that replaces a reviewed one", workflow: "plan", guard: "inputs",
		push: `echo '{"deletion_protection": false}' > "platform/$FOLDER/inputs.tfvars.json"`},
	{name: "one state for all environments", workflow: "plan", guard: "inputs",
		push: "sed -i s/STATE_KEY/state/ platform/backend.tf"},

	{name: "another state key typed", workflow: "apply", guard: "confirmation",
		in: map[string]string{"confirmation": "provider_a/eu-west-1/trial/test/terraform.tfstate"}},
	{name: "another state key typed, to destroy", workflow: "destroy", guard: "confirmation",
		in: map[string]string{"confirmation": "yes"}},
	{name: "stale plan, of an earlier commit", workflow: "apply", guard: "plan", push: "echo > notes"},
	{name: "stale plan, with its commit", workflow: "apply", guard: "commit", push: "echo > notes",
		do: func(t *testing.T, w *world, in map[string]string) {
			in["commit"] = w.must(t, "git -C author rev-parse start^{commit}")
		}},
	{name: "plan of a workflow on a branch", workflow: "apply", guard: "plan",
		do: replan(func(m *artifact) { m.branch = "change" })},
	{name: "plan of another workflow", workflow: "apply", guard: "plan",
		do: replan(func(m *artifact) { m.workflow = "other" })},
	{name: "no number of a run", workflow: "apply", guard: "plan", in: map[string]string{"plan_run": "x"}},
	{name: "another plan file than the hashed one", workflow: "apply", guard: "hash",
		do: func(t *testing.T, w *world, in map[string]string) {
			w.must(t, "openssl enc -aes-256-cbc -pbkdf2 -pass pass:key -in calls -out plan.enc")
			kept := w.plans[in["plan_run"]]
			kept.plan = []byte(read(t, w.root+"/plan.enc"))
			in["plan_run"] = "48"
			w.plans["48"] = kept
		}},
	{name: "plan of another environment", workflow: "apply", guard: "content",
		push: `hand profile.yaml s/trial/other/
			cd platform/provider_a/eu-west-1 && cp -R trial other && cd ../../..`,
		do: func(t *testing.T, w *world, in map[string]string) {
			other := w.inputsOf(t, "provider_a/eu-west-1/other/development")
			w.passes(t, "plan", other)
			in["plan_run"], in["plan_sha256"] = other["plan_run"], other["plan_sha256"]
		}},
}

// fails returns an attack in which some paths of the forge's API fail.
func fails(paths string) func(*testing.T, *world, map[string]string) {
	return func(_ *testing.T, w *world, _ map[string]string) { w.down = regexp.MustCompile(paths) }
}

// replan returns an attack with a plan that another run made.
func replan(change func(*artifact)) func(*testing.T, *world, map[string]string) {
	return func(_ *testing.T, w *world, in map[string]string) {
		m := w.plans[in["plan_run"]]
		change(&m)
		in["plan_run"] = "7" + in["plan_run"]
		w.plans[in["plan_run"]] = m
	}
}

// asked are the guards that ask the forge. The others are the same script on both forges.
var asked = []string{"review", "approval", "plan"}

// TestAttacks runs each attack. All guards before the named one hold.
func TestAttacks(t *testing.T) {
	for name, f := range forges {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, f)
			planned := w.inputs(t)
			w.passes(t, "plan", planned)
			for _, a := range attacks {
				if a.forge == "" && name == "GitLab" && !slices.Contains(asked, a.guard) || a.forge != "" && a.forge != name {
					continue
				}
				t.Run(a.name, func(t *testing.T) {
					w.reset(t)
					if a.push != "" {
						w.push(t, a.push)
					}
					in := w.inputs(t)
					if a.workflow == "apply" || a.workflow == "destroy" && a.guard == "confirmation" {
						in["plan_run"], in["plan_sha256"] = planned["plan_run"], planned["plan_sha256"]
					}
					maps.Copy(in, a.in)
					if a.do != nil {
						a.do(t, w, in)
					}
					r := w.start(t, a.workflow, in, "main", a.prepare)
					assert.Equal(t, a.guard, r.guard, r.end)
					assert.Positive(t, r.code)
					assert.Equal(t, 1, strings.Count(r.printed, "stopped by the guard "))
				})
			}
		})
	}
}
