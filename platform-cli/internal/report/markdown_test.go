package report_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/report"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

func TestMarkdown(t *testing.T) {
	files := outcomes()
	files[0].Record.Request = request.Request{Application: "checkout", Environment: "test",
		Region: "eu-west-1", MonthlyBudget: 500}
	files[0].Record.Estimate = request.Estimate{Currency: "USD", KnownTotal: request.Money{Known: true, Cents: 1234}}
	files[0].Record.Exceptions = []request.ExceptedViolation{{PolicyID: "acme.a", Owner: "a@example.com",
		Reason: "It moves.", Until: "2026-12-31"}}
	files[1].Advice = []string{"With these values policy accepts it:", "  region: eu-west-1"}
	assert.Equal(t, `## Environment requests

**Not accepted**: 3 of 4 requests.

### `+"`b c.yaml`"+`: denied by 1 rule

| Field | Why | Rule |
| --- | --- | --- |
| `+"`region` | Not \\<here\\> \\& now\ufffd. | `common.region.allowed`"+` |

`+"```text"+`
With these values policy accepts it:
  region: eu-west-1
`+"```"+`

- advisory: Not \<here\> \& now`+"\ufffd"+`. Go there.

### `+"`/root/d.yaml`"+`: input not well-formed

| Line | Field | What to write |
| --- | --- | --- |
|  | `+"`owner`"+` | is missing |
| 7 |  | is bad |

### `+"`e.yaml`"+`: adapter unavailable

Gone.

### Accepted

| Request | Environment | Estimate a month | Budget | Besides |
| --- | --- | --- | --- | --- |
| `+"`a.yaml` | `checkout, test, eu-west-1` | at least 12.34 USD | 500 | exception from `acme.a` until 31 Dec 2026, of `a@example.com`"+`: It moves. |
`, string(report.Markdown(files)))
	assert.Equal(t, "## Environment requests\n\n**Accepted**: 1 request.\n",
		strings.SplitAfter(string(report.Markdown(files[:1])), ".\n")[0])
}

// TestMarkdownOfHostileText checks that texts of a file and its name become no markup.
func TestMarkdownOfHostileText(t *testing.T) {
	const hostile = "a|b `c` ```\n\n# <img src=x> [d](http://e) @team #1 \u202e"
	v := request.Violation{PolicyID: hostile, Field: hostile, Message: hostile, Remediation: hostile}
	page := string(report.Markdown([]report.File{
		{Path: hostile, Record: &request.Record{Decision: request.Denied, Violations: []request.Violation{v},
			Advisories: []request.Violation{v}}, Advice: []string{"```", hostile}},
		{Path: hostile, Problem: &problem.Problem{Code: problem.InvalidRequest, Detail: hostile,
			Faults: []problem.Fault{{Field: hostile, Message: hostile}}}},
		{Path: hostile, Problem: problem.New(problem.AdapterUnavailable, "%s", hostile)},
	}))
	assert.NotContains(t, page, "\u202e")
	fences := 0
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "```") && !strings.Contains(strings.TrimLeft(line, "`"), "`"): // otherwise it is a span
			fences++
		case strings.HasPrefix(line, "#"):
			assert.Regexp(t, "^###? ", line)
		case strings.HasPrefix(line, "|"):
			unescaped := strings.Count(line, "|") - strings.Count(line, `\|`)
			assert.Equal(t, 4, unescaped, line)
		}
	}
	assert.Equal(t, 2, fences)
}

// TestMarkdownIsBounded checks the size of a page, which GitHub limits.
func TestMarkdownIsBounded(t *testing.T) {
	denied, accepted := outcomes()[1], outcomes()[0]
	for i := range 50 {
		denied.Record.Violations = append(denied.Record.Violations,
			request.Violation{PolicyID: fmt.Sprint("acme.", i), Field: "owner", Message: strings.Repeat("long ", 40)})
	}
	var files []report.File
	for i := range 1000 {
		denied.Path, accepted.Path = fmt.Sprintf("denied-%d.yaml", i), fmt.Sprintf("accepted-%d.yaml", i)
		files = append(files, denied, accepted)
	}
	page := string(report.Markdown(files))
	require.Less(t, len(page), 65536)
	assert.Contains(t, page, "denied-0.yaml")
	assert.Regexp(t, `\*\*And \d+ more that are not accepted\*\*`, page)
	assert.Contains(t, page, "accepted-0.yaml")
	assert.Regexp(t, `and \d+ more\n$`, page)
}
