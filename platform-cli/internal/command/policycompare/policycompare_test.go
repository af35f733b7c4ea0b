package policycompare_test

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/command/policycompare"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// profiles are documents by name: a budget cap, a lower cap, and another rule.
var profiles = []string{
	"cap.yaml", capped("1000"),
	"lower.yaml", capped("900"),
	"advice.yaml", strings.Replace(capped("1000"), "mandatory", "advisory", 1),
	"annual.yaml", strings.Replace(capped("1000"), "<= 1000", "* 2 <= 2000", 1),
	"nobody.yaml", strings.Replace(capped("1000"), "<= 1000", "< 0", 1),
	"other.yaml", "provider: provider_u\n",
	"excepted.yaml", capped("1000") + excepted("9999-12-31"),
	"later.yaml", capped("1000") + excepted("9999-12-30"),
	"pinned.yaml", "policy_date: 2026-11-22\n" + capped("1000") + excepted("9999-12-31"),
	"pinned-later.yaml", "policy_date: 2026-11-22\n" + capped("1000") + excepted("9999-12-30"),
	"ended.yaml", capped("1000") + excepted("2020-01-01"),
}

func excepted(until string) string {
	return `exceptions: [{policy: team.budget.cap, application: checkout, environment: test, owner: a@example.com, reason: There is a reason., until: ` + until + `}]
`
}

func capped(at string) string {
	return `provider: provider_t
policies:
  - id: team.budget.cap
    title: The budget has a cap
    field: monthly_budget
    level: mandatory
    require: request.monthly_budget <= ` + at + `
    message: Above the cap | of ![the](http://team.example) <b>@team.
    remediation: Lower it.
    expected: at most ` + at + `
`
}

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		name, from, to string
		exit           int
		result         string
		complete       bool
		says           []string
	}{
		{"the same", "cap.yaml", "cap.yaml", problem.ExitDone, "alike", true,
			[]string{"alike: both decide every request in the same way", "looked at "}},
		{
			"a lower cap", "cap.yaml", "lower.yaml", problem.ExitDenied, "stricter", true,
			[]string{
				"  team.budget.cap (changed): The budget has a cap", "    monthly_budget: 901", "    from: accepted",
				"    to: denied, team.budget.cap: Above the cap | of", "  monthly_budget: 500",
			},
		},
		{"a higher cap", "lower.yaml", "cap.yaml", problem.ExitDenied, "looser", true,
			[]string{"looser, 1 rule:", "    to: accepted"}},
		{"only advice", "cap.yaml", "advice.yaml", problem.ExitDenied, "looser", true, []string{"    monthly_budget: 1001"}},
		{"a rule that nothing satisfies", "profile.yaml", "nobody.yaml", problem.ExitDenied, "stricter", true, []string{
			"accepts nothing: no request satisfies team.budget.cap",
		}},
		{"what is not covered", "cap.yaml", "annual.yaml", problem.ExitDone, "alike", false,
			[]string{"request.monthly_budget * 2 <= 2000"}},
		{"an exception", "cap.yaml", "excepted.yaml", problem.ExitDenied, "looser", false, []string{
			"    application: checkout", "    environment: test", "    monthly_budget: 1001", "    to: accepted",
		}},
		{"an exception that ended", "excepted.yaml", "ended.yaml", problem.ExitDenied, "stricter", false,
			[]string{"    application: checkout"}},
		{"one that has ended already", "cap.yaml", "ended.yaml", problem.ExitDone, "alike", true, nil},
		{"one that ends on another day", "excepted.yaml", "later.yaml", problem.ExitDone, "alike", false, []string{
			"not covered: It depends on the policy date, which the profile does not have:",
		}},
		{"one that ends on another day, and the day is pinned", "pinned.yaml", "pinned-later.yaml", problem.ExitDone,
			"alike", true, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			commandtest.Folder(t, profiles...)
			flags := []string{"--from", c.from, "--to", c.to}
			r := commandtest.Run(t, policycompare.New, flags...)
			require.Equal(t, c.exit, r.Exit, string(r.JSON))
			assert.Equal(t, "platform.policy-comparison/v1", commandtest.Member(t, r, "schema"))
			assert.Equal(t, c.result, commandtest.Member(t, r, "result"))
			assert.Equal(t, c.complete, commandtest.Member(t, r, "complete"))
			text := commandtest.Run(t, policycompare.New, append(flags, "-o", "text")...)
			assert.Equal(t, c.exit, text.Exit)
			for _, line := range text.Text {
				assert.LessOrEqual(t, utf8.RuneCountInString(line), 80, line)
			}
			for _, line := range c.says {
				assert.Contains(t, strings.Join(text.Text, "\n"), line)
			}
			assert.Equal(t, r.JSON, commandtest.Run(t, policycompare.New, flags...).JSON)
		})
	}
}

// dearCatalog has the adapter with another price.
type dearCatalog struct{ adapter.Catalog }

func (c dearCatalog) Adapter(ctx context.Context, id string) (adapter.Adapter, error) {
	a, err := c.Catalog.Adapter(ctx, id)
	return dear{a}, err
}

func (c dearCatalog) Status(ctx context.Context, id string) (adapter.Status, error) {
	status, err := c.Catalog.Status(ctx, id)
	status.Digest = "sha256:01"
	return status, err
}

type dear struct{ adapter.Adapter }

func (d dear) Evaluate(ctx context.Context, in adapter.Input) (adapter.Evaluation, error) {
	e, err := d.Adapter.Evaluate(ctx, in)
	item := e.Estimate.Items[0]
	item.UnitPrice, item.MonthlyCost = "600.50", request.Cents(600_50)
	e.Estimate.Items, e.Estimate.KnownTotal, e.Estimate.MonthlyTotal = []request.EstimateItem{item}, item.MonthlyCost, item.MonthlyCost
	return e, err
}

func TestAPriceThatChangedIsNamed(t *testing.T) {
	commandtest.Folder(t)
	h := commandtest.Host()
	open := h.Open
	h.Open = func(a host.Adapters) (adapter.Catalog, func(), error) {
		c, end, err := open(a)
		if a.Dir == "dear" {
			c = dearCatalog{c}
		}
		return c, end, err
	}
	r := commandtest.RunOn(t, h, policycompare.New, "--from", "profile.yaml", "--to", "profile.yaml", "--to-adapters", "dear", "-o", "text")
	text := strings.Join(r.Text, "\n")
	assert.Contains(t, text, "  common.budget.covers-estimate (unchanged)")
	assert.Contains(t, text, "    cost a month: 200.50 USD -> 600.50 USD\n    price of network.main, network: 200.50 -> 600.50 USD for 1 month\n")
}

func TestMarkdown(t *testing.T) {
	commandtest.Folder(t, profiles...)
	r := commandtest.Run(t, policycompare.New, "--from", "cap.yaml", "--to", "lower.yaml", "-o", "markdown")
	assert.Equal(t, problem.ExitDenied, r.Exit)
	assert.Contains(t, r.Text, "### Rules: stricter: --to denies requests that --from accepts")
	assert.Contains(t, r.Text, "| `team.budget.cap` (changed) | `monthly_budget: 901` | `Above the cap \\| of ![the](http://team.example) <b>@team.` | 200.50 USD |")
	assert.Contains(t, r.Text, "expiry_date: \"2026-12-21\"")
}

func TestWhatIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		flags []string
		code  problem.Code
	}{
		"no profile":       {[]string{"--from", "cap.yaml"}, problem.UsageError},
		"unknown format":   {[]string{"--from", "cap.yaml", "--to", "cap.yaml", "-o", "html"}, problem.UsageError},
		"unknown provider": {[]string{"--from", "cap.yaml", "--to", "other.yaml"}, problem.InstallationRejected},
	} {
		t.Run(name, func(t *testing.T) {
			commandtest.Folder(t, profiles...)
			r := commandtest.Run(t, policycompare.New, c.flags...)
			assert.Equal(t, problem.ExitUsage, r.Exit)
			if r.JSON == nil { // the command printed text
				assert.Contains(t, strings.Join(r.Text, " "), string(c.code))
				return
			}
			assert.Equal(t, string(c.code), commandtest.Member(t, r, "code"))
		})
	}
}
