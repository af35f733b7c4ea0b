package service_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// TestLatestExpiry compares the latest expiry date with an evaluation of every day.
func TestLatestExpiry(t *testing.T) {
	rule := func(id, require string) string {
		return "- {id: team." + id + ", title: t, field: expiry_date, level: mandatory, message: m, remediation: r, expected: e, " +
			`when: 'request.expiry_date != ""', require: '` + require + "'}\n"
	}
	monthly, short := rule("monthly", `request.expiry_date.endsWith("-15")`), rule("short", "days(policy_date, request.expiry_date) <= 40")
	never := "- {id: team.never, title: t, field: owner, level: mandatory, message: m, remediation: r, expected: e, require: 'request.owner == \"nobody@example.com\"'}\n"
	longer := "exceptions:\n- {policy: common.expiry.horizon, application: checkout, environment: test, owner: a@example.com, reason: An audit needs it for years., until: \"2999-01-01\"}\n"
	for name, tt := range map[string]struct {
		rules, environment string
		more               string
	}{
		"development":       {"", request.Development, ""},
		"test":              {"", request.Test, ""},
		"production":        {"", request.Production, ""},
		"once a month":      {monthly, request.Production, ""},
		"short":             {short, request.Test, ""},
		"short and monthly": {short + monthly, request.Development, ""},
		"nothing":           {never, request.Test, ""},
		"no limit":          {"", request.Test, longer},
		"a limit beside it": {short, request.Test, longer},
	} {
		t.Run(name, func(t *testing.T) {
			text := simulation
			if tt.rules != "" {
				text += "policies:\n" + tt.rules
			}
			s := installed(t, &scripted{}, text+tt.more)
			r, err := theRequest(t, "checkout").With(request.EnvironmentField, request.Text(tt.environment))
			require.NoError(t, err)
			today, want := request.DateOf(clock()), request.Date("")
			const days = 1200
			for n := range days + 1 {
				if r.ExpiryDate, err = today.AddDays(n); err != nil {
					continue
				}
				e := decided(t, s, r)
				if e.Decision == request.Accepted {
					want = r.ExpiryDate
				}
			}
			if last, _ := today.AddDays(days); want == last {
				want = ""
			}
			r.ExpiryDate = "2020-01-01"
			evaluated, err := s.EvaluatePartial(t.Context(), request.Partial{Request: r}, service.PartialOptions{LatestExpiry: true})
			require.NoError(t, err)
			got := evaluated.LatestExpiry
			assert.Equal(t, want, got)
			for _, v := range evaluated.Violations {
				if got != "" && v.Field == request.ExpiryField {
					assert.Equal(t, request.Text(string(got)), v.Suggestion, v.PolicyID)
				}
			}
			assert.Equal(t, name == "nothing" || name == "no limit", got == "", got)
		})
	}
}
