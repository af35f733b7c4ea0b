package portal_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/portaltest"
)

// governed returns the answers of an API with one rule and exceptions from it.
func governed(exceptions ...wire.ListedException) portaltest.Answers {
	return portaltest.Answers{
		portaltest.InstallationPath: portaltest.JSON(portaltest.Profile(profile.Simulation)),
		"/v1/platform/policies": portaltest.JSON(wire.Policies{Exceptions: exceptions, Items: []profile.SourcedRule{{
			Source: request.SourceOrganisation, Rule: profile.Rule{
				ID: "organisation.budget", Title: "Budgets are <b>small</b>", Field: "monthly_budget", Level: profile.Mandatory, Expected: "at most 900",
			},
		}}}),
	}
}

func exception(application string, until request.Date, ended bool) wire.ListedException {
	return wire.ListedException{Ended: ended, Exception: profile.Exception{
		Policy: "organisation.budget", Application: application, Environment: "development", Owner: "finance@example.com",
		Reason: "The <i>load tests</i> need it.", Until: until,
	}}
}

// TestExceptionsOfTheInstallation checks each exception with its state.
func TestExceptionsOfTheInstallation(t *testing.T) {
	p := page(t, portaltest.Start(t, governed(exception("checkout", "2026-11-21", false), exception("billing", "2026-11-20", true))), "/policies", 200)
	require.Equal(t, []string{
		"Rule Application Reason and owner Last day",
		"Budgets are <b>small</b> organisation.budget checkout development The <i>load tests</i> need it. finance@example.com 21 Nov 2026 Holds",
		"Budgets are <b>small</b> organisation.budget billing development The <i>load tests</i> need it. finance@example.com 20 Nov 2026 Ended",
	}, rows(p))
	p.Contains(
		"Exceptions 1 of 2 exceptions ended; each is for one application in one environment",
		"The organisation: 1 rule",
		"Budgets are <b>small</b> organisation.budget mandatory Monthly budget at most 900",
	)

	one := page(t, portaltest.Start(t, governed(exception("checkout", "2026-11-22", false))), "/policies", 200)
	one.Contains("1 exception; each is")
	none := page(t, portaltest.Start(t, governed()), "/policies", 200)
	none.Contains("No exceptions.")
	require.Len(t, none.All("table"), 1)
}

// TestPoliciesThatCannotBeRead checks that unreadable policies do not look like an empty list.
func TestPoliciesThatCannotBeRead(t *testing.T) {
	for _, path := range []string{portaltest.InstallationPath, "/v1/platform/policies"} {
		answers := governed(exception("checkout", "2026-11-21", false))
		answers[path] = portaltest.Problem(problem.InternalError)
		p := page(t, portaltest.Start(t, answers), "/policies", 200)
		require.Contains(t, p.Text(), "The policies could not be read", path)
		require.Empty(t, p.All("table"), path)
		p.Lacks("No exceptions.")
	}
}
