package portal_test

import (
	"net/http"
	"net/http/httptest"
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

// dashboard returns the dashboard of a portal for the API at address.
func dashboard(t *testing.T, address string) *portaltest.Page {
	t.Helper()
	handler, err := portal.New(portal.Options{API: address, Hosts: []string{"127.0.0.1"}})
	require.NoError(t, err)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
	require.NoError(t, err)
	w := httptest.NewRecorder()
	request.Host = "127.0.0.1"
	handler.ServeHTTP(w, request)
	require.Equal(t, http.StatusOK, w.Code)
	return portaltest.Parse(t, w.Body.String())
}

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
	page := dashboard(t, portaltest.Start(t, installed(
		portaltest.JSON(portaltest.List{Items: records(10), Next: "req-0"}), portaltest.Metrics(1200, 34, 5))))
	text := page.Text()
	for _, words := range []string{
		"provider_a , Simulation, eu-west-1 , eu-central-1", "Cost a month 1,260.34 USD at least, for 1 environment", "Requests 1,234", "Accepted requests 1,200 For 1 environment", "Proposals 5",
		"Cloud changes 0 This service makes no cloud call", "Newest requests The newest 10 of 1,234 requests",
		"Denied by 1 rule", "1,260.34 of 12,500", "23 Nov 2026, 13:05", "Denied, to correct: more than 10",
	} {
		require.Contains(t, text, words)
	}
	require.Len(t, page.All("tr"), 13)
	require.Len(t, page.All("caption"), 1)
}

func TestEveryLinkOfTheDashboardLeadsToAPage(t *testing.T) {
	address := portaltest.Start(t, installed(portaltest.JSON(portaltest.List{Items: records(2)}), portaltest.Metrics(1, 1, 0)))
	for _, link := range dashboard(t, address).All("a") {
		path, _, _ := strings.Cut(portaltest.Attribute(link, "href"), "#")
		if path == "" {
			continue
		}
		require.NotContains(t, ask(t, address, http.MethodGet, path).Body.String(), "Page not found", path)
	}
}

func TestDashboardEmpty(t *testing.T) {
	address := portaltest.Start(t, installed(portaltest.JSON(portaltest.List{Items: []request.Record{}}), portaltest.Metrics(0, 0, 0)))
	text := dashboard(t, address).Text()
	require.Contains(t, text, "No requests yet.")
	require.Contains(t, text, "New environment")
	require.NotContains(t, text, "Unavailable")
}

// TestTheBarNamesTheProvider also checks that the portal asks for the name once, and shows the ID until it knows the name.
func TestTheBarNamesTheProvider(t *testing.T) {
	asked, answer := 0, portaltest.Problem(problem.InternalError)
	handler, err := portal.New(portal.Options{Hosts: []string{"127.0.0.1"}, API: portaltest.Start(t, with(portaltest.Answers{
		portaltest.ProvidersPath: func(w http.ResponseWriter, r *http.Request) { asked++; answer(w, r) },
	}))})
	require.NoError(t, err)
	for n, name := range []string{"provider_a", "Acme Cloud", "Acme Cloud"} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/policies", nil)
		r.Host = "127.0.0.1"
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		require.Equal(t, "Provider "+name+" Mode Simulation", portaltest.Parse(t, w.Body.String()).Texts("dl")[0])
		require.Equal(t, min(n, 1)+1, asked)
		answer = portaltest.JSON(wire.List[wire.Provider]{Items: []wire.Provider{
			{ID: "provider_a", Available: true, Provider: &profile.Provider{DisplayName: "Acme Cloud"}},
		}})
	}
}

func TestDashboardBeforeSetup(t *testing.T) {
	text := dashboard(t, portaltest.Start(t, portaltest.Answers{
		portaltest.InstallationPath: portaltest.Problem(problem.InstallationNotFound),
	})).Text()
	require.Contains(t, text, "No installation yet.")
	require.NotContains(t, text, "No requests yet.")
}

func TestEachPartFailsOnItsOwn(t *testing.T) {
	list := portaltest.JSON(portaltest.List{Items: records(3)})
	counts := portaltest.Metrics(2, 1, 0)
	broken := portaltest.Problem(problem.InternalError)

	noCounts := dashboard(t, portaltest.Start(t, installed(list, broken))).Text()
	require.Contains(t, noCounts, "Requests Unavailable")
	require.Contains(t, noCounts, "All 3 requests, the newest first")
	require.Contains(t, noCounts, "internal_error")

	noList := dashboard(t, portaltest.Start(t, installed(broken, counts))).Text()
	require.Contains(t, noList, "Requests 3")
	require.NotContains(t, noList, "No requests yet.", "what could not be read is not empty")

	answers := installed(list, counts)
	answers[environmentsPath+"/totals"], answers[environmentsPath+"/ending"] = broken, broken
	noEnvironments := dashboard(t, portaltest.Start(t, answers))
	require.Contains(t, noEnvironments.Text(), "Cost a month Unavailable")
	require.Contains(t, noEnvironments.Text(), "Renew : checkout, development")
	require.Contains(t, noEnvironments.Text(), "internal_error")

	answers = installed(list, counts)
	answers[portaltest.InstallationPath] = broken
	noInstallation := dashboard(t, portaltest.Start(t, answers)).Text()
	require.Contains(t, noInstallation, "Installation Unavailable")
	require.Contains(t, noInstallation, "Accepted 2")
}

func TestDashboardWithoutAPI(t *testing.T) {
	text := dashboard(t, portaltest.Down(t)).Text()
	require.Equal(t, 7, strings.Count(text, "Unavailable"))
	require.Contains(t, text, "Try again")
	require.Contains(t, text, "api_unavailable")
}

func TestHostileRecords(t *testing.T) {
	hostile := `<img src=x onerror=alert(1)>` + "\u202e" + strings.Repeat("w", 4000)
	record := portaltest.Record(hostile, request.Denied)
	record.RequestID, record.Request.Region = hostile, `"><script>`
	page := dashboard(t, portaltest.Start(t, installed(
		portaltest.JSON(portaltest.List{Items: []request.Record{record}}), portaltest.Metrics(0, 1, 0))))
	require.Empty(t, page.All("img"))
	require.Len(t, page.All("script"), 1)
	require.Contains(t, page.Text(), hostile)
}

func TestAddressesAreChecked(t *testing.T) {
	_, err := portal.New(portal.Options{API: "127.0.0.1:8080", Hosts: []string{"127.0.0.1"}})
	require.ErrorContains(t, err, "http://127.0.0.1:8080")
	require.Error(t, portal.CheckAPI("http://host/path"))
}
