package portal_test

import (
	"net/http"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/portaltest"
)

func TestListOfRequests(t *testing.T) {
	var asked string
	previous := ""
	answers := with(portaltest.Answers{portaltest.RequestsPath: func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.RawQuery
		portaltest.JSON(portaltest.List{Items: records(2), Next: "req-2", Previous: previous})(w, r)
	}})
	address := portaltest.Start(t, answers)
	previous = "req-1"
	p := page(t, address, "/requests?q=+Check+out+&region=&decision=denied&after=req-0&order=id&owner=x", 200)
	require.Equal(t, "after=req-0&decision=denied&limit=50&order=newest&q=Check+out&view=summary", asked)
	p.Contains("The next 2 requests; more follow, the newest first")
	p.LinksTo(
		"/requests?after=req-2&decision=denied&q=Check+out", "/requests?before=req-1&decision=denied&q=Check+out",
		"/requests?decision=denied&q=Check+out", "/requests/new?from=req-0123456789abcdef0123",
		"/requests/compare?a=req-0123456789abcdef0123",
	)
	require.Equal(t, "Check out", value(p, "q"))
	require.Contains(t, p.Texts("tr")[1], "23 Nov 2026, 14:05")

	for query, test := range map[string]struct{ previous, words string }{
		"":                     {"", "1–2 of 3 requests, the newest first"},
		"?decision=accepted":   {"", "1–2 of 3 requests"},
		"?decision=denied":     {"", "1–2 of more than 2 requests"},
		"?q=x":                 {"", "1–2 of more than 2 requests"},
		"?after=req-0&at=3":    {"req-0", "3–4 of more than 4 requests"},
		"?before=req-0&at=7":   {"req-0", "5–6 of more than 6 requests"},
		"?before=req-0&at=7&q": {"", "1–2 of 3 requests"},
	} {
		previous = test.previous
		require.Contains(t, page(t, address, "/requests"+query, 200).Text(), test.words, query)
	}

	answers[portaltest.RequestsPath] = portaltest.JSON(portaltest.List{})
	empty := page(t, address, "/requests", 200)
	empty.Contains("No requests yet. Describe an environment.")
	require.Empty(t, empty.All("form")[1:], "nothing to search: the theme only")
	none := page(t, address, "/requests?needs=renewal", 200)
	none.Contains("No request matches.", "Ends within six weeks")
	answers[portaltest.RequestsPath] = portaltest.Problem(problem.InvalidRequest)
	wrong := page(t, address, "/requests?decision=perhaps", 422)
	wrong.LinksTo("/requests") // a way back to the list
	wrong.Lacks("Go back")
}

// TestFiltersOfRules checks that the filter offers the denying rules and the value in the address.
func TestFiltersOfRules(t *testing.T) {
	rules := wire.Policies{Items: []profile.SourcedRule{
		{Rule: profile.Rule{ID: "common.a", Title: "The first", Level: profile.Mandatory}},
		{Rule: profile.Rule{ID: "common.b", Title: "Advice", Level: profile.Advisory}},
	}}
	address := portaltest.Start(t, with(portaltest.Answers{
		"/v1/platform/policies": portaltest.JSON(rules), portaltest.RequestsPath: portaltest.JSON(portaltest.List{Items: records(1)}),
	}))
	options := page(t, address, "/requests?policy=common.gone&region=eu-north-9", 200).Texts("option")
	for _, text := range []string{"The first", "common.gone", "eu-west-1", "eu-north-9", "Denied, to correct"} {
		require.Contains(t, options, text)
	}
	require.NotContains(t, options, "Advice")
}

// TestTheHistoryOfAnEnvironment checks the history on the page of each request of an environment.
func TestTheHistoryOfAnEnvironment(t *testing.T) {
	list := records(3)
	list[0].RequestID, list[2].RequestID = "req-new", "req-old"
	asked := ""
	answers := with(portaltest.Answers{
		portaltest.RequestsPath + "/" + list[1].RequestID: portaltest.JSON(denied()),
		portaltest.RequestsPath: func(w http.ResponseWriter, r *http.Request) {
			asked = r.URL.RawQuery
			portaltest.JSON(portaltest.List{Items: list, Next: "req-old"})(w, r)
		},
	})
	address := portaltest.Start(t, answers)
	id := denied().RequestID
	p := page(t, address, "/requests/"+id, 200)
	require.Contains(t, asked, "application="+denied().Request.Application+"&environment=development&limit=10&order=newest")
	p.Contains("History of this environment", "This request")
	p.LinksTo(
		"/requests/compare?a="+id+"&b=req-new", "/requests/compare?a=req-old&b="+id, "/requests/new?from="+id,
		"/requests/compare?a="+id, "/requests?environment=development&q="+denied().Request.Application,
	)
	whole := list
	list = whole[:1] // the page of a request that is older than the listed requests
	p = page(t, address, "/requests/"+id, 200)
	p.LinksTo("/requests/compare?a=" + id + "&b=req-new") // the older one is the first
	list = whole[1:2]
	page(t, address, "/requests/"+id, 200).Lacks("History")
	answers[portaltest.RequestsPath] = portaltest.Problem(problem.Overloaded)
	page(t, address, "/requests/"+id, 200).Contains("The history of this environment could not be read")
}

func TestCompareTwoRequests(t *testing.T) {
	a, b := accepted(profile.Simulation), denied()
	b.RequestID, b.Request.ClusterSize = "req-b", request.Large
	b.Request.Region = "eu-central-1"
	answers := with(portaltest.Answers{
		portaltest.RequestsPath + "/" + a.RequestID: portaltest.JSON(a), portaltest.RequestsPath + "/req-b": portaltest.JSON(b),
		portaltest.RequestsPath: portaltest.JSON(portaltest.List{Items: []request.Record{b}}),
	})
	address := portaltest.Start(t, answers)
	p := page(t, address, "/requests/compare?a="+a.RequestID+"&b=req-b", 200)
	p.Contains(
		"A is accepted, B is denied.", "These are separate environments", "Only B breaks", "Region", "eu-central-1",
		"No resources of B: nothing is built for a denied request.",
	)
	p.LinksTo("/requests/compare?a=req-b&b=" + a.RequestID)
	same := page(t, address, "/requests/compare?a="+a.RequestID+"&b="+a.RequestID, 200)
	same.Contains("Both are the same request.")

	choice := page(t, address, "/requests/compare?b="+a.RequestID, 200)
	choice.Contains("The first of the two")
	choice.LinksTo("/requests/compare?a=" + a.RequestID + "&b=req-b")
	require.Equal(t, a.Request.Application, value(choice, "q"))
	page(t, address, "/requests/compare", 422).Contains("This address names no request.")
	page(t, address, "/requests/compare?a="+a.RequestID+"&b=req-nowhere", 404)
	answers[portaltest.RequestsPath] = portaltest.Problem(problem.Overloaded)
	page(t, address, "/requests/compare?a="+a.RequestID, 200).Contains("The requests could not be read")
	page(t, address, "/requests/compare?a="+a.RequestID+"&b=req-b", 200)
}

// TestWhatNeedsSomebody checks that requests that need an action come first on the dashboard.
func TestWhatNeedsSomebody(t *testing.T) {
	var mu sync.Mutex
	needs := map[string][]request.Record{}
	later, sooner := portaltest.Record("later", request.Accepted), portaltest.Record("sooner", request.Accepted)
	later.Request.ExpiryDate, sooner.Request.ExpiryDate = "2026-12-03", "2026-12-01"
	later.Request.MonthlyBudget = 1300
	later.RequestID, sooner.RequestID = "req-00000000000000000001", "req-00000000000000000002"
	answers := installed(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if need := r.URL.Query().Get("needs"); need != "" {
			portaltest.JSON(portaltest.List{Items: needs[need]})(w, r)
			return
		}
		portaltest.JSON(portaltest.List{Items: records(2)})(w, r)
	}, portaltest.Raw(200, "text/plain", "platform_cloud_changes 0\nplatform_deployment_proposals 0\n"+
		"platform_environment_requests{decision=\"accepted\"} 2\nplatform_environment_requests{decision=\"denied\"} 9\n"+
		"platform_policy_violations{policy_id=\"common.few\"} 1\nplatform_policy_violations{policy_id=\"common.expiry.required\"} 8\n"))
	answers["/v1/platform/policies"] = portaltest.JSON(wire.Policies{Items: []profile.SourcedRule{{Rule: profile.Rule{ID: "common.expiry.required", Title: "It ends some day"}}}})
	renewed := environment("later", "10.40.0.0/20", "2026-12-03", "2027-03-03")
	final := environment("sooner", "10.60.0.0/20", "2026-12-01", "2026-12-01")
	renewed.RequestID, final.RequestID = later.RequestID, sooner.RequestID
	answers[environmentsPath+"/ending"] = func(w http.ResponseWriter, r *http.Request) {
		require.Equal(t, "days=42&limit=3", r.URL.RawQuery)
		portaltest.JSON(wire.List[wire.Environment]{Items: []wire.Environment{final, renewed}})(w, r)
	}
	address := portaltest.Start(t, answers)
	page(t, address, "/", 200).Contains("Nothing: no environment is denied, ends soon or has nearly used its budget.")

	mu.Lock()
	needs["correction"] = []request.Record{portaltest.Record("billing", request.Denied)}
	needs["renewal"] = []request.Record{later, sooner}
	needs["budget"] = []request.Record{later}
	mu.Unlock()
	p := page(t, address, "/", 200)
	require.Equal(t, []string{
		"Environment Reason Action",
		"billing , development development, eu-west-1 Denied Not met: It ends some day See the fix : billing, development",
		"sooner , development development, eu-west-1 Ends soon 1 Dec 2026 Cannot be renewed: policy allows 1 Dec 2026 at the latest",
		"later , development development, eu-west-1 Ends soon 3 Dec 2026 Budget nearly used 97 % of 1,300 USD Renew later test until 3 Mar 2027 Raise the budget : later, development",
	}, rows(p), "one line a request")
	p.LinksTo("/requests?needs=renewal", "/requests?policy=common.expiry.required")
}
