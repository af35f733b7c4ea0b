package requesthandover_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/command/requestpropose"
	"platform.internal/platform-cli/internal/command/requestverify"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
)

// tampering is a change of a repository with two environments, checkout and billing.
type tampering struct {
	name string
	// script runs in the repository. $live is the folder of checkout, $later the request document that a change of
	// checkout has, and $old its own.
	script string
	args   []string
	// findings are the path, with the names of the script, and what it is. They are all findings, except if more.
	findings []string
	more     bool
	// says is a part of the text of each finding.
	says string
}

var tamperings = []tampering{
	{name: "a changed byte", script: `printf ' ' >> $live/main.tf`,
		findings: []string{"$live/main.tf: altered_file"}},
	{name: "changed inputs with new hashes", script: forge,
		findings: []string{
			"$live/terraform.tfvars.json: altered_file", "$live/attestation.intoto.json: altered_file",
			"$live/PROPOSAL-ONLY.json: altered_file",
		}},
	{name: "CRLF", script: `sed -i 's/$/\r/' $live/terraform.tfvars.json`, says: "CRLF line ends, and differs in nothing else",
		findings: []string{"$live/terraform.tfvars.json: altered_file"}},
	{name: "CRLF and another change", script: `sed -i 's/$/\r/; s/checkout/checkin/' $live/terraform.tfvars.json`,
		says:     "does not have the SHA-256",
		findings: []string{"$live/terraform.tfvars.json: altered_file"}},
	{name: "CRLF in a request", script: `sed -i 's/$/\r/' $old`, says: "CRLF line ends, and differs in nothing else",
		findings: []string{"$old: altered_file"}},
	{name: "CRLF in an attestation and a marker", script: `sed -i 's/$/\r/' $live/attestation* $live/PROPOSAL-ONLY.json`,
		says:     "CRLF line ends, and differs in nothing else",
		findings: []string{"$live/attestation.intoto.json: altered_file", "$live/PROPOSAL-ONLY.json: altered_file"}},
	{name: "a file less", script: `rm $live/REVIEW.md`, findings: []string{"$live/REVIEW.md: missing_file"}},
	{name: "no request", script: `rm $old`, findings: []string{"$old: missing_file"}},
	{name: "a link", script: `mv $live/main.tf ../main.tf; ln -s "$PWD/../main.tf" $live/main.tf`,
		findings: []string{"$live/main.tf: not_a_file"}},
	{name: "a link to a folder", script: `mv $live ../elsewhere; ln -s "$PWD/../elsewhere" $live`,
		findings: []string{"$live: not_a_file", "$old: orphan_request"}},
	{name: "a second name", script: `ln $live/main.tf ../main.tf`, findings: []string{"$live/main.tf: not_a_file"}},
	{name: "an executable file", script: `chmod +x $live/main.tf`, findings: []string{"$live/main.tf: not_a_file"}},
	{name: "a file that everybody may write, as a checkout decides", script: `chmod a+w $old`},
	{name: "an empty folder of a submodule", script: `mkdir $live/modules`, findings: []string{"$live/modules: not_a_file"}},
	{name: "an empty live folder", script: `mkdir -p $copy`, findings: []string{"$copy: not_a_file"}},
	{name: "an empty folder above", script: `mkdir -p environments/live/provider_t/north-1/empty`},
	{name: "an empty folder of a stopped hand-over", script: `mkdir $live/../.platform-temporary-A`, says: "remove it",
		findings: []string{"environments/live/provider_t/north-1/checkout/.platform-temporary-A: foreign_file"}},
	{name: "an override file", script: `touch $live/main_override.tf`,
		findings: []string{"$live/main_override.tf: foreign_file"}},
	{name: "more inputs", script: `touch $live/x.auto.tfvars`,
		findings: []string{"$live/x.auto.tfvars: foreign_file"}},
	{name: "a hidden file", script: `touch $live/.terraform.lock.hcl`,
		findings: []string{"$live/.terraform.lock.hcl: foreign_file"}},
	{name: "a module", script: `mkdir $live/m; touch $live/m/main.tf`,
		findings: []string{"$live/m/main.tf: foreign_file"}},
	{name: "a module above", script: `touch $live/../main.tf`,
		findings: []string{"environments/live/provider_t/north-1/checkout/main.tf: foreign_file"}},
	{name: "a live folder by hand", script: `mkdir -p $copy; touch $copy/main.tf`,
		findings: []string{"$copy/PROPOSAL-ONLY.json: missing_file"}},
	{name: "a marker without its bundle", script: `mkdir -p $copy; cp $live/PROPOSAL-ONLY.json $copy`,
		findings: []string{
			"$copy: second_folder", "$copy: wrong_folder", "$live: second_folder",
			"$copy/REVIEW.md: missing_file", "$copy/attestation.intoto.json: missing_file", "$copy/main.tf: missing_file",
			"$copy/policy-decision.json: missing_file", "$copy/resource-inventory.json: missing_file",
			"$copy/terraform.tfvars.json: missing_file", "$copy/PROPOSAL-ONLY.json: altered_file",
		}},
	{name: "a bundle without its marker", script: `rm $live/PROPOSAL-ONLY.json`,
		findings: []string{"$live/PROPOSAL-ONLY.json: missing_file", "$old: orphan_request"}},
	{name: "a marker of nothing", script: `echo {} > $live/PROPOSAL-ONLY.json`,
		findings: []string{"$live/PROPOSAL-ONLY.json: unreadable_marker", "$old: orphan_request"}},
	{name: "a copied live folder", script: `mkdir -p $copy; cp $live/* $copy`,
		findings: []string{"$copy: second_folder", "$copy: wrong_folder", "$live: second_folder"}},
	{name: "a stale copy of a live folder", script: `mkdir -p $copy; mv $live/* $copy; rm $old
			cd ../changed && cp --parents environments/requests/* ../repo
			cp PROPOSAL-ONLY.json environments/*/req-*/* ../repo/$live; cp environments/reviews/* ../repo/$live/REVIEW.md`,
		findings: []string{
			"$copy: second_folder", "$copy: wrong_folder", "$live: second_folder", "$old: missing_file",
		}},
	{name: "swapped attestations", more: true,
		script: `mv $live/attestation.intoto.json ..; mv $billing/attestation.intoto.json $live
			mv ../attestation.intoto.json $billing`,
		findings: []string{
			"$live/attestation.intoto.json: altered_file", "$billing/attestation.intoto.json: altered_file",
		}},
	{name: "a superseded request", script: `cp ../changed/$later $later`,
		findings: []string{"$later: superseded_request"}},
	{name: "a request without a live folder", script: `rm -r $live`, findings: []string{"$old: orphan_request"}},
	{name: "requests without a live folder", script: `rm -r environments/live`,
		findings: []string{"$old: orphan_request", "$other: orphan_request"}},
	{name: "a request that is not YAML", script: `echo "owner: [" > environments/requests/mine.yaml`,
		says:     "it cannot be read as YAML",
		findings: []string{"environments/requests/mine.yaml: unreadable_request"}},
	{name: "a request by hand", script: `echo owner: me > environments/requests/mine.yaml`, says: "it cannot be read: application",
		findings: []string{"environments/requests/mine.yaml: unreadable_request"}},
	{name: "another provider", script: `mkdir -p $(dirname $moved); mv $live $moved`,
		findings: []string{"$moved: other_installation"}},
	{name: "another file", script: `touch environments/notes.md`,
		findings: []string{"environments/notes.md: foreign_file"}},
	{name: "another request", args: []string{"--expect-request", "req-00000000000000000000", "--state-key", stateKey},
		findings: []string{"$live: other_request"}},
	{name: "another proposal", args: []string{"--expect-proposal", "prop-00000000000000000000", "--state-key", stateKey},
		findings: []string{"$live: other_proposal"}},
	{name: "other content", script: `mkdir -p platform live; touch main.tf platform/backend.tf live/main.tf`},
}

// forge changes the inputs, and all hashes of the attestation and the marker with them.
const forge = `
id=$(basename $old .yaml)
hash() { sha256sum < $1 | cut -c 1-64; }
before=$(hash $live/terraform.tfvars.json)
printf ' ' >> $live/terraform.tfvars.json
sed -i s/$before/$(hash $live/terraform.tfvars.json)/ $live/attestation.intoto.json
content=$(LC_ALL=C sort -k 2 << END | sha256sum | cut -c 1-64
$(hash $old)  $old
$(hash $live/main.tf)  environments/infrastructure/$id/main.tf
$(hash $live/terraform.tfvars.json)  environments/infrastructure/$id/terraform.tfvars.json
$(hash $live/policy-decision.json)  environments/evidence/$id/policy-decision.json
$(hash $live/resource-inventory.json)  environments/evidence/$id/resource-inventory.json
$(hash $live/attestation.intoto.json)  environments/evidence/$id/attestation.intoto.json
$(hash $live/REVIEW.md)  environments/reviews/$id.md
END
)
sed -i "s/sha256:[0-9a-f]*/sha256:$content/; s/prop-[0-9a-f]*/prop-$(echo $content | cut -c 1-20)/" $live/PROPOSAL-ONLY.json
`

const stateKey = "provider_t/north-1/checkout/development/terraform.tfstate"

// TestFindings changes a repository in one way each.
func TestFindings(t *testing.T) {
	for _, test := range tamperings {
		t.Run(test.name, func(t *testing.T) {
			env := twoEnvironments(t)
			require.Equal(t, problem.ExitDone, verify(t).Exit)
			shell(t, env, test.script)
			r := verify(t, test.args...)
			want := []string{}
			for _, finding := range test.findings {
				want = append(want, os.Expand(finding, func(name string) string { return valueOf(env, name) }))
			}
			if test.more {
				assert.Subset(t, findingsOf(t, r), want)
			} else {
				assert.ElementsMatch(t, want, findingsOf(t, r))
			}
			assert.Equal(t, len(want) == 0, r.Exit == problem.ExitDone)
			assert.GreaterOrEqual(t, strings.Count(commandtest.Sentences(r), test.says), len(want), commandtest.Sentences(r))
		})
	}
}

// TestFindingsAreDocumented compares the findings of [TestFindings] with the table of docs/handover.md.
func TestFindingsAreDocumented(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "handover.md"))
	require.NoError(t, err)
	_, table, _ := strings.Cut(string(page), "| Finding | Meaning |")
	documented, found := map[string]bool{}, map[string]bool{}
	for _, row := range regexp.MustCompile(`(?m)^\| (.*?) \|`).FindAllStringSubmatch(table, -1) {
		for _, code := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(row[1], -1) {
			documented[code[1]] = true
		}
	}
	for _, test := range tamperings {
		for _, finding := range test.findings {
			found[finding[strings.LastIndex(finding, " ")+1:]] = true
		}
	}
	assert.Equal(t, documented, found)
}

// twoEnvironments hands over two environments and returns the names for a script.
func twoEnvironments(t *testing.T) []string {
	t.Helper()
	folder(t)
	billing := strings.Replace(commandtest.Request, "application: checkout", "application: billing", 1)
	require.NoError(t, os.WriteFile("billing.yaml", []byte(billing), 0o600))
	r := commandtest.Run(t, requestpropose.New, "billing.yaml", "--profile", "profile.yaml", "--output", "billing")
	require.Equal(t, problem.ExitDone, r.Exit)
	env := []string{"live=" + strings.TrimPrefix(live, "repo/")}
	env = append(env, "moved="+strings.Replace(valueOf(env, "live"), "provider_t", "provider_u", 1),
		"billing="+strings.Replace(valueOf(env, "live"), "checkout", "billing", 1),
		"copy="+strings.Replace(valueOf(env, "live"), "checkout", "copy", 1))
	for name, bundle := range map[string]string{"old": "bundle", "later": "changed", "other": "billing"} {
		paths, err := filepath.Glob(bundle + "/environments/requests/*")
		require.NoError(t, err)
		require.Len(t, paths, 1)
		env = append(env, name+"="+strings.TrimPrefix(paths[0], bundle+"/"))
	}
	handedOver(t, "bundle")
	handedOver(t, "billing")
	return env
}

// shell runs a script in the repository.
func shell(t *testing.T, env []string, script string) {
	t.Helper()
	cmd := exec.Command("sh", "-e", "-c", script)
	cmd.Dir, cmd.Env = "repo", append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
}

func valueOf(env []string, name string) string {
	at := slices.IndexFunc(env, func(e string) bool { return strings.HasPrefix(e, name+"=") })
	return env[at][len(name)+1:]
}

// findingsOf returns the findings of all environments and of the tree.
func findingsOf(t *testing.T, r *host.Result) []string {
	t.Helper()
	var answer requestverify.Repository
	require.NoError(t, json.Unmarshal(r.JSON, &answer), string(r.JSON))
	all := answer.Findings
	for _, e := range answer.Environments {
		all = append(all, e.Findings...)
	}
	found := []string{}
	for _, f := range all {
		found = append(found, f.Path+": "+string(f.Problem))
	}
	return found
}
