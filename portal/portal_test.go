package portal_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal"
	"platform.internal/portal/internal/portaltest"
)

func installed(requests, metrics http.HandlerFunc) portaltest.Answers {
	return portaltest.Answers{
		portaltest.InstallationPath: portaltest.JSON(portaltest.Profile(profile.Simulation)),
		portaltest.RequestsPath:     requests, portaltest.MetricsPath: metrics,
		environmentsPath + "/totals": portaltest.JSON(portfolio.Totals{
			All: portfolio.Total{Count: 1, KnownTotal: request.Cents(126034), AtLeast: true},
		}),
		environmentsPath + "/ending": portaltest.JSON(wire.List[wire.Environment]{}),
	}
}

func records(n int) []request.Record {
	list := make([]request.Record, n)
	for i := range list {
		list[i] = portaltest.Record("checkout", []request.Decision{request.Accepted, request.Denied}[i%2])
	}
	return list
}

func TestDashboardWithRecords(t *testing.T) {
	shown := page(t, portaltest.Start(t, installed(
		portaltest.JSON(portaltest.List{Items: records(10), Next: "req-0"}), portaltest.Metrics(1200, 34, 5))), "/", 200)
	shown.Contains(
		"provider_a , Simulation, eu-west-1 , eu-central-1", "Cost a month 1,260.34 USD at least, for 1 environment",
		"Requests 1,234", "Accepted requests 1,200 For 1 environment", "Proposals 5",
		"Cloud changes 0 This service makes no cloud call", "Newest requests The newest 10 of 1,234 requests",
		"Denied by 1 rule", "1,260.34 of 12,500", "23 Nov 2026, 13:05", "Denied, to correct: more than 10",
	)
	require.Len(t, shown.All("tr"), 13)
	require.Len(t, shown.All("caption"), 1)
}

func TestEveryLinkOfTheDashboardLeadsToAPage(t *testing.T) {
	address := portaltest.Start(t, installed(portaltest.JSON(portaltest.List{Items: records(2)}), portaltest.Metrics(1, 1, 0)))
	for _, link := range page(t, address, "/", 200).All("a") {
		path, _, _ := strings.Cut(portaltest.Attribute(link, "href"), "#")
		if path == "" {
			continue
		}
		require.NotContains(t, get(t, address, path).Body.String(), "Page not found", path)
	}
}

func TestDashboardEmpty(t *testing.T) {
	address := portaltest.Start(t, installed(portaltest.JSON(portaltest.List{Items: []request.Record{}}), portaltest.Metrics(0, 0, 0)))
	shown := page(t, address, "/", 200)
	shown.Contains("No requests yet.", "New environment")
	shown.Lacks("Unavailable")
}

// TestTheBarNamesTheProvider also checks that the portal asks for the name once, and shows the ID until it knows the name.
func TestTheBarNamesTheProvider(t *testing.T) {
	asked, answer := 0, portaltest.Problem(problem.InternalError)
	handler := start(t, portaltest.Start(t, with(portaltest.Answers{
		providersPath: func(w http.ResponseWriter, r *http.Request) { asked++; answer(w, r) },
	})), "")
	for n, name := range []string{"provider_a", "Acme Cloud", "Acme Cloud"} {
		shown := portaltest.Parse(t, exchange(handler, http.MethodGet, "/policies", nil).Body.String())
		require.Equal(t, "Provider "+name+" Mode Simulation", shown.Texts("dl")[0])
		require.Equal(t, min(n, 1)+1, asked)
		answer = portaltest.JSON(wire.List[wire.Provider]{Items: []wire.Provider{
			{ID: "provider_a", Available: true, Provider: &profile.Provider{DisplayName: "Acme Cloud"}},
		}})
	}
}

func TestDashboardBeforeSetup(t *testing.T) {
	shown := page(t, portaltest.Start(t, portaltest.Answers{
		portaltest.InstallationPath: portaltest.Problem(problem.InstallationNotFound),
	}), "/", 200)
	shown.Contains("No installation yet.")
	shown.Lacks("No requests yet.")
}

func TestEachPartFailsOnItsOwn(t *testing.T) {
	list := portaltest.JSON(portaltest.List{Items: records(3)})
	counts := portaltest.Metrics(2, 1, 0)
	broken := portaltest.Problem(problem.InternalError)

	noCounts := page(t, portaltest.Start(t, installed(list, broken)), "/", 200)
	noCounts.Contains("Requests Unavailable", "All 3 requests, the newest first", "internal_error")

	noList := page(t, portaltest.Start(t, installed(broken, counts)), "/", 200)
	noList.Contains("Requests 3")
	noList.Lacks("No requests yet.") // what could not be read is not empty

	answers := installed(list, counts)
	answers[environmentsPath+"/totals"], answers[environmentsPath+"/ending"] = broken, broken
	noEnvironments := page(t, portaltest.Start(t, answers), "/", 200)
	noEnvironments.Contains("Cost a month Unavailable", "Renew checkout development", "internal_error")

	answers = installed(list, counts)
	answers[portaltest.InstallationPath] = broken
	noInstallation := page(t, portaltest.Start(t, answers), "/", 200)
	noInstallation.Contains("Installation Unavailable", "Accepted 2")
}

func TestDashboardWithoutAPI(t *testing.T) {
	shown := page(t, portaltest.Down(t), "/", 200)
	require.Equal(t, 7, strings.Count(shown.Text(), "Unavailable"))
	shown.Contains("Try again", "api_unavailable")
}

func TestHostileRecords(t *testing.T) {
	hostile := `<img src=x onerror=alert(1)>` + "\u202e" + strings.Repeat("w", 4000)
	record := portaltest.Record(hostile, request.Denied)
	record.RequestID, record.Request.Region = hostile, `"><script>`
	shown := page(t, portaltest.Start(t, installed(
		portaltest.JSON(portaltest.List{Items: []request.Record{record}}), portaltest.Metrics(0, 1, 0))), "/", 200)
	require.Empty(t, shown.All("img"))
	require.Len(t, shown.All("script"), 1)
	shown.Contains(hostile)
}

func TestAddressesAreChecked(t *testing.T) {
	_, err := portal.New(portal.Options{API: "127.0.0.1:8080", Hosts: []string{"127.0.0.1"}})
	require.ErrorContains(t, err, "http://127.0.0.1:8080")
	require.Error(t, portal.CheckAPI("http://host/path"))
}
