package portal_test

import (
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/portaltest"
)

const environmentsPath = "/v1/environments"

// environment returns the environment of an application.
func environment(application, network string, ends, latest request.Date) wire.Environment {
	return wire.Environment{Environment: portfolio.Environment{
		RequestID: "req-" + application, KnownTotal: request.Cents(26234), NetworkCIDR: netip.MustParsePrefix(network),
		Brief: request.Brief{
			Application: application, Environment: "test", Region: "eu-west-1", Owner: application + "@example.com",
			CostCentre: "CC-1", MonthlyBudget: 900, ExpiryDate: ends,
		},
	}, OverlapsWith: []wire.Overlap{}, LatestExpiry: latest}
}

// environmentAnswers answers as an API with these environments. It stores the query of the last list in asked.
func environmentAnswers(asked *url.Values, all ...wire.Environment) portaltest.Answers {
	environments := make([]portfolio.Environment, len(all))
	for i, e := range all {
		environments[i] = e.Environment
	}
	return portaltest.Answers{
		portaltest.InstallationPath: portaltest.JSON(portaltest.Profile(profile.Simulation)),
		environmentsPath: func(w http.ResponseWriter, r *http.Request) {
			*asked = r.URL.Query()
			portaltest.JSON(wire.List[wire.Environment]{Items: all, Next: "env-next"})(w, r)
		},
		environmentsPath + "/ending": portaltest.JSON(wire.List[wire.Environment]{Items: all}),
		environmentsPath + "/totals": portaltest.JSON(portfolio.NewTotals(environments)),
		environmentsPath + "/free/accepted": func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Query().Get("pool") {
			case "10.0.0.0/8":
				portaltest.JSON(wire.AcceptedRanges{Ranges: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/20")}})(w, r)
			case "8.0.0.0/8":
				portaltest.JSON(wire.AcceptedRanges{Violations: []request.Violation{{PolicyID: "common.network.private", Message: "It is public."}}})(w, r)
			default:
				portaltest.Refusal(problem.Invalid(problem.InvalidRequest, "query", []problem.Fault{{Field: "pool", Message: "must be a range"}}))(w, r)
			}
		},
	}
}

func TestEnvironments(t *testing.T) {
	soon := environment("payments", "10.20.0.0/20", "2026-12-20", "2027-03-20")
	soon.OverlapsWith = []wire.Overlap{{
		RequestID: "req-billing", Brief: request.Brief{Application: "billing", Environment: "test", Region: "eu-west-1"},
		NetworkCIDR: netip.MustParsePrefix("10.20.0.0/24"),
	}}
	soon.MoreOverlaps, soon.ProposalID = 2, "prop-1"
	var asked url.Values
	answers := environmentAnswers(&asked, soon, environment("billing", "10.20.0.0/24", "2026-12-20", "2026-12-10"), environment("search", "10.30.0.0/20", "", ""))
	address := portaltest.Start(t, answers)
	shown := page(t, address, "/environments", http.StatusOK)
	require.Equal(t, url.Values{"order": {"newest"}, "limit": {"50"}}, asked)
	shown.Contains(
		"3 environments with an accepted request, 787.02 USD a month.", "Renew payments test until 20 Mar 2027",
		"Cannot be renewed: policy allows 10 Dec 2026 at the latest", "Cannot be renewed: policy allows no later day",
		"overlaps billing/test , eu-west-1, 10.20.0.0/24 overlaps 2 more environments",
		"3 environments of more, the newest first; amounts in USD a month", "CC-1 3 environments 787.02",
		"payments@example.com 1 environment 262.34",
	)
	shown.LinksTo(
		"/requests/new?renew=req-payments", "/requests/req-billing", "/proposals/prop-1",
		"/environments?after=env-next", "/environments?order=cost", "/environments?overlapping=true",
		"/environments?pool=10.0.0.0%2f8",
	)
	require.False(t, slices.Contains(shown.Links(), "/requests/new?renew=req-billing"), "no link that renews nothing")
	shown.Lacks("Free range")

	answers[environmentsPath+"/ending"] = portaltest.Problem(problem.InternalError) // not asked
	for query, list := range map[string]string{
		"q=a+b&order=end": "order=end&q=a+b", "overlapping=true": "overlapping=true", "after=env-1": "", "pool=10.0.0.0/8": "",
	} {
		shown := page(t, address, "/environments?"+query, http.StatusOK)
		shown.Lacks("Ends within six weeks") // what was asked comes first
		shown.Lacks("Not everything could be read")
		require.True(t, slices.Contains(shown.Links(), strings.TrimSuffix("/environments?after=env-next&"+list, "&")), query)
	}
	page(t, address, "/environments?q=a+b&order=end", http.StatusOK)
	require.Equal(t, url.Values{"q": {"a b"}, "order": {"end"}, "limit": {"50"}}, asked)
	answers[environmentsPath] = portaltest.Problem(problem.InvalidRequest)
	page(t, address, "/environments?after=env-0", http.StatusUnprocessableEntity).LinksTo("/environments")
}

func TestFreeNetworks(t *testing.T) {
	var asked url.Values
	address := portaltest.Start(t, environmentAnswers(&asked))
	for pool, words := range map[string]string{
		"10.0.0.0/8": "New environment in 10.0.0.0/20", "8.0.0.0/8": "Policy accepts no free range of this length: It is public. common.network.private",
		"x": "There is a problem Pool must be a range Environments",
	} {
		status := http.StatusOK
		if pool == "x" {
			status = http.StatusUnprocessableEntity
		}
		shown := page(t, address, "/environments?length=21&pool="+url.QueryEscape(pool), status)
		shown.Contains(words)
		require.Equal(t, pool == "x", strings.HasPrefix(shown.Texts("title")[0], "Error: "))
		require.Equal(t, pool == "x", slices.Contains(shown.Links(), "#pool"))
		require.Equal(t, "Free networks", shown.Texts("h2")[status/422], "what was asked comes first")
		require.Equal(t, pool, value(shown, "pool"))
		require.Equal(t, "21", value(shown, "length"))
		require.Equal(t, pool == "10.0.0.0/8", slices.Contains(shown.Links(), "/requests/new?network_cidr=10.0.0.0%2f20"))
	}
	require.Equal(t, "10.0.0.0/20", value(page(t, address, "/requests/new?network_cidr=10.0.0.0%2f20", http.StatusOK), "network_cidr"))
}

func TestEnvironmentsWithoutAny(t *testing.T) {
	var asked url.Values
	answers := environmentAnswers(&asked)
	answers[environmentsPath] = portaltest.JSON(wire.List[wire.Environment]{})
	address := portaltest.Start(t, answers)
	empty := page(t, address, "/environments", http.StatusOK)
	empty.Contains("No environments yet.", "Nothing ends within six weeks.")
	page(t, address, "/environments?q=x", http.StatusOK).Contains("No environment matches.")
	answers[environmentsPath], answers[environmentsPath+"/ending"] = portaltest.Problem(problem.InternalError), portaltest.Problem(problem.InternalError)
	for _, address := range []string{portaltest.Down(t), portaltest.Start(t, answers)} {
		down := page(t, address, "/environments?pool=10.0.0.0/8", http.StatusOK)
		down.Contains("Unavailable")
		down.Lacks("No environment", "Nothing ends")
	}
}
