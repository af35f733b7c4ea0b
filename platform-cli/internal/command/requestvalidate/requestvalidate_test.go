package requestvalidate_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/command/requestvalidate"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
)

func validate(t *testing.T, args ...string) (exit int, notes []string, member func(...string) any) {
	t.Helper()
	r := commandtest.Run(t, requestvalidate.New, append(args, "--profile", "profile.yaml")...)
	return r.Exit, r.Notes, func(names ...string) any { return commandtest.Member(t, r, names...) }
}

// TestOneFile checks the record or the problem of a single file.
func TestOneFile(t *testing.T) {
	commandtest.Folder(t)
	exit, notes, member := validate(t, "request.yaml")
	assert.Equal(t, problem.ExitDone, exit)
	assert.Equal(t, "accepted", member("decision"))
	assert.Regexp(t, `^accepted: request.yaml \(req-[0-9a-f]{20}\), estimate 200.50 USD a month$`, notes[0])

	exit, notes, member = validate(t, "denied.yaml")
	assert.Equal(t, problem.ExitDenied, exit)
	assert.Equal(t, "denied", member("decision"))
	assert.Contains(t, notes, "With these values policy accepts it.")

	exit, notes, member = validate(t, "malformed.yaml")
	assert.Equal(t, problem.ExitUsage, exit)
	assert.Equal(t, "invalid_request", member("code"))
	assert.Contains(t, notes[2], "malformed.yaml: missing: owner is missing")
}

// TestManyFiles checks the report of several files. Its exit code is the highest one.
func TestManyFiles(t *testing.T) {
	commandtest.Folder(t)
	exit, notes, member := validate(t, "request.yaml", "denied.yaml", "malformed.yaml", "absent.yaml")
	assert.Equal(t, problem.ExitUsage, exit)
	assert.Equal(t, map[string]any{"files": 4., "accepted": 1., "denied": 1., "malformed": 2., "failed": 0.},
		member("summary"))
	assert.Equal(t, "4 files: 1 accepted, 1 denied, 2 malformed, 0 failed", notes[len(notes)-1])
	var files []any
	for _, result := range member("results").([]any) {
		files = append(files, result.(map[string]any)["file"])
	}
	assert.Equal(t, []any{"absent.yaml", "denied.yaml", "malformed.yaml", "request.yaml"}, files)
}

// TestWhyThereIsNoFix checks requests that need a choice, and contradicting rules.
func TestWhyThereIsNoFix(t *testing.T) {
	rule :=
		"- {id: team.%s, title: t, field: %s, level: mandatory, require: '%s', message: m, remediation: r, expected: e}\n"
	owner := fmt.Sprintf(rule, "owner", "owner", `request.owner == "team@example.com"`)
	small := fmt.Sprintf(rule, "small", "cluster_size", `request.cluster_size == "small"`)
	large := fmt.Sprintf(rule, "large", "cluster_size", `request.cluster_size != "small"`)
	changes := []any{map[string]any{"field": "network_cidr", "from": "8.8.0.0/20", "to": "10.8.0.0/20",
		"policy_id": "common.network.private"}}
	for rules, want := range map[string]map[string]any{
		small: {"fix": changes},
		owner: {
			"open":    []any{map[string]any{"field": "owner", "policy_id": "team.owner", "expected": "e", "remediation": "r"}},
			"changes": changes,
		},
		small + large: {"contradicting": []any{"team.large", "team.small"}},
	} {
		commandtest.Folder(t, "profile.yaml", "provider: provider_t\npolicies:\n"+rules)
		exit, _, member := validate(t, "denied.yaml", "request.yaml")
		assert.Equal(t, problem.ExitDenied, exit)
		got := member("results").([]any)[0].(map[string]any)
		for _, name := range []string{"fix", "changes", "open", "bounded", "contradicting"} {
			assert.Equal(t, want[name], got[name], name)
		}
	}
}

// TestAFileWithAnUnusualForm checks that SARIF has the results without a fix.
func TestAFileWithAnUnusualForm(t *testing.T) {
	denied := commandtest.Documents["denied.yaml"]
	flow := "{" + strings.ReplaceAll(strings.TrimSpace(denied), "\n", ", ") + "}"
	commandtest.Folder(t, "unusual.yaml", strings.Replace(flow, "network_cidr:", `! "network_cidr":`, 1),
		"marks.yaml", denied+"? controls\n: private_cluster: false\n  central_logging: false\n")
	exit, _, _ := validate(t, "unusual.yaml", "marks.yaml", "--sarif", "out.sarif")
	assert.Equal(t, problem.ExitDenied, exit)
	text, err := os.ReadFile("out.sarif")
	require.NoError(t, err)
	var report struct {
		Runs []struct {
			Results []struct {
				Locations []struct {
					PhysicalLocation struct{ ArtifactLocation struct{ URI string } }
				}
				Fixes []any
			}
		}
	}
	require.NoError(t, json.Unmarshal(text, &report))
	fixes := map[string]int{}
	for _, r := range report.Runs[0].Results {
		fixes[r.Locations[0].PhysicalLocation.ArtifactLocation.URI] += len(r.Fixes)
	}
	assert.Equal(t, map[string]int{"unusual.yaml": 0, "marks.yaml": 3}, fixes)
}

// TestText checks the output format text.
func TestText(t *testing.T) {
	commandtest.Folder(t)
	text := func(files ...string) *host.Result {
		r := commandtest.Run(t, requestvalidate.New, append(files, "--profile", "profile.yaml", "-o", "text")...)
		assert.Empty(t, r.JSON)
		assert.Empty(t, r.Notes)
		return r
	}
	one := text("request.yaml")
	assert.Equal(t, problem.ExitDone, one.Exit)
	assert.Equal(t, []string{
		"accepted: request.yaml, estimate 200.50 USD a month",
		"  resource      item     USD a month",
		"  network.main  network       200.50",
		"  total                       200.50",
		"Budget: 500 USD a month, 299.50 of it left.",
		"1 resource; `platform request render` lists them.",
	}, one.Text)

	many := text("request.yaml", "denied.yaml", "malformed.yaml")
	assert.Equal(t, problem.ExitUsage, many.Exit)
	var heads []string
	for _, line := range many.Text {
		assert.LessOrEqual(t, len(line), 80, line)
		if head, _, ok := strings.Cut(line, ": "); ok && !strings.HasPrefix(line, " ") &&
			!strings.Contains(head, ".yaml") {
			heads = append(heads, head)
		}
	}
	assert.Equal(t, []string{"denied", "invalid_request", "accepted", "3 files"}, heads)
	assert.Contains(t, many.Text, "  write: network_cidr: 10.8.0.0/20")

	assert.Equal(t, problem.ExitUsage, text("malformed.yaml").Exit)
	assert.Contains(t, text("absent.yaml").Text[0], "file_not_readable: ")
	refused := commandtest.Run(t, requestvalidate.New, "request.yaml", "--profile", "profile.yaml", "-o", "yaml")
	assert.Equal(t, `usage_error: The flag --format does not take "yaml"; write json or text.`, refused.Notes[0])
}

// TestFilesComeInTheirOrder checks the order of files that are evaluated at the same time.
func TestFilesComeInTheirOrder(t *testing.T) {
	var more, want []string
	for i := range 100 {
		name := fmt.Sprintf("many/%03d.yaml", i)
		more = append(more, name, strings.Replace(commandtest.Request, "checkout", fmt.Sprintf("app-%d", i), 1))
		want = append(want, name)
	}
	commandtest.Folder(t, more...)
	_, notes, member := validate(t, "many")
	for i, result := range member("results").([]any) {
		assert.Equal(t, want[i], result.(map[string]any)["file"])
		assert.Equal(t, fmt.Sprintf("app-%d", i),
			result.(map[string]any)["record"].(map[string]any)["request"].(map[string]any)["application"])
		if i < 20 {
			assert.Contains(t, notes[i], want[i])
		}
	}
	assert.Equal(t, []string{"and 80 more accepted", "100 files: 100 accepted, 0 denied, 0 malformed, 0 failed"},
		notes[20:])
	_, notes, _ = validate(t, "many", "--only-failures")
	assert.Equal(t, []string{"100 files: 100 accepted, 0 denied, 0 malformed, 0 failed"}, notes)
}

// TestAFolderIsAReport checks a folder with one request. The profile in the folder is not a
// request.
func TestAFolderIsAReport(t *testing.T) {
	commandtest.Folder(t, "requests/a.yaml", commandtest.Request)
	exit, _, member := validate(t, "requests")
	assert.Equal(t, problem.ExitDone, exit)
	assert.Len(t, member("results"), 1)
	require.NoError(t, os.Mkdir("empty", 0o755))
	exit, _, member = validate(t, "empty")
	assert.Equal(t, problem.ExitUsage, exit)
	assert.Equal(t, "file_not_readable", member("code"))
}

func TestReports(t *testing.T) {
	commandtest.Folder(t)
	reports := []string{"denied.yaml", "--sarif", "out.sarif", "--junit", "out.xml", "--markdown", "out.md"}
	exit, _, _ := validate(t, reports...)
	assert.Equal(t, problem.ExitDenied, exit)
	for file, says := range map[string]string{"out.sarif": `"ruleId": "common.network.private"`, "out.xml": `failures="1"`,
		"out.md": "### `denied.yaml`: denied by"} {
		written, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Contains(t, string(written), says)
	}
	exit, _, _ = validate(t, reports...)
	assert.Equal(t, problem.ExitProtected, exit)
	exit, _, _ = validate(t, append(reports, "--force")...)
	assert.Equal(t, problem.ExitDenied, exit)
}

func TestReportsThatWouldDestroy(t *testing.T) {
	commandtest.Folder(t)
	for name, args := range map[string][]string{
		"one name for two": {"request.yaml", "--sarif", "out", "--junit", "./out"},
		"one of three":     {"request.yaml", "--sarif", "out", "--junit", "b", "--markdown", "out"},
		"the input":        {"request.yaml", "--sarif", "request.yaml", "--force"},
		"the profile":      {"request.yaml", "--junit", "./profile.yaml", "--force"},
	} {
		t.Run(name, func(t *testing.T) {
			exit, _, member := validate(t, args...)
			assert.Equal(t, problem.ExitUsage, exit)
			assert.Equal(t, "usage_error", member("code"))
			kept, err := os.ReadFile("request.yaml")
			require.NoError(t, err)
			assert.Equal(t, commandtest.Request, string(kept))
		})
	}
}

func TestUsage(t *testing.T) {
	commandtest.Folder(t)
	assert.Equal(t, problem.ExitUsage, commandtest.Run(t, requestvalidate.New, "--profile", "profile.yaml").Exit)
	r := commandtest.Run(t, requestvalidate.New, "request.yaml")
	assert.Contains(t, r.Notes[0], "The flag --profile is missing.")
}
