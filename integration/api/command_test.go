package api_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/service"
)

// The requests, profiles and cases of the commands.
const (
	plain = `application: checkout
environment: development
owner: payments-team@example.com
cost_centre: CC-4711
data_classification: internal
region: eu-west-1
network_cidr: 10.20.0.0/20
cluster_size: small
monthly_budget: 900
business_justification: Integration tests of the checkout service.
expiry_date: 2026-12-15
`
	dated = "provider: provider_a\npolicy_date: 2026-11-21\n"
	rules = dated + `policies:
- {id: team.owner, title: t, field: owner, level: mandatory, when: 'request.environment != "test"', require: 'request.owner.endsWith("-team@example.com") || request.owner == "none@example.com"', message: m, remediation: Name a team., expected: a team}
- {id: team.budget, title: t, field: monthly_budget, level: mandatory, require: 'request.monthly_budget * 2 <= 1600', message: m, remediation: r, expected: at most 800}
- {id: team.region, title: t, field: region, level: mandatory, require: 'request.region != "us-east-1"', message: m, remediation: r, expected: another}
- {id: team.large, title: t, field: cluster_size, level: advisory, require: 'request.cluster_size != "large"', message: m, remediation: r, expected: a smaller one}
`
	excepting = rules + `exceptions:
- {policy: team.budget, application: checkout, environment: development, owner: net@example.com, reason: The load tests cost more., until: 2026-11-20}
- {policy: common.network.private, application: checkout, environment: development, owner: net@example.com, reason: The company owns this range., until: 2026-12-31}
`
	contradictory = dated + `policies:
- {id: team.not-small, title: t, field: cluster_size, level: mandatory, require: 'request.cluster_size != "small"', message: m, remediation: r, expected: larger}
- {id: team.small, title: t, field: cluster_size, level: mandatory, require: 'request.cluster_size == "small"', message: m, remediation: r, expected: small}
`
	cases = `request_file: request.yaml
policy_date: 2026-11-21
cases:
- {name: passes, breaks: [team.budget]}
- {name: another decision, decision: accepted}
- {name: other rules, with: {owner: anna@example.com}, breaks: [common.network.private]}
- {name: other values, with: {region: us-east-1}, suggests: {region: eu-central-1}}
`
)

// folder makes a folder with documents of the command, and runs a command line in it.
func folder(t *testing.T) func(args ...string) string {
	t.Helper()
	dir, binary := t.TempDir(), build.Binaries(t).Platform
	for name, text := range map[string]string{
		"request.yaml": plain, "plain.yaml": dated, "rules.yaml": rules, "excepting.yaml": excepting, "contradictory.yaml": contradictory,
		"b.yaml":                "provider: provider_b\npolicy_date: 2026-11-21\n",
		"enterprise.yaml":       dated + "mode: enterprise\n",
		"hub.yaml":              dated + "mode: enterprise\nsettings: {egress: hub, transit_gateway_id: tgw-0123456789abcdef0, hub_cidrs: 10.0.0.0/8}\n",
		"looser.yaml":           dated + "allowed_regions: [eu-west-1, us-east-1]\n",
		"cases.yaml":            cases,
		"many/denied.yaml":      strings.NewReplacer("eu-west-1", "us-east-1", "10.20.0.0", "52.20.0.0").Replace(plain) + "controls: {private_cluster: false}\n",
		"many/unusual.yaml":     "{" + strings.ReplaceAll(strings.TrimSpace(strings.Replace(plain, "cluster_size: small", `! "cluster_size": small`, 1)), "\n", ", ") + "}",
		"cheap.yaml":            strings.NewReplacer("10.20.0.0", "52.20.0.0", "900", "700").Replace(plain),
		"many/owned.yaml":       strings.Replace(plain, "10.20.0.0", "52.20.0.0", 1),
		"many/person.yaml":      strings.NewReplacer("payments-team", "anna", "900", "700").Replace(plain),
		"many/restricted.yaml":  strings.Replace(plain, "internal", "restricted", 1),
		"many/malformed.yaml":   "owner: 1\n",
		"many/regional.json":    `{"application":"checkout","environment":"test","owner":"a-team@example.com","cost_centre":"CC-1","data_classification":"public","region":"us-east-1","network_cidr":"10.0.0.0/20","cluster_size":"large","monthly_budget":90000,"business_justification":"Load tests of it.","expiry_date":"2026-12-01"}`,
		"many/record.json":      "",
		"many/old.json":         "",
		"many/with/bundle.text": "no document",
	} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o750))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	run := func(args ...string) string {
		command := exec.CommandContext(t.Context(), binary, append(args, "--quiet")...)
		command.Dir = dir
		out, err := command.Output()
		if exit := (*exec.ExitError)(nil); err != nil {
			require.ErrorAs(t, err, &exit)
			require.LessOrEqual(t, exit.ExitCode(), 2, "%v", args)
		}
		return string(out)
	}
	record := run("request", "validate", "request.yaml", "--profile", "plain.yaml")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "many/record.json"), []byte(record), 0o600))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "repo"), 0o750))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "verified/environments/live/provider_a/eu-west-1/by/hand"), 0o750))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "verified/environments/live/provider_a/eu-west-1/by/hand/main.tf"), nil, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "proposal.json"),
		[]byte(run("request", "propose", "request.yaml", "--profile", "plain.yaml")), 0o600))
	run("request", "handover", "proposal.json", "--repo", "verified", "--profile", "plain.yaml")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "many/old.json"), []byte(strings.Replace(record, `"decision": "accepted"`, `"decision": "denied"`, 1)), 0o600))
	return run
}

// TestDocumentsOfTheCommandKeepToTheSchemas validates real output. It checks that each
// schema refuses what it does not name, and that what it names itself is in a document.
func TestDocumentsOfTheCommandKeepToTheSchemas(t *testing.T) {
	c := newAPI(t, "", service.Options{})
	schema, run := schemas(t, c), folder(t)
	explained := func(profile string, ids ...string) (lines [][]string) {
		for _, id := range ids {
			lines = append(lines, []string{"policy", "explain", id, "--profile", profile})
		}
		return lines
	}
	for name, lines := range map[string][][]string{
		"request-fix": {
			{"request", "fix", "many/denied.yaml", "--profile", "plain.yaml"},
			{"request", "fix", "request.yaml", "--profile", "plain.yaml"},
			{"request", "fix", "request.yaml", "--profile", "b.yaml"},
			{"request", "fix", "many/person.yaml", "--profile", "rules.yaml"},
			{"request", "fix", "many/restricted.yaml", "--profile", "plain.yaml"},
			{"request", "fix", "request.yaml", "--profile", "contradictory.yaml"},
			{"request", "fix", "many/unusual.yaml", "--profile", "contradictory.yaml"},
			{"request", "fix", "many/unusual.yaml", "--profile", "rules.yaml"},
			{"request", "fix", "many/regional.json", "--profile", "plain.yaml", "--write"},
		},
		"policy-explanation": append(append(explained("excepting.yaml", "team.owner", "team.budget", "team.region", "team.large",
			"common.network.private", "common.expiry.horizon", "common.budget.covers-estimate", "common.budget.estimate-known"),
			explained("contradictory.yaml", "team.small")...), []string{"policy", "explain", "common.expiry.horizon"}),
		"handover": {{"request", "handover", "proposal.json", "--repo", "repo", "--profile", "plain.yaml"}},
		"repository-verification": {
			{"request", "verify", "--repo", "verified", "--profile", "plain.yaml"},
			{"request", "verify", "--repo", "verified", "--profile", "enterprise.yaml"},
		},
		"policy-comparison": {
			{"policy", "compare", "--from", "plain.yaml", "--to", "plain.yaml"},
			{"policy", "compare", "--from", "plain.yaml", "--to", "rules.yaml"},
			{"policy", "compare", "--from", "rules.yaml", "--to", "looser.yaml"},
			{"policy", "compare", "--from", "plain.yaml", "--to", "contradictory.yaml"},
			{"policy", "compare", "--from", "plain.yaml", "--to", "enterprise.yaml"},
		},
		"policy-case-run": {
			{"policy", "test", "cases.yaml", "--profile", "rules.yaml"},
			{"policy", "test", "cases.yaml", "--profile", "excepting.yaml"},
		},
		"policy-replay": {
			{"policy", "replay", "many", "request.yaml", "--from", "plain.yaml", "--to", "rules.yaml"},
			{"policy", "replay", "many", "request.yaml", "--from", "rules.yaml", "--to", "excepting.yaml"},
			{"policy", "replay", "many", "request.yaml", "--from", "enterprise.yaml", "--to", "hub.yaml"},
			{"policy", "replay", "many", "request.yaml", "--from", "looser.yaml", "--to", "b.yaml"},
			{"policy", "replay", "request.yaml", "--from", "plain.yaml", "--to", "plain.yaml"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			seen := map[string]bool{"bounded": true} // no search here ends at its limit
			for _, args := range lines {
				content, err := jsonschema.UnmarshalJSON(strings.NewReader(run(args...)))
				require.NoError(t, err, args)
				require.NoError(t, schema(name).Validate(content), args)
				object, ok := content.(map[string]any)
				require.True(t, ok)
				members(content, func(name string, _ any) { seen[name] = true })
				object["another"] = true
				var refused *jsonschema.ValidationError
				assert.ErrorAs(t, schema(name).Validate(content), &refused, args)
			}
			described, err := jsonschema.UnmarshalJSON(strings.NewReader(c.get("/schemas/" + name).body))
			require.NoError(t, err)
			members(described, func(name string, value any) {
				if object, ok := value.(map[string]any); ok && name == "properties" {
					for name := range object {
						assert.True(t, seen[name] || notShown[name] != "", name)
					}
				}
			})
		})
	}
}

// notShown are members that no document of these commands has, and what they take.
var notShown = map[string]string{
	"denied_too": "a rule that denies no request alone, which the comparison of these profiles does not show",
	"other_root": "two releases of an adapter",
	"patch":      "the parameter patch of the API",
}

// members calls back for each member of each object in a document.
func members(content any, each func(name string, value any)) {
	switch t := content.(type) {
	case map[string]any:
		for name, value := range t {
			each(name, value)
			members(value, each)
		}
	case []any:
		for _, value := range t {
			members(value, each)
		}
	}
}
