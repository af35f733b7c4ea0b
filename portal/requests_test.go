package portal_test

import (
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/apitest"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/pagetest"
)

func TestFormOfARequest(t *testing.T) {
	address := apitest.Start(t, with(nil))
	first, second := page(t, address, "/requests/new", 200), page(t, address, "/requests/new", 200)
	require.NotEqual(t, value(first, "key"), value(second, "key"), "each form is an attempt of its own")
	require.Contains(t, first.Text(), "Every field is needed unless its hint says otherwise.")
	for _, f := range form.All() {
		require.Contains(t, first.Text(), f.Label)
	}
	for _, input := range first.All("input") {
		require.False(t, has(input, "required"))
		require.NotEqual(t, "provider", pagetest.Attribute(input, "name"), "the provider is text")
	}
	require.Equal(t, []string{"eu-west-1", "eu-central-1"}, first.Texts("option")[10:12])
}

func TestSubmitLeadsToTheRecord(t *testing.T) {
	var key, body string
	address := apitest.Start(t, with(apitest.Answers{apitest.RequestsPath: func(w http.ResponseWriter, r *http.Request) {
		sent, _ := io.ReadAll(r.Body)
		key, body = r.Header.Get("Idempotency-Key"), string(sent)
		apitest.JSON(denied())(w, r)
	}}))
	w := send(t, address, "/requests/new", filled())
	require.Equal(t, http.StatusSeeOther, w.Code)
	require.Equal(t, "/requests/"+denied().RequestID, w.Header().Get("Location"), "a denial is no error")
	require.Equal(t, "the-key", key)
	require.Contains(t, body, `"monthly_budget":500`)
	require.NotContains(t, body, "expiry_date")
}

// TestTheOrderIsThatOfTheForm gives faults and rules in another order.
func TestTheOrderIsThatOfTheForm(t *testing.T) {
	var faults []problem.Fault
	record := apitest.Record("billing", request.Denied)
	record.Violations = nil
	for _, name := range []string{"elsewhere", "expiry_date", "controls.private_cluster", "environment", "monthly_budget", "monthly_budget", "application", "owner"} {
		faults = append(faults, problem.Fault{Field: name, Message: "is wrong"})
		record.Violations = append(record.Violations, request.Violation{PolicyID: name, Field: name, Message: "About " + name + "."})
	}
	order := []string{"application", "owner", "monthly_budget", "environment", "expiry_date", "controls.private_cluster", "elsewhere"}
	linked := func(p *pagetest.Page) []string {
		var fields []string
		for n := range p.All("main")[0].Descendants() {
			if field, isLink := strings.CutPrefix(pagetest.Attribute(n, "href"), "#"); isLink && !slices.Contains(fields, field) {
				fields = append(fields, field)
			}
		}
		return fields
	}
	faulty := apitest.Start(t, with(apitest.Answers{evaluatePath: apitest.Refusal(&problem.Problem{Code: problem.InvalidRequest, Faults: faults})}))
	require.Equal(t, order[:6], linked(pagetest.Parse(t, send(t, faulty, "/requests/check", filled()).Body.String())))
	denying := apitest.Start(t, with(apitest.Answers{
		evaluatePath: apitest.JSON(apitest.Partial(record, api.Fixes{})), "/v1/environment-requests/" + record.RequestID: apitest.JSON(record),
	}))
	checked := pagetest.Parse(t, send(t, denying, "/requests/check", filled()).Body.String())
	require.Equal(t, append([]string{"fix"}, order[:6]...), linked(checked))
	require.Contains(t, checked.Text(), "Policy would deny this request: 7 things to change", "two rules about one field ask for one change")
	review := page(t, denying, "/requests/"+record.RequestID, 200)
	require.Equal(t, order[:6], linked(review))
	require.Contains(t, review.Texts("h1")[0], "7 things to change")
}

func TestFormsThatAreNoText(t *testing.T) {
	address := apitest.Start(t, with(nil))
	require.Equal(t, http.StatusBadRequest, send(t, address, "/requests/new", url.Values{"owner": {"\xff"}}).Code)
	require.Equal(t, http.StatusRequestEntityTooLarge, send(t, address, "/requests/new", url.Values{"owner": {strings.Repeat("w", 70_000)}}).Code)
}

func TestCheck(t *testing.T) {
	address := apitest.Start(t, with(apitest.Answers{evaluatePath: apitest.JSON(apitest.Partial(denied(), api.Fixes{}))}))
	w := send(t, address, "/requests/check", filled())
	require.Equal(t, 200, w.Code)
	p := pagetest.Parse(t, w.Body.String())
	require.Contains(t, p.Text(), "Policy would deny this request: 2 things to change Nothing was sent yet. Why there is no fix It needs an expiry date. Something <b>elsewhere</b>.")
	require.Contains(t, p.Text(), "Use 2026-12-21")
	require.Contains(t, p.Text(), "Note: No price. Ask.")
	require.Equal(t, "the-key", value(p, "key"))

	values := filled()
	values.Set("use", "expiry_date=2026-12-21")
	require.Equal(t, "2026-12-21", value(pagetest.Parse(t, send(t, address, "/requests/check", values).Body.String()), "expiry_date"))
}

// TestFeedbackIsOnTouchedFieldsOnly is the live feedback: one call to the API.
func TestFeedbackIsOnTouchedFieldsOnly(t *testing.T) {
	asked := 0
	address := apitest.Start(t, with(apitest.Answers{evaluatePath: func(w http.ResponseWriter, r *http.Request) {
		asked++
		partial := apitest.Partial(denied(), api.Fixes{})
		partial.Missing = []string{"owner", "cost_centre"}
		apitest.JSON(partial)(w, r)
	}}))
	values := filled()
	values.Del("owner")
	values["touched"] = []string{"expiry_date", "cost_centre"}
	w := send(t, address, "/requests/check", values)
	require.Equal(t, 200, w.Code)
	text := pagetest.Parse(t, w.Body.String()).Text()
	require.Contains(t, text, "Cost centre is missing")
	require.Contains(t, text, "It needs an expiry date.", "rules speak before every field is written")
	require.Equal(t, 1, asked)
	require.NotContains(t, text, "Owner is missing")
	require.NotContains(t, text, "No price.", "its field was not touched")
	require.NotContains(t, text, "Policy would", "there is no verdict yet")
}
