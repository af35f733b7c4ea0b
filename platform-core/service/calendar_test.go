package service_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// datedProfile has rules on many days, and an exception that ends.
const datedProfile = `provider: provider_t
policies:
  - id: org.weekend
    title: Not on a weekend
    field: application
    level: advisory
    when: request.application == "checkout"
    require: weekday(policy_date) != "Sunday"
    message: It is not allowed.
    remediation: Wait.
    expected: a weekday
  - id: org.freeze
    title: No change in the freeze
    field: environment
    level: mandatory
    require: policy_date < "2026-12-20" || policy_date > "2027-01-04"
    message: It is not allowed.
    remediation: Wait.
    expected: a day outside of the freeze
  - id: org.internal
    title: Only confidential data
    field: data_classification
    level: mandatory
    require: request.data_classification == "confidential"
    message: It is not allowed.
    remediation: Write confidential.
    expected: confidential
exceptions:
  - policy: org.internal
    application: checkout
    environment: development
    owner: security@example.com
    reason: It is moved in spring.
    until: 2027-01-20
`

// datedByEstimate is a rule that reads the estimate, too.
const datedByEstimate = `
  - id: org.budget
    title: A budget above the cost
    field: monthly_budget
    level: advisory
    require: policy_date < "2027-02-01" || estimate.monthly_dollars * 2 <= request.monthly_budget
    message: It is not allowed.
    remediation: Write more.
    expected: twice the cost
`

// TestTheCalendarIsThatOfEvaluations compares a calendar with the evaluations of 400 days.
func TestTheCalendarIsThatOfEvaluations(t *testing.T) {
	for name, test := range map[string]struct {
		profile string
		ended   request.Date // the last day of a fact of the adapter
		on      request.Date // the first day
	}{
		"fields":           {datedProfile, "2027-03-31", "2026-11-21"},
		"estimate":         {strings.Replace(datedProfile, "policies:", "policies:"+datedByEstimate, 1), "2027-03-31", "2026-11-21"},
		"ends on the day":  {datedProfile, "2026-11-21", "2026-11-21"},
		"ended on the day": {datedProfile, "2026-11-20", "2026-11-21"},
		"ended a year ago": {datedProfile, "2025-11-21", "2026-11-21"},
		"on a leap day": {strings.NewReplacer("2026-12-20", "2028-02-28", "2027-01-04", "2028-02-29", "2027-01-20", "2028-02-29").Replace(
			datedProfile), "2028-02-28", "2028-01-15"},
	} {
		t.Run(name, func(t *testing.T) { calendarIsThatOfEvaluations(t, test.profile, test.ended, test.on) })
	}
}

func calendarIsThatOfEvaluations(t *testing.T, profileText string, ended, on request.Date) {
	t.Helper()
	s := installed(t, &scripted{ending: adapter.Rule{
		ID: "provider_t.version.supported", Title: "The version is supported", Field: request.RegionField,
		Level: profile.Advisory, Expected: "a later release", Until: ended, Message: "It ended.", Remediation: "Update.",
	}}, profileText)
	const days = 400
	until, err := on.AddDays(days)
	require.NoError(t, err)
	calendar, err := s.Calendar(t.Context(), on, until)
	require.NoError(t, err)
	kinds := map[portfolio.ChangeKind]int{}
	for _, application := range []string{"checkout", "billing"}[:sampled(2, 1)] {
		for _, expiry := range []string{"", "2026-12-15", "2027-06-01", "2028-02-29", "2029-01-01"} {
			for _, environment := range []string{request.Development, request.Production} {
				r := theRequest(t, application)
				for field, value := range map[string]string{request.EnvironmentField: environment, request.ExpiryField: expiry} {
					v := request.Text(value)
					if value == "" {
						v = request.Value{}
					}
					require.NoError(t, r.Set(field, v))
				}
				e, err := s.Evaluate(t.Context(), r, service.EvaluateOptions{On: on, Brief: true})
				require.NoError(t, err)
				got, err := calendar.Changes(t.Context(), e)
				require.NoError(t, err)
				found := map[portfolio.Change]bool{}
				for _, c := range got {
					kinds[c.What]++
					if c.What == portfolio.Decision {
						c.PolicyID = ""
					}
					c.From = ""
					found[c] = true
				}
				assert.Equal(t, byEvaluation(t, s, e, days), found, "%s %s %s", application, expiry, environment)
			}
		}
	}
	assert.Positive(t, kinds[portfolio.Decision])
	assert.Positive(t, kinds[portfolio.Advisory])
	assert.Positive(t, kinds[portfolio.Exception])
}

// byEvaluation evaluates each day and returns the differences between one day and the next, without From.
func byEvaluation(t *testing.T, s *service.Service, before *service.Evaluated, days int) map[portfolio.Change]bool {
	t.Helper()
	changes := map[portfolio.Change]bool{}
	broken := func(e *service.Evaluated) map[string]string {
		list := map[string]string{}
		for _, v := range e.Advisories {
			list[v.PolicyID] = "advisory"
		}
		for _, x := range e.Exceptions {
			list[x.PolicyID] = "exception"
		}
		for _, v := range e.Violations {
			list[v.PolicyID] = "violation"
		}
		return list
	}
	for n := 1; n <= days; n++ {
		day, err := before.EvaluatedOn.AddDays(1)
		require.NoError(t, err)
		after, err := s.Evaluate(t.Context(), before.Request, service.EvaluateOptions{On: day, Brief: true})
		require.NoError(t, err)
		add := func(what portfolio.ChangeKind, rule, to string) {
			changes[portfolio.Change{On: day, RequestID: after.RequestID, What: what, PolicyID: rule, To: to}] = true
		}
		flips := before.Decision != after.Decision
		if flips {
			add(portfolio.Decision, "", string(after.Decision))
		}
		outcomes := map[string]string{}
		for _, o := range after.Rules() {
			outcomes[o.PolicyID] = string(o.Outcome)
		}
		was, is := broken(before), broken(after)
		for _, rules := range []map[string]string{was, is} {
			for rule := range rules {
				a, b := was[rule], is[rule]
				switch {
				case a == b || flips && (a == "violation") != (b == "violation"):
				case a == "exception" || b == "exception":
					add(portfolio.Exception, rule, outcomes[rule])
				case a == "advisory" || b == "advisory":
					add(portfolio.Advisory, rule, outcomes[rule])
				}
			}
		}
		before = after
	}
	return changes
}
