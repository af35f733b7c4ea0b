package portal_test

import (
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/portaltest"
)

func TestFormOfARequest(t *testing.T) {
	address := portaltest.Start(t, with(nil))
	first, second := page(t, address, "/requests/new", 200), page(t, address, "/requests/new", 200)
	require.NotEqual(t, value(first, "key"), value(second, "key"), "each form is an attempt of its own")
	first.Contains("Every field is needed unless its hint says otherwise")
	for _, f := range form.All() {
		first.Contains(f.Label)
	}
	for _, input := range first.All("input") {
		require.False(t, portaltest.Has(input, "required"))
		require.NotEqual(t, "provider", portaltest.Attribute(input, "name"), "the provider is text")
	}
	require.Equal(t, []string{"Choose one", "eu-west-1", "eu-central-1"}, first.Texts("option"))
}

func TestSubmitLeadsToTheRecord(t *testing.T) {
	var key, body string
	address := portaltest.Start(t, with(portaltest.Answers{portaltest.RequestsPath: func(w http.ResponseWriter, r *http.Request) {
		sent, _ := io.ReadAll(r.Body)
		key, body = r.Header.Get("Idempotency-Key"), string(sent)
		portaltest.JSON(denied())(w, r)
	}}))
	require.Equal(t, "/requests/"+denied().RequestID, redirected(t, address, "/requests/new", filled()), "a denial is no error")
	require.Equal(t, "the-key", key)
	require.Contains(t, body, `"monthly_budget":500`)
	require.NotContains(t, body, "expiry_date")
}

// TestTheOrderIsThatOfTheForm sends faults and rules in another order.
func TestTheOrderIsThatOfTheForm(t *testing.T) {
	var faults []problem.Fault
	record := portaltest.Record("billing", request.Denied)
	record.Violations = nil
	for _, name := range []string{"elsewhere", "expiry_date", "controls.private_cluster", "environment", "monthly_budget", "monthly_budget", "application", "owner"} {
		faults = append(faults, problem.Fault{Field: name, Message: "is wrong"})
		record.Violations = append(record.Violations, request.Violation{PolicyID: name, Field: name, Message: "About " + name + "."})
	}
	order := []string{"monthly_budget", "application", "owner", "environment", "expiry_date", "controls.private_cluster", "elsewhere"}
	linked := func(p *portaltest.Page) []string {
		var fields []string
		for n := range p.All("main")[0].Descendants() {
			if field, isLink := strings.CutPrefix(portaltest.Attribute(n, "href"), "#"); isLink && field != "details" && !slices.Contains(fields, field) {
				fields = append(fields, field)
			}
		}
		return fields
	}
	faulty := portaltest.Start(t, with(portaltest.Answers{evaluatePath: portaltest.Refusal(&problem.Problem{Code: problem.InvalidRequest, Faults: faults})}))
	require.Equal(t, order[:6], linked(posted(t, faulty, "/requests/check", filled(), 422)))
	denying := portaltest.Start(t, with(portaltest.Answers{
		evaluatePath: portaltest.JSON(partial(record, wire.Fixes{})), "/v1/environment-requests/" + record.RequestID: portaltest.JSON(record),
	}))
	checked := posted(t, denying, "/requests/check", filled(), 200)
	require.Equal(t, append([]string{"fix"}, order[:6]...), linked(checked))
	checked.Contains("Policy would deny this request: 7 things to change") // two rules about one field ask for one change
	review := page(t, denying, "/requests/"+record.RequestID, 200)
	require.Equal(t, order[:6], linked(review))
	require.Contains(t, review.Texts("h1")[0], "7 things to change")
}

func TestFormsThatAreNoText(t *testing.T) {
	address := portaltest.Start(t, with(nil))
	require.Equal(t, http.StatusBadRequest, send(t, address, "/requests/new", url.Values{"owner": {"\xff"}}).Code)
	require.Equal(t, http.StatusRequestEntityTooLarge, send(t, address, "/requests/new", url.Values{"owner": {strings.Repeat("w", 70_000)}}).Code)
}

func TestCheck(t *testing.T) {
	address := portaltest.Start(t, withFixes(denied(), wire.Fixes{Alternatives: []wire.Alternative{alternative(denied(), 1261, expiry())}}))
	p := posted(t, address, "/requests/check", filled(), 200)
	p.Contains("Policy would deny this request: 1 thing to change Nothing was sent yet. Review the suggested fix")
	require.Equal(t, 1, strings.Count(p.Text(), "It needs an expiry date."), "each violation once")
	p.Contains("Use 21 Dec 2026", "Note: No price. Ask.")
	require.Equal(t, "the-key", value(p, "key"))

	values := filled()
	values.Set("use", "expiry_date=2026-12-21")
	require.Equal(t, "2026-12-21", value(posted(t, address, "/requests/check", values, 200), "expiry_date"))
}

// TestFeedbackIsOnTouchedFieldsOnly checks the live feedback, which makes one call of the API.
func TestFeedbackIsOnTouchedFieldsOnly(t *testing.T) {
	var asked atomic.Int32
	address := portaltest.Start(t, with(portaltest.Answers{evaluatePath: func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		partial := partial(denied(), wire.Fixes{})
		partial.Missing = []string{"owner", "cost_centre"}
		portaltest.JSON(partial)(w, r)
	}}))
	values := filled()
	values.Del("owner")
	values["touched"] = []string{"", "expiry_date", "cost_centre"}
	w := send(t, address, "/requests/live", values)
	require.Equal(t, 200, w.Code)
	text := portaltest.Parse(t, w.Body.String()).Text()
	require.Contains(t, text, "Cost centre is missing")
	require.Contains(t, text, "It needs an expiry date.", "rules speak before every field is written")
	require.EqualValues(t, 1, asked.Load())
	require.NotContains(t, text, "Owner is missing")
	require.NotContains(t, text, "No price.", "its field was not touched")
	require.Contains(t, text, "Policy would deny this request: 2 things to change, 2 fields to complete.", "whatever is written in the other fields")
}

// TestTheReceipt checks that equal items are one line, and that the total is last.
func TestTheReceipt(t *testing.T) {
	item := func(name string, cents int64) request.EstimateItem {
		return request.EstimateItem{Item: name, Basis: request.Fixed, MonthlyCost: request.Cents(cents)}
	}
	estimate := &request.Estimate{
		KnownTotal: request.Cents(123_700), MonthlyTotal: request.Cents(123_700), PriceTable: "2025-05",
		Items: []request.EstimateItem{
			item("address", 365), item("node", 120_000), item("address", 365), {Item: "traffic", Basis: request.Usage},
			item("key", 100), item("disk", 1000), item("key", 100), item("logs", 1770),
		},
	}
	answer := wire.PartialEvaluation{Verdict: wire.VerdictAccepted, Estimate: estimate, Advisories: []request.Violation{
		{PolicyID: "provider_a.prices.current", Field: "monthly_budget", Message: "The oldest prices are of May 2025.", Remediation: "Ask."},
	}}
	values := filled()
	values["touched"] = []string{"monthly_budget"}
	values["monthly_budget"] = []string{"1500"}
	address := portaltest.Start(t, with(portaltest.Answers{evaluatePath: portaltest.JSON(answer)}))
	text := posted(t, address, "/requests/live", values, 200).Text()
	require.Contains(t, text, "Budget 1,500 USD")
	require.Contains(t, text, "node 1,200.00 logs 17.70 disk 10.00 2 x address 7.30 1 more item 2.00 Total 1,237.00 USD "+
		"The oldest prices are of May 2025. Ask. Application")
	require.Equal(t, 1, strings.Count(text, "The oldest prices"), "the field has no message")
}

// TestTheVerdictOfARequestThatIsWritten checks that the form shows a verdict as soon as it is
// known. An unknown verdict of a newer platform must not look like a known one.
func TestTheVerdictOfARequestThatIsWritten(t *testing.T) {
	estimate := &request.Estimate{KnownTotal: request.Cents(26234), MonthlyTotal: request.Cents(26234)}
	fault := []problem.Fault{{Field: "network_cidr", Code: problem.FaultType, Message: "must be a network"}}
	for name, c := range map[string]struct {
		answer wire.PartialEvaluation
		words  string
	}{
		"open":           {wire.PartialEvaluation{Verdict: wire.VerdictOpen, Missing: []string{"owner"}, Faults: fault, Estimate: estimate}, "Open Checking… No policy problems so far: 1 field to correct, 1 field to complete. Details Owner Network range 262.34 of 500 USD a month"},
		"without a cost": {wire.PartialEvaluation{Verdict: wire.VerdictOpen, Missing: []string{"owner"}}, "No policy problems so far: 1 field to complete. Details Owner Receipt USD a month Total Complete the form to see it Application billing Environment development Region eu-west-1 Budget 500 USD Installation –"},
		"another":        {wire.PartialEvaluation{Verdict: "deferred", Estimate: estimate}, "Not understood Checking… The platform's answer is not one that this portal understands."},
		"contradicting":  {wire.PartialEvaluation{Verdict: wire.VerdictAccepted, Violations: denied().Violations, Estimate: estimate}, "Not understood"},
	} {
		t.Run(name, func(t *testing.T) {
			values := filled()
			values["touched"] = []string{""}
			address := portaltest.Start(t, with(portaltest.Answers{evaluatePath: portaltest.JSON(c.answer)}))
			posted(t, address, "/requests/live", values, 200).Contains(c.words)
		})
	}
}

// TestASuggestionThatLeadsToAnotherDenialIsNotOffered checks that the form offers only proven
// suggestions.
func TestASuggestionThatLeadsToAnotherDenialIsNotOffered(t *testing.T) {
	broken := func(id, suggestion string) request.Violation {
		return request.Violation{PolicyID: id, Field: "network_cidr", Message: "Too small for " + id + ".", Suggestion: request.Text(suggestion)}
	}
	address := portaltest.Start(t, with(portaltest.Answers{evaluatePath: portaltest.JSON(wire.PartialEvaluation{
		Verdict: wire.VerdictDenied, Missing: []string{"owner"}, Violations: []request.Violation{broken("one", "10.20.0.0/24"), broken("two", "10.20.0.0/22")},
		Proven: []wire.Proven{{Field: "network_cidr", Value: request.Text("10.20.0.0/22")}},
	})}))
	values := filled()
	values.Set("network_cidr", "10.20.0.0/28")
	values["touched"] = []string{"network_cidr"}
	require.Equal(t, []string{"network_cidr=10.20.0.0%2F22"}, uses(posted(t, address, "/requests/live", values, 200)))
}
