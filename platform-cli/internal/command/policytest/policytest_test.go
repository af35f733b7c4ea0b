package policytest_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/command/policytest"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
)

func TestEveryRuleHasItsOutcome(t *testing.T) {
	commandtest.Folder(t)
	r := commandtest.Run(t, policytest.New, "denied.yaml", "--profile", "profile.yaml")
	assert.Equal(t, problem.ExitDenied, r.Exit)
	for _, line := range []string{"violated: common.network.private",
		"satisfied: common.region.allowed", "satisfied: provider_t.application.free"} {
		assert.Contains(t, r.Notes, line)
	}
	assert.Equal(t, "denied", commandtest.Member(t, r, "decision"))
	assert.Equal(t, problem.ExitDone, commandtest.Run(t, policytest.New, "request.yaml", "--profile", "profile.yaml").Exit)
	assert.Equal(t, problem.ExitUsage,
		commandtest.Run(t, policytest.New, "malformed.yaml", "--profile", "profile.yaml").Exit)
	text := commandtest.Run(t, policytest.New, "denied.yaml", "--profile", "profile.yaml", "-o", "text")
	assert.Contains(t, text.Text, "violated: common.network.private")
	refused := commandtest.Run(t, policytest.New, "request.yaml", "--profile", "profile.yaml", "--require-coverage")
	assert.Equal(t, problem.ExitUsage, refused.Exit)
	assert.Contains(t, commandtest.Sentences(refused),
		"request.yaml is a request; --junit and --require-coverage are for files of cases.")
}

// organisation is a profile with rules of an organisation.
const organisation = `provider: provider_t
policies:
  - id: org.owner.team
    title: Environments belong to teams
    field: owner
    level: mandatory
    when: request.environment != "test"
    require: request.owner.contains("-team@")
    message: The owner is not a team.
    remediation: Write the team's address.
    expected: an address such as payments-team@example.com
    suggest: request.owner.replace("@", "-team@")
  - id: org.budget.low
    title: Budgets are low
    field: monthly_budget
    level: advisory
    require: request.monthly_budget < 1000 || policy_date > "2027-01-01"
    message: The budget is high.
    remediation: Lower it.
    expected: less than 1000
`

// header is the beginning of a file of cases.
const header = "request_file: request.yaml\ncases:\n"

// run runs one case and returns the printed lines.
func run(t *testing.T, text string) (exit int, lines []string) {
	t.Helper()
	commandtest.Folder(t, "org.yaml", organisation, "cases.yaml",
		header+"  - "+strings.ReplaceAll(text, "\n", "\n    ")+"\n")
	r := commandtest.Run(t, policytest.New, "cases.yaml", "--profile", "org.yaml", "-o", "text")
	for _, line := range r.Text {
		assert.LessOrEqual(t, len(line), 80, line)
	}
	return r.Exit, r.Text
}

// TestCases runs one case each. The owner in the request is payments@example.com.
func TestCases(t *testing.T) {
	const broken = "breaks: [org.owner.team]"
	tests := map[string]struct{ text, wrong string }{
		"the decision": {"decision: denied", ""},
		"another decision": {"decision: accepted",
			"decision: expected accepted, got denied by org.owner.team"},
		"the rules":                {broken, ""},
		"none":                     {"with: {environment: test}\nbreaks: []", ""},
		"the long form of a value": {"with: {environment: dev}\n" + broken, ""},
		"a rule that is satisfied": {"breaks: [org.owner.team, common.network.size]",
			"breaks: missing common.network.size: the request satisfies it"},
		"a rule that does not apply": {"with: {environment: test}\n" + broken,
			"breaks: missing org.owner.team: it does not apply to the request"},
		"a rule too many":              {"breaks: []", "breaks: unexpected org.owner.team: owner: The owner is not a team."},
		"a control by its name":        {"with: {owner: a-team@example.com, controls.private_cluster: false}\nbreaks: [common.controls.private-cluster]", ""},
		"an optional field taken away": {"with: {owner: a-team@example.com, expiry_date: null}\nbreaks: [common.expiry.required]", ""},
		"a control put back":           {"with: {controls.private_cluster: null}\n" + broken, ""},
		"an advisory that is listed":   {"with: {environment: test, monthly_budget: 1000}\ndecision: accepted\nbreaks: [org.budget.low]", ""},
		"an advisory that is not": {"with: {environment: test, monthly_budget: 1000}\nbreaks: []",
			"breaks: unexpected org.budget.low: monthly_budget: The budget is high."},
		"another day": {
			"policy_date: 2027-01-02\nwith: {environment: test, monthly_budget: 1000, expiry_date: 2027-01-15}\nbreaks: []", "",
		},
		"the suggestion": {"with: {network_cidr: 8.8.0.0/20}\nsuggests: {network_cidr: 10.8.1.0/20}", ""},
		"another suggestion": {"with: {network_cidr: 8.8.0.0/20}\nsuggests: {network_cidr: 10.9.0.0/20}",
			"suggests: network_cidr: expected 10.9.0.0/20, suggested is 10.8.0.0/20"},
		"none for a fact": {"suggests: {owner: null}", ""},
		"no suggestion":   {"suggests: {region: null}", ""},
		"no suggestion, but one": {"with: {network_cidr: 8.8.0.0/20}\nsuggests: {network_cidr: null}",
			"suggests: network_cidr: expected nothing, suggested is 10.8.0.0/20"},
		"a suggestion, but none": {"suggests: {cluster_size: small}",
			"suggests: cluster_size: expected small, suggested is nothing"},
		"a request of its own": {"request: {" + flow() +
			", controls: {private_cluster: false}}\nbreaks: [org.owner.team, common.controls.private-cluster]", ""},
		"a request in its file": {"request_file: denied.yaml\nbreaks: [org.owner.team, common.network.private]", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			exit, lines := run(t, "name: one\n"+test.text)
			text := strings.Join(lines, "\n")
			if test.wrong == "" {
				assert.Equal(t, problem.ExitDone, exit, text)
				assert.Contains(t, lines, "1 case in 1 file: 1 passed, 0 failed")
				return
			}
			assert.Equal(t, problem.ExitDenied, exit)
			require.Equal(t, "failed: cases.yaml:3: one", lines[0])
			assert.Contains(t, strings.ReplaceAll(text, "\n   ", ""), "\n  "+test.wrong)
			assert.Contains(t, lines, "1 case in 1 file: 0 passed, 1 failed")
		})
	}
}

// flow returns the request of the tests as a YAML mapping on one line.
func flow() string {
	return strings.ReplaceAll(strings.TrimSpace(commandtest.Request), "\n", ", ")
}

// TestMalformedCases checks that each fault has its field and its line.
func TestMalformedCases(t *testing.T) {
	tests := map[string]struct{ text, want string }{
		"no name": {"decision: denied",
			"cases.yaml:3: cases[0].name is missing; say in a few words what the case shows"},
		"nothing expected": {"name: a",
			"cases.yaml:3: cases[0].decision is missing; write accepted or denied, or as breaks the rules"},
		"a misspelt field": {"name: a\ndecision: denied\nbreak: []",
			"cases.yaml:5: cases[0].break is not a field here; write breaks"},
		"a decision":           {"name: a\ndecision: deny", "cases.yaml:4: cases[0].decision must be accepted or denied"},
		"a decision in pieces": {"name: a\ndecision: [denied]", "cases.yaml:4: cases[0].decision must be text, not a list"},
		"a rule": {"name: a\nbreaks: [org.owner.teem]",
			"cases.yaml:4: cases[0].breaks[0] is not a rule in force; write org.owner.team"},
		"another rule": {"name: a\nbreaks: [x.y]",
			"cases.yaml:4: cases[0].breaks[0] is not a rule in force; `platform policy list"},
		"a rule twice": {"name: a\nbreaks: [org.owner.team, org.owner.team]",
			"cases.yaml:4: cases[0].breaks[1] is listed before; name each rule once"},
		"accepted and broken": {"name: a\ndecision: accepted\nbreaks: [org.owner.team]",
			"cases.yaml:4: cases[0].decision is accepted although the case breaks org.owner.team"},
		"denied by nothing": {"name: a\ndecision: denied\nbreaks: []",
			"cases.yaml:4: cases[0].decision is denied although the case breaks no rule"},
		"no rules": {"name: a\ndecision: accepted\nbreaks:",
			"cases.yaml:5: cases[0].breaks is empty; list the rules that the request breaks, or write [] for none"},
		"no decision": {"name: a\ndecision:\nbreaks: []",
			"cases.yaml:4: cases[0].decision is empty; write accepted or denied, or leave it out"},
		"no suggestion": {"name: a\ndecision: denied\nsuggests: {}",
			"cases.yaml:5: cases[0].suggests is empty; name a field and the value that is suggested for it"},
		"a value": {"name: a\ndecision: denied\nwith: {cluster_size: huge}",
			"cases.yaml:5: cases[0].with.cluster_size must be one of small, medium, large"},
		"the type of a value": {"name: a\ndecision: denied\nwith: {monthly_budget: much}",
			"cases.yaml:5: cases[0].with.monthly_budget must be a number, not text"},
		"a field": {"name: a\ndecision: denied\nwith: {regoin: north-1}",
			"cases.yaml:5: cases[0].with.regoin is not a field here; write region"},
		"a field taken away": {"name: a\ndecision: denied\nwith: {region: null}",
			"cases.yaml:5: cases[0].with.region is empty, and a request has to have it"},
		"a suggested value": {"name: a\nsuggests: {cluster_size: huge}",
			"cases.yaml:4: cases[0].suggests.cluster_size must be one of"},
		"a day": {"name: a\ndecision: denied\npolicy_date: soon",
			"cases.yaml:5: cases[0].policy_date must be a real date"},
		"a case": {"", "cases.yaml:3: cases[0] is empty; write a value or leave the entry out"},
		"a request": {"name: a\ndecision: denied\nrequest: {owner: a@example.com}",
			"cases.yaml:5: cases[0].request.application is missing"},
		"two requests": {"name: a\ndecision: denied\nrequest: {}\nrequest_file: request.yaml",
			"cases.yaml:6: cases[0].request_file is written together with request; keep one of them"},
		"no such file": {"name: a\ndecision: denied\nrequest_file: absent.yaml",
			"cases.yaml:5: cases[0].request_file names a file that cannot be taken: absent.yaml does not exist"},
		"a file at fault": {"name: a\ndecision: denied\nrequest_file: malformed.yaml",
			"malformed.yaml: owner is missing"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			exit, lines := run(t, test.text)
			assert.Equal(t, problem.ExitUsage, exit)
			text := strings.Join(lines, "\n")
			assert.Contains(t, faults(t, commandtest.Run(t, policytest.New, "cases.yaml", "--profile", "org.yaml")), test.want)
			assert.Equal(t, !strings.Contains(test.want, "request.application"), strings.Contains(text, "has 1 problem"), text)
		})
	}
	t.Run("a name twice, no request", func(t *testing.T) {
		commandtest.Folder(t, "cases.yaml",
			"cases:\n- {name: a, decision: denied}\n- {name: a, decision: denied, request_file: request.yaml}\n")
		notes := faults(t, commandtest.Run(t, policytest.New, "cases.yaml", "--profile", "profile.yaml"))
		assert.Contains(t, notes, "cases.yaml:2: cases[0].request is missing; write the request here or once for the file")
		assert.Contains(t, notes, "cases.yaml:3: cases[1].name is the name of an earlier case")
	})
	t.Run("no case", func(t *testing.T) {
		commandtest.Folder(t, "cases.yaml", "schema: platform.policy-cases/v2\ncases: []\n")
		notes := faults(t, commandtest.Run(t, policytest.New, "cases.yaml", "--profile", "profile.yaml"))
		assert.Contains(t, notes, "cases.yaml:1: schema must be platform.policy-cases/v1, or left out")
		assert.Contains(t, notes, "cases.yaml:2: cases is missing; write a list with at least one case")
	})
}

// TestExceptedRules checks that a rule does not deny on the last day of its exception. The report
// shows it as broken.
func TestExceptedRules(t *testing.T) {
	commandtest.Folder(t, "org.yaml", organisation+`exceptions:
- {policy: org.owner.team, application: checkout, environment: development, owner: a@example.com, reason: There is no team., until: 2026-11-30}
`, "cases.yaml", header+"  - {name: on its last day, policy_date: 2026-11-30, decision: accepted, breaks: []}\n"+
		"  - {name: later, policy_date: 2026-12-01, decision: denied, breaks: [org.owner.team]}\n")
	r := commandtest.Run(t, policytest.New, "cases.yaml", "--profile", "org.yaml")
	assert.Equal(t, problem.ExitDone, r.Exit, r.Notes)
	assert.Contains(t, string(r.JSON), `"violated": 2,`)
	require.NoError(t, os.WriteFile("cases.yaml", []byte(header+"  - {name: wrong, breaks: [org.owner.team]}\n"), 0o600))
	wrong := commandtest.Run(t, policytest.New, "cases.yaml", "--profile", "org.yaml")
	assert.Contains(t, wrong.Notes, "  breaks: missing org.owner.team: it has an exception")
}

const denied = "  - {name: %s, decision: denied}\n"

// TestFolder checks that a folder's requests and profiles are left out. A file of cases with a
// misspelt field is not left out.
func TestFolder(t *testing.T) {
	commandtest.Folder(t, "org.yaml", organisation, "b.yaml", header+fmt.Sprintf(denied, "b"), "below/a.json",
		`{"cases": [{"name": "a", "request_file": "../request.yaml", "decision": "denied"}]}`)
	require.NoError(t, os.Remove("malformed.yaml"))
	r := commandtest.Run(t, policytest.New, ".", "--profile", "org.yaml")
	assert.Equal(t, problem.ExitDone, r.Exit, r.Notes)
	assert.Equal(t, "platform.policy-case-run/v1", commandtest.Member(t, r, "schema"))
	assert.Equal(t, map[string]any{"files": 2., "cases": 2., "passed": 2., "failed": 0., "rules": 2., "covered": 0.},
		commandtest.Member(t, r, "summary"))
	require.NoError(t, os.WriteFile("misspelt.yaml", []byte("case:\n"), 0o600))
	misspelt := commandtest.Run(t, policytest.New, ".", "--profile", "org.yaml")
	assert.Equal(t, problem.ExitUsage, misspelt.Exit)
	assert.Contains(t, strings.Join(misspelt.Notes, "\n"), "misspelt.yaml:1:1: unknown_field: case is not a field here")
	require.NoError(t, os.Remove("misspelt.yaml"))
	require.NoError(t, os.WriteFile("other.yaml", []byte("policy_date: 2026-11-21\nCases: []\n"), 0o600))
	other := commandtest.Run(t, policytest.New, "other.yaml", "--profile", "org.yaml")
	assert.Contains(t, strings.Join(other.Notes, "\n"), "other.yaml:2:1: unknown_field: Cases is not a field here")
	require.NoError(t, os.Remove("other.yaml"))
	several := commandtest.Run(t, policytest.New, "b.yaml", "request.yaml", "--profile", "org.yaml")
	assert.Equal(t, problem.ExitUsage, several.Exit)
	assert.Contains(t, strings.Join(several.Notes, "\n"), "request.yaml: missing: cases is missing")
	commandtest.Folder(t)
	require.NoError(t, os.Remove("malformed.yaml"))
	none := commandtest.Run(t, policytest.New, ".", "--profile", "profile.yaml")
	assert.Equal(t, problem.ExitUsage, none.Exit)
	assert.Contains(t, none.Notes[0], ". holds no file of cases, so there is nothing to test.")
}

// TestCasesComeInTheirOrder checks the order of cases that run at the same time.
func TestCasesComeInTheirOrder(t *testing.T) {
	text := header
	var want []string
	for i := range 100 {
		want = append(want, fmt.Sprint("case ", i))
		text += fmt.Sprintf(denied, want[i])
	}
	commandtest.Folder(t, "org.yaml", organisation, "cases.yaml", text)
	r := commandtest.Run(t, policytest.New, "cases.yaml", "--profile", "org.yaml")
	var got struct {
		Results []struct {
			Name   string
			Line   int
			Passed bool
			Broken []string
		}
	}
	require.NoError(t, json.Unmarshal(r.JSON, &got))
	for i, one := range got.Results {
		assert.Equal(t, want[i], one.Name)
		assert.Equal(t, i+3, one.Line)
		assert.True(t, one.Passed)
		assert.Equal(t, []string{"org.owner.team"}, one.Broken)
	}
	assert.Len(t, got.Results, 100)
}

// TestRequireCoverage checks that the command fails if the cases do not cover all of the
// organisation's rules. The JUnit file has the gaps.
func TestRequireCoverage(t *testing.T) {
	some := header + "  - {name: a person, breaks: [org.owner.team]}\n"
	rest := `  - {name: a team, with: {owner: a-team@example.com}, breaks: []}
  - {name: a test, with: {environment: test, monthly_budget: 1000}, breaks: [org.budget.low]}
  - {name: later, policy_date: 2027-01-02, with: {environment: test, monthly_budget: 1000, expiry_date: 2027-01-15}, breaks: []}
`
	commandtest.Folder(t, "org.yaml", organisation, "some.yaml", some, "all.yaml", some+rest, "wrong.yaml",
		header+"  - {name: wrong, decision: accepted}\n")
	test := func(args ...string) (int, string) {
		r := commandtest.Run(t, policytest.New,
			append(args, "--profile", "org.yaml", "--force", "--junit", "out.xml", "-o", "text")...)
		return r.Exit, strings.Join(r.Text, "\n")
	}
	exit, text := test("some.yaml")
	assert.Equal(t, problem.ExitDone, exit)
	assert.NotContains(t, written(t), `name="coverage"`)
	assert.Equal(t, `not covered: org.budget.low
  no case breaks it
  require: `+"`request.monthly_budget < 1000`"+` was never false
  require: `+"`policy_date > \"2027-01-01\"`"+` was never evaluated
not covered: org.owner.team
  no case satisfies it
  it applies in every case
1 case in 1 file: 1 passed, 0 failed
2 rules of the organisation: 0 covered, 2 not`, text)

	exit, again := test("some.yaml", "--require-coverage")
	assert.Equal(t, problem.ExitDenied, exit)
	assert.Equal(t, text, again)
	assert.Contains(t, written(t), `<testsuite name="coverage" tests="2" failures="2" errors="0">`)
	assert.Contains(t, written(t), `<failure type="failed" message="no case satisfies it">no case satisfies it`)

	exit, text = test("all.yaml", "--require-coverage")
	assert.Equal(t, problem.ExitDone, exit)
	assert.Equal(t, "4 cases in 1 file: 4 passed, 0 failed\n2 rules of the organisation: 2 covered, 0 not", text)
	assert.Contains(t, written(t), `<testsuite name="all.yaml" tests="4" failures="0" errors="0">`)

	exit, _ = test("all.yaml", "wrong.yaml", "--require-coverage")
	assert.Equal(t, problem.ExitDenied, exit)
	assert.Contains(t, written(t), `<testcase classname="platform policy test" name="wrong">`)
	assert.Contains(t, written(t), "decision: expected accepted, got denied by org.owner.team")

	none := commandtest.Run(t, policytest.New, "wrong.yaml", "--profile", "profile.yaml", "-o",
		"text", "--require-coverage")
	assert.Equal(t, problem.ExitDone, none.Exit)
	assert.Contains(t, none.Text, "no rules to cover: the profile has no rules of the organisation")
	over := commandtest.Run(t, policytest.New, "all.yaml", "--profile", "org.yaml", "--junit", "all.yaml", "--force")
	assert.Contains(t, over.Notes[0], "would be written over the input")
}

func written(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("out.xml")
	require.NoError(t, err)
	return string(data)
}

// faults returns the faults of an error, one on each line.
func faults(t *testing.T, r *host.Result) string {
	t.Helper()
	var p problem.Problem
	require.NoError(t, json.Unmarshal(r.JSON, &p))
	var lines []string
	for _, f := range p.Faults {
		place := f.File + ": "
		if f.Line > 0 {
			place = fmt.Sprintf("%s:%d: ", f.File, f.Line)
		}
		lines = append(lines, place+f.Field+" "+f.Message)
	}
	return strings.Join(lines, "\n")
}
