package portal_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/apitest"
)

// governed returns the answers of an API with a rule and exceptions from it, on a day.
func governed(day request.Date, exceptions ...profile.Exception) apitest.Answers {
	installation := apitest.Profile(profile.Simulation)
	installation.Exceptions = exceptions
	return apitest.Answers{
		apitest.InstallationPath: apitest.JSON(installation),
		evaluatePath:             apitest.JSON(api.PartialEvaluation{EvaluatedOn: day}),
		"/v1/platform/policies": apitest.JSON(api.List[api.SourcedRule]{Items: []api.SourcedRule{{
			Source: request.SourceOrganisation, Rule: profile.Rule{
				ID: "organisation.budget", Title: "Budgets are <b>small</b>", Field: "monthly_budget", Level: profile.Mandatory, Expected: "at most 900",
			},
		}}}),
	}
}

func exception(application string, until request.Date) profile.Exception {
	return profile.Exception{
		Policy: "organisation.budget", Application: application, Environment: "development", Owner: "finance@example.com",
		Reason: "The <i>load tests</i> need it.", Until: until,
	}
}

// TestExceptionsOfTheInstallation shows each with its state: the last day is one on which
// it holds.
func TestExceptionsOfTheInstallation(t *testing.T) {
	p := page(t, apitest.Start(t, governed("2026-11-21", exception("checkout", "2026-11-21"), exception("billing", "2026-11-20"))), "/policies", 200)
	require.Equal(t, []string{
		"Rule Application Reason and owner Last day",
		"Budgets are <b>small</b> organisation.budget checkout development The <i>load tests</i> need it. finance@example.com 2026-11-21 Holds",
		"Budgets are <b>small</b> organisation.budget billing development The <i>load tests</i> need it. finance@example.com 2026-11-20 Ended",
	}, rows(p))
	require.Contains(t, p.Text(), "Exceptions On the policy date, 2026-11-21 1 of 2 exceptions ended; each is for one application in one environment")
	require.Contains(t, p.Text(), "The organisation: 1 rule")
	require.Contains(t, p.Text(), "Budgets are <b>small</b> organisation.budget mandatory Monthly budget at most 900")

	one := page(t, apitest.Start(t, governed("2026-11-21", exception("checkout", "2026-11-22"))), "/policies", 200)
	require.Contains(t, one.Text(), "1 exception; each is")
	none := page(t, apitest.Start(t, governed("2026-11-21")), "/policies", 200)
	require.Contains(t, none.Text(), "No exceptions.")
	require.Len(t, none.All("table"), 1)
}

// TestPoliciesThatCannotBeRead are not shown as none.
func TestPoliciesThatCannotBeRead(t *testing.T) {
	for _, path := range []string{apitest.InstallationPath, "/v1/platform/policies"} {
		answers := governed("2026-11-21", exception("checkout", "2026-11-21"))
		answers[path] = apitest.Problem(problem.InternalError)
		p := page(t, apitest.Start(t, answers), "/policies", 200)
		require.Contains(t, p.Text(), "Not everything could be read", path)
		require.Empty(t, p.All("table"), path)
		require.NotContains(t, p.Text(), "No exceptions.")
	}
	answers := governed("", exception("checkout", "2026-11-21"))
	answers[evaluatePath] = apitest.Problem(problem.InternalError)
	undated := page(t, apitest.Start(t, answers), "/policies", 200)
	require.Contains(t, undated.Text(), "2026-11-21 Unavailable", "whether it has ended is not known")
	require.NotContains(t, undated.Text(), "On the policy date")
}
