package policyreplay_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/command/policyreplay"
	"platform.internal/platform-cli/internal/command/requestpropose"
	"platform.internal/platform-cli/internal/command/requestvalidate"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// stricter is a profile with a rule that denies. The rule's message contains text of the requester.
const stricter = `provider: provider_t
policies: [{id: team.reason, title: Reasons, field: business_justification, level: LEVEL,
  require: 'request.application != "checkout"', message_expression: 'request.business_justification',
  remediation: Give another., expected: another reason}]
`

func profiles() []string {
	return []string{
		"rule.yaml", strings.Replace(stricter, "LEVEL", "mandatory", 1),
		"advice.yaml", strings.Replace(stricter, "LEVEL", "advisory", 1),
	}
}

// replay runs the command on the folder "in".
func replay(t *testing.T, h host.Host, args ...string) *host.Result {
	t.Helper()
	return commandtest.RunOn(t, h, policyreplay.New, append([]string{"in"}, args...)...)
}

// numbers returns the counts of files in the summary that are not 0.
func numbers(t *testing.T, r *host.Result) map[string]int {
	t.Helper()
	found := map[string]int{}
	for name, value := range commandtest.Member(t, r, "summary").(map[string]any) {
		if n, ok := value.(float64); ok && n > 0 {
			found[name] = int(n)
		}
	}
	return found
}

// dearer is the catalog of a release with higher prices, one more resource and other Terraform
// files.
type dearer struct{ adapter.Catalog }

func (d dearer) Adapter(ctx context.Context, id string) (adapter.Adapter, error) {
	a, err := d.Catalog.Adapter(ctx, id)
	return dearerAdapter{a}, err
}

func (d dearer) Status(ctx context.Context, id string) (adapter.Status, error) {
	status, err := d.Catalog.Status(ctx, id)
	status.Digest = "sha256:11"
	return status, err
}

type dearerAdapter struct{ adapter.Adapter }

func (d dearerAdapter) Evaluate(ctx context.Context, in adapter.Input) (adapter.Evaluation, error) {
	e, err := d.Adapter.Evaluate(ctx, in)
	cost := request.Cents(30_050)
	e.Estimate.KnownTotal, e.Estimate.MonthlyTotal = cost, cost
	e.Estimate.Items[0].MonthlyCost = cost
	e.Resources[0].MonthlyCost = cost
	e.Resources = append(e.Resources, e.Resources[0])
	e.Resources[1].Address = "network.second"
	return e, err
}

func (d dearerAdapter) Generate(ctx context.Context, in adapter.Input) (adapter.Generation, error) {
	g, err := d.Adapter.Generate(ctx, in)
	g.Files[1].Content = []byte(`{"zones":2}`)
	return g, err
}

// twoReleases returns a host with the dearer release in the folder "new".
func twoReleases() host.Host {
	h := commandtest.Host()
	open := h.Open
	h.Open = func(a host.Adapters) (adapter.Catalog, func(), error) {
		catalog, end, err := open(a)
		if a.Dir == "new" {
			catalog = dearer{catalog}
		}
		return catalog, end, err
	}
	return h
}

func TestWhatChangesDecidesTheExitCode(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		exit int
		want map[string]int
	}{
		{"nothing", []string{"--from", "profile.yaml", "--to", "profile.yaml"}, 0, map[string]int{"files": 2, "same": 2}},
		{"a rule that denies", []string{"--from", "profile.yaml", "--to", "rule.yaml"}, 1,
			map[string]int{"files": 2, "newly_denied": 1, "other_changes": 1}},
		{"a rule that is gone", []string{"--from", "rule.yaml", "--to", "profile.yaml"}, 1,
			map[string]int{"files": 2, "newly_accepted": 1, "other_changes": 1}},
		{"an advisory", []string{"--from", "profile.yaml", "--to", "advice.yaml"}, 0,
			map[string]int{"files": 2, "other_changes": 2}},
		{"an advisory that becomes a rule", []string{"--from", "advice.yaml", "--to", "rule.yaml"}, 1,
			map[string]int{"files": 2, "newly_denied": 1, "other_changes": 1}},
		{"evidence", []string{"--from", "profile.yaml", "--to", "regions.yaml"}, 0,
			map[string]int{"files": 2, "same": 2}},
		{"another release", []string{"--from", "profile.yaml", "--to", "profile.yaml", "--to-adapters", "new"}, 0,
			map[string]int{"files": 2, "other_changes": 2}},
		{"another mode with the same Terraform", []string{"--from", "profile.yaml", "--to", "enterprise.yaml"}, 0,
			map[string]int{"files": 2, "same": 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			commandtest.Folder(t, append(profiles(), "in/a.yaml", commandtest.Request, "in/b.yaml",
				commandtest.Documents["denied.yaml"],
				"regions.yaml", "provider: provider_t\nallowed_regions: [north-1, south-1]\n")...)
			r := replay(t, twoReleases(), c.args...)
			require.Equal(t, c.exit, r.Exit, string(r.JSON))
			assert.Equal(t, c.want, numbers(t, r))
		})
	}
}

// result0 returns the first file that changed.
func result0(t *testing.T, r *host.Result) map[string]any {
	t.Helper()
	results := commandtest.Member(t, r, "results").([]any)
	require.NotEmpty(t, results)
	return results[0].(map[string]any)
}

func TestAFlipNamesTheRules(t *testing.T) {
	commandtest.Folder(t, append(profiles(), "in/a.yaml", commandtest.Request)...)
	r := replay(t, commandtest.Host(), "--from", "advice.yaml", "--to", "rule.yaml")
	found := result0(t, r)
	assert.Equal(t, "in/a.yaml", found["file"])
	assert.Equal(t, "newly_denied", found["change"])
	assert.Equal(t, "accepted", found["from"])
	assert.Equal(t, "denied", found["to"])
	rules, err := json.Marshal(found["rules"])
	require.NoError(t, err)
	const rule = `"field":"business_justification","level":%q,"message":"Integration tests of the checkout service.","policy_id":"team.reason"`
	assert.JSONEq(t, fmt.Sprintf(`{"broken":[{`+rule+`}],"no_longer_broken":[{`+rule+`}]}`, "mandatory", "advisory"),
		string(rules))
	assert.Equal(t, []any{
		map[string]any{"policy_id": "team.reason", "level": "mandatory", "broken": 1., "no_longer_broken": 0.,
			"newly_denied": 1., "newly_accepted": 0.},
		map[string]any{"policy_id": "team.reason", "level": "advisory", "broken": 0., "no_longer_broken": 1.,
			"newly_denied": 0., "newly_accepted": 0.},
	}, commandtest.Member(t, r, "rules"))
}

// TestAnExceptionIsNoDenial checks that a broken rule with an exception denies nothing.
func TestAnExceptionIsNoDenial(t *testing.T) {
	exception := profiles()[1] + "exceptions: [{policy: team.reason, application: checkout, environment: development, owner: cto@example.com, reason: A migration until spring., until: 2026-12-31}]\n"
	commandtest.Folder(t, append(profiles(), "in/a.yaml", commandtest.Request, "exception.yaml", exception)...)
	r := replay(t, commandtest.Host(), "--from", "rule.yaml", "--to", "exception.yaml")
	require.Equal(t, problem.ExitDenied, r.Exit, string(r.JSON))
	assert.Equal(t, map[string]int{"files": 1, "newly_accepted": 1}, numbers(t, r))
	assert.Equal(t, []any{
		map[string]any{"policy_id": "team.reason", "level": "mandatory", "broken": 0., "no_longer_broken": 1.,
			"newly_denied": 0., "newly_accepted": 1.},
		map[string]any{"policy_id": "team.reason", "level": "mandatory", "excepted": true, "broken": 1.,
			"no_longer_broken": 0., "newly_denied": 0., "newly_accepted": 0.},
	}, commandtest.Member(t, r, "rules"))
	lines := strings.Join(replay(t, commandtest.Host(), "--from", "rule.yaml", "--to", "exception.yaml",
		"-o", "text").Text, "\n")
	assert.Contains(t, lines, "  team.reason is newly excepted, business_justification:")
	assert.Contains(t, lines, "  team.reason no longer denies, business_justification:")
	assert.Contains(t, lines, "  team.reason (excepted): broken by 1 more, 0 no longer")
}

func TestAnotherReleaseShowsPriceResourcesAndInputs(t *testing.T) {
	commandtest.Folder(t, "in/a.yaml", commandtest.Request)
	r := replay(t, twoReleases(), "--from", "profile.yaml", "--to", "profile.yaml", "--to-adapters", "new")
	found := result0(t, r)
	assert.Equal(t, "100.00", found["cost"].(map[string]any)["difference"])
	assert.Len(t, found["resources"].(map[string]any)["added"], 1)
	assert.Len(t, found["inputs"], 2)
	assert.NotContains(t, found, "other_root")
	assert.Equal(t, map[string]any{"up": 1., "down": 0., "otherwise": 0., "difference": "100.00", "currency": "USD",
		"exact": true}, commandtest.Member(t, r, "summary", "price"))
	assert.Equal(t, map[string]any{"files": 1., "added": 1., "changed": 0., "replaced": 0., "removed": 0., "moved": 0.},
		commandtest.Member(t, r, "summary", "resources"))
	r = replay(t, twoReleases(), "--from", "profile.yaml", "--to", "profile.yaml", "--from-adapters", "new")
	assert.Equal(t, "-100.00", commandtest.Member(t, r, "summary", "price", "difference"))
}

// TestEveryKindOfDocumentIsReplayed checks that each document with a request is replayed once, in
// the order of the paths.
func TestEveryKindOfDocumentIsReplayed(t *testing.T) {
	commandtest.Folder(t, append(profiles(), "in/request.yaml", commandtest.Request, "in/deep/profile.yaml",
		"provider: provider_t\n")...)
	require.NoError(t, os.Remove("in/deep/profile.yaml"))
	save := func(name string, data []byte) {
		require.NoError(t, os.WriteFile(filepath.Join("in", name), data, 0o600))
	}
	record := commandtest.Run(t, requestvalidate.New, "request.yaml", "--profile", "profile.yaml").JSON
	save("record.json", record)
	save("evaluation.json", fmt.Appendf(nil,
		`{"schema":"platform.environment-request-evaluation/v1","record":%s}`, record))
	save("proposal.json", commandtest.Run(t, requestpropose.New, "request.yaml", "--profile", "profile.yaml",
		"--output", "in/bundle").JSON)
	save("stricter.yaml", []byte(profiles()[1]))
	require.NoError(t, os.Rename("rule.yaml", "in/rule.yaml")) // a rule file in a folder of requests
	r := replay(t, commandtest.Host(), "in/request.yaml", "--from", "profile.yaml", "--to", "in/rule.yaml")
	assert.Equal(t, problem.ExitDenied, r.Exit)
	assert.Equal(t, map[string]int{"files": 5, "newly_denied": 5}, numbers(t, r))
	var files []string
	for _, one := range commandtest.Member(t, r, "results").([]any) {
		files = append(files, one.(map[string]any)["file"].(string))
	}
	assert.Equal(t, []string{"in/bundle", "in/evaluation.json", "in/proposal.json", "in/record.json", "in/request.yaml"},
		files)
}

// TestWhatIsBesideRequestsIsLeftOut checks that a folder may contain a profile, rules and cases. A
// file that is named itself is malformed.
func TestWhatIsBesideRequestsIsLeftOut(t *testing.T) {
	commandtest.Folder(t, append(profiles(), "in/a.yaml", commandtest.Request, "in/other.yaml", profiles()[1],
		"in/rules.yaml", "schema: platform.policy-rules/v1\npolicies: [{id: a.b, title: t}]\n",
		"in/list.json", `{"policies":[]}`,
		"in/cases.yaml", "cases: [{name: a, request_file: a.yaml, with: {controls: {private_cluster: false}}, decision: accepted}]\n",
		"in/wrong.yaml", "service: checkout\n", "in/record.json",
		`{"schema":"platform.environment-request-record/v1","provider":"provider_t","request":{}}`, "in/mixed.yaml",
		"cases: []\nowner: x@example.com\n", "rules/a.yaml", "policies: []\n")...)
	from := []string{"--from", "profile.yaml", "--to", "profile.yaml"}
	r := replay(t, commandtest.Host(), from...)
	assert.Equal(t, map[string]int{"files": 4, "same": 1, "malformed": 3}, numbers(t, r))
	assert.Equal(t, "in/mixed.yaml", result0(t, r)["file"])
	r = replay(t, commandtest.Host(), append(from, "in/cases.yaml")...)
	assert.Equal(t, map[string]int{"files": 5, "same": 1, "malformed": 4}, numbers(t, r))
	r = commandtest.Run(t, policyreplay.New, append(from, "rules")...)
	assert.Equal(t, problem.ExitUsage, r.Exit)
	assert.Contains(t, string(r.JSON), "rules holds no request document")
}

// TestOtherWordsOfARuleAreShown checks that a denied request with changed messages is not the same.
func TestOtherWordsOfARuleAreShown(t *testing.T) {
	rule := profiles()[1]
	for change, with := range map[string]string{"Give another.": "Write a ticket.", "another reason": "a ticket",
		"'request.business_justification'": "'\"No.\"'"} {
		commandtest.Folder(t, append(profiles(), "in/a.yaml", commandtest.Request, "words.yaml",
			strings.Replace(rule, change, with, 1))...)
		r := replay(t, commandtest.Host(), "--from", "rule.yaml", "--to", "words.yaml")
		assert.Equal(t, problem.ExitDone, r.Exit)
		assert.Equal(t, map[string]int{"files": 1, "other_changes": 1}, numbers(t, r), change)
		assert.Equal(t, []any{"team.reason"}, result0(t, r)["reworded"])
		lines := replay(t, commandtest.Host(), "--from", "rule.yaml", "--to", "words.yaml", "-o", "text").Text
		assert.Contains(t, lines, "  team.reason has another message, remediation or suggestion")
		lines = replay(t, commandtest.Host(), "--from", "rule.yaml", "--to", "words.yaml", "-o", "markdown").Text
		assert.Contains(t, lines, "| `in/a.yaml` | denied | `team.reason` has other words |  |")
	}
}

func TestARecordedDecisionThatIsNotReproduced(t *testing.T) {
	commandtest.Folder(t, profiles()...)
	require.NoError(t, os.Mkdir("in", 0o700))
	require.NoError(t, os.WriteFile("in/record.json",
		commandtest.Run(t, requestvalidate.New, "request.yaml", "--profile", "profile.yaml").JSON, 0o600))
	r := replay(t, commandtest.Host(), "--from", "rule.yaml", "--to", "rule.yaml")
	assert.Equal(t, problem.ExitDone, r.Exit)
	assert.Equal(t, map[string]int{"files": 1, "same": 1, "not_reproduced": 1}, numbers(t, r))
	found := commandtest.Member(t, r, "not_reproduced").([]any)[0].(map[string]any)
	assert.Equal(t, "accepted", found["decision"])
	assert.Equal(t, "denied", found["from"])
	assert.Len(t, found["rules"].(map[string]any)["broken"], 1)
	assert.Empty(t, commandtest.Member(t,
		replay(t, commandtest.Host(), "--from", "profile.yaml", "--to", "rule.yaml"), "not_reproduced"))
}

func TestFilesThatAreNoRequestAreResults(t *testing.T) {
	commandtest.Folder(t, "in/a.yaml", commandtest.Request, "in/b.yaml", commandtest.Documents["malformed.yaml"],
		"in/c/PROPOSAL-ONLY.json", "{}")
	r := replay(t, commandtest.Host(), "--from", "profile.yaml", "--to", "profile.yaml")
	assert.Equal(t, problem.ExitUsage, r.Exit)
	assert.Equal(t, map[string]int{"files": 3, "same": 1, "malformed": 2}, numbers(t, r))
	found := result0(t, r)["problem"].(map[string]any)
	assert.Equal(t, "invalid_request", found["code"])
	assert.Equal(t, "in/b.yaml", found["errors"].([]any)[0].(map[string]any)["file"])
	shown := strings.Join(replay(t, commandtest.Host(), "--from", "profile.yaml", "--to", "profile.yaml",
		"-o", "text").Text, "\n")
	assert.Contains(t, shown, "malformed: in/b.yaml\n  invalid_request:")
	assert.Contains(t, shown, "\nin/b.yaml: missing: owner is missing; write the owning team's e-mail address,\n  such as payments-team@example.com\n")
}

func TestTheOutputIsTheSameEachTime(t *testing.T) {
	commandtest.Folder(t, append(profiles(), many(60)...)...)
	for _, format := range []string{"json", "text", "markdown"} {
		first := replay(t, twoReleases(), "--from", "profile.yaml", "--to", "rule.yaml", "--to-adapters", "new", "-o", format)
		second := replay(t, twoReleases(), "--from", "profile.yaml", "--to", "rule.yaml", "--to-adapters", "new",
			"-o", format)
		assert.Equal(t, first, second, format)
	}
}

// many returns files of the folder "in". The stricter rule denies every second file.
func many(count int) (files []string) {
	for i := range count {
		text := commandtest.Request
		if i%2 > 0 {
			text = strings.Replace(text, "application: checkout", fmt.Sprintf("application: shop-%d", i), 1)
		}
		files = append(files, fmt.Sprintf("in/%05d.yaml", i), text)
	}
	return files
}

func TestTextFitsATerminal(t *testing.T) {
	commandtest.Folder(t, append(profiles(), many(6)...)...)
	lines := replay(t, twoReleases(), "--from", "profile.yaml", "--to", "rule.yaml", "--to-adapters", "new",
		"-o", "text").Text
	assert.Equal(t, []string{"6 files: 3 newly denied, 0 newly accepted", "  3 with other changes, 0 the same"}, lines[:2])
	assert.Contains(t, lines, "newly denied: in/00000.yaml")
	assert.Contains(t, lines, "accepted as before: in/00001.yaml")
	for _, line := range lines {
		assert.LessOrEqual(t, utf8.RuneCountInString(line), 80, line)
	}
}

func TestMarkdownIsBounded(t *testing.T) {
	commandtest.Folder(t, append(profiles(), many(1600)...)...)
	text := strings.Join(replay(t, twoReleases(), "--from", "profile.yaml", "--to", "rule.yaml", "--to-adapters", "new",
		"-o", "markdown").Text, "\n")
	assert.Less(t, len(text), 65_536)
	assert.Greater(t, len(text), 50_000)
	assert.Contains(t, text, "**800 of 1600 files decide differently**")
	assert.Contains(t, text, "### Other changes")
	rows, left := 0, 0
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "| `in/") {
			rows++
		}
		var more int
		if _, err := fmt.Sscanf(line, "and %d more", &more); err == nil {
			left += more
		}
	}
	assert.Equal(t, 1600, rows+left)
}

// TestMarkdownShowsFreeTextAsText checks that texts of other people end no cell or line, and make
// no link or mention.
func TestMarkdownShowsFreeTextAsText(t *testing.T) {
	const name = "in/a|b` @team <!--  [x](http:x).yaml"
	commandtest.Folder(t, append(profiles(), name, commandtest.Request, "in/`@team|.yaml",
		commandtest.Documents["malformed.yaml"])...)
	text := replay(t, commandtest.Host(), "--from", "profile.yaml", "--to", "rule.yaml", "-o", "markdown").Text
	assert.Contains(t, text, "| ``in/a\\|b` @team <!--  [x](http:x).yaml`` | denied, was accepted | `team.reason` newly denies |  |")
	for _, line := range text {
		if strings.HasPrefix(line, "| ``in/`@team") {
			assert.Contains(t, line, "`` | ``invalid_request: ")
			assert.Contains(t, line, "owner is missing")
			return
		}
	}
	assert.Fail(t, "the malformed file has no row", text)
}

func TestWrongUsage(t *testing.T) {
	commandtest.Folder(t, "empty/.keep", "")
	for name, args := range map[string][]string{
		"no file":        {"--from", "profile.yaml", "--to", "profile.yaml"},
		"no profile":     {"request.yaml", "--from", "profile.yaml"},
		"another format": {"request.yaml", "--from", "profile.yaml", "--to", "profile.yaml", "-o", "yaml"},
		"no request":     {"empty", "--from", "profile.yaml", "--to", "profile.yaml"},
	} {
		r := commandtest.Run(t, policyreplay.New, args...)
		assert.Equal(t, problem.ExitUsage, r.Exit, name)
		assert.NotEmpty(t, r.JSON, name)
	}
	r := commandtest.Run(t, policyreplay.New, "empty", "--from", "profile.yaml", "--to", "profile.yaml", "-o", "markdown")
	assert.Equal(t, problem.ExitUsage, r.Exit)
	assert.Contains(t, strings.Join(r.Text, " "), "holds no request document")
}

// TestAFailureOfAnAdapter checks that a failure belongs to its file and sets the exit code.
func TestAFailureOfAnAdapter(t *testing.T) {
	commandtest.Folder(t, "in/a.yaml", commandtest.Request, "in/b.yaml", "none: [of, these]")
	h := commandtest.Host()
	open := h.Open
	h.Open = func(a host.Adapters) (adapter.Catalog, func(), error) {
		catalog, end, err := open(a)
		return failing{catalog}, end, err
	}
	r := replay(t, h, "--from", "profile.yaml", "--to", "profile.yaml")
	assert.Equal(t, problem.ExitFailure, r.Exit)
	assert.Equal(t, map[string]int{"files": 2, "failed": 1, "malformed": 1}, numbers(t, r))
}

type failing struct{ adapter.Catalog }

func (failing) Adapter(context.Context, string) (adapter.Adapter, error) {
	return nil, problem.New(problem.AdapterUnavailable, "Gone.")
}
