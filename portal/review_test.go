package portal_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/portaltest"
)

func TestDeniedReview(t *testing.T) {
	record := denied()
	p := reviewOf(t, record, wire.Fixes{Alternatives: []wire.Alternative{alternative(record, 1261, expiry())}})
	require.Equal(t, []string{"billing, development: Denied, 1 thing to change"}, p.Texts("h1"))
	p.Contains(
		"It needs an expiry date. The fix changes it to 21 Dec 2026.", "Rules about other fields",
		"Something <b>elsewhere</b>.", "Note: No price.",
		"Resources and a review proposal follow once policy accepts a request.", record.RequestID, "sha256:0",
		"Change Expiry date",
	)
	p.LinksTo("/requests/new?from="+record.RequestID+"#expiry_date", "#expiry_date")
	p.Lacks("Create review proposal")
	require.Equal(t, 1, strings.Count(p.Text(), "It needs an expiry date."), "each violation once, where there is a fix")
	require.Less(t, strings.Index(p.Text(), "Apply the fix"), strings.Index(p.Text(), "Field Now Then"), "the action is before the table")
}

// TestPricesOfAnEstimate checks the texts of prices and costs, also of those that are not known.
func TestPricesOfAnEstimate(t *testing.T) {
	record := accepted(profile.Simulation)
	record.Estimate.Items = []request.EstimateItem{
		{Item: "Nodes", Address: "b", Basis: request.Fixed, Unit: "hour", UnitPrice: "1.00", MonthlyCost: request.Cents(50)},
		{Item: "Traffic", Address: "c", Basis: request.Usage, Unit: "hour", UnitPrice: "1.00"},
		{Item: "Disks", Address: "e", Basis: request.Fixed, Unit: "hour"},
	}
	text := strings.Join(page(t, portaltest.Start(t, with(portaltest.Answers{
		"/v1/environment-requests/" + record.RequestID: portaltest.JSON(record), proposalsPath: portaltest.JSON(portaltest.List{}),
	})), "/requests/"+record.RequestID, 200).Texts("tr"), "\n")
	for _, row := range []string{
		"Nodes b 1.00 an hour 0.50", "Traffic c 1.00 an hour by use", "Disks e unknown unknown", "Total of what is priced 1,260.34",
	} {
		require.Contains(t, text, row)
	}
}

func TestAcceptedReview(t *testing.T) {
	record := accepted(profile.Simulation)
	path := "/requests/" + record.RequestID
	answers := with(portaltest.Answers{"/v1/environment-requests/" + record.RequestID: portaltest.JSON(record), proposalsPath: portaltest.JSON(portaltest.List{})})
	p := page(t, portaltest.Start(t, answers), path, 200)
	require.Equal(t, []string{"checkout, development: Accepted"}, p.Texts("h1"))
	for _, words := range []string{
		"Create review proposal", "Simulated, nothing was created", "All 2 resources", "aws_subnet", "1,260.34 of 12,500 USD a month",
		"platform request validate request.json --profile profile.json", "environments/requests/x.yaml", "Same",
	} {
		require.Contains(t, strings.ReplaceAll(p.Text(), "The same", "Same"), words)
	}
	require.NotEmpty(t, value(p, "key"))
	p.Lacks("The fix")

	answers[proposalsPath] = portaltest.Raw(200, "application/json", `{"items":[{"proposal_id":"prop-1"}]}`)
	there := page(t, portaltest.Start(t, answers), path, 200)
	there.LinksTo("/proposals/prop-1")
	there.Lacks("Create review proposal") // what exists is a link

	answers[proposalsPath] = portaltest.Problem(problem.InternalError)
	page(t, portaltest.Start(t, answers), path, 200).Contains("It is not known whether there is a proposal")

	record = accepted(profile.Sandbox)
	answers["/v1/environment-requests/"+record.RequestID] = portaltest.JSON(record)
	page(t, portaltest.Start(t, answers), path, 200).Contains("Only simulation mode shows resources; this request was evaluated in sandbox mode.")
}

func TestPropose(t *testing.T) {
	var key string
	answers := with(portaltest.Answers{proposalsPath: func(w http.ResponseWriter, r *http.Request) {
		key = r.Header.Get("Idempotency-Key")
		portaltest.Raw(201, "application/json", `{"proposal_id":"prop-1"}`)(w, r)
	}})
	address := portaltest.Start(t, answers)
	require.Equal(t, "/proposals/prop-1", redirected(t, address, "/requests/req-1/proposal", filled()))
	require.Equal(t, "the-key", key)

	answers[proposalsPath] = portaltest.Problem(problem.RequestNotAccepted)
	posted(t, address, "/requests/req-1/proposal", filled(), http.StatusConflict)
}
