package portal_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/problem"
	"platform.internal/portal"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/apitest"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/pagetest"
)

const evaluatePath = "/v1/environment-requests/evaluate"

// send posts a form to a portal before an API at address.
func send(t *testing.T, address, path string, values url.Values) *httptest.ResponseRecorder {
	t.Helper()
	handler, err := portal.New(portal.Options{API: address, Hosts: []string{"127.0.0.1"}})
	require.NoError(t, err)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(values.Encode()))
	r.Host = "127.0.0.1:8081"
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w
}

// filled are the values of a form that is whole.
func filled() url.Values {
	return url.Values{
		"key": {"the-key"}, "application": {"billing"}, "environment": {"development"}, "owner": {"team@example.com"},
		"cost_centre": {"CC-1"}, "data_classification": {"internal"}, "region": {"eu-west-1"}, "network_cidr": {"10.20.0.0/20"},
		"cluster_size": {"small"}, "monthly_budget": {"500"}, "business_justification": {"A reason that is long enough."}, "expiry_date": {""},
	}
}

// denied is a record with a rule about a field of the form, one about a field
// that it does not have, and an advisory.
func denied() environment.Record {
	record := apitest.Record("billing", environment.Denied)
	record.Fingerprint, record.Provider, record.Mode = "sha256:0", "provider_a", "simulation"
	record.Violations = []environment.Violation{
		{PolicyID: "common.expiry.required", Field: "expiry_date", Message: "It needs an expiry date.", Remediation: "Write one.",
			Expected: "a date", Suggestion: environment.Text("2026-12-21")},
		{PolicyID: "organisation.odd", Field: "elsewhere", Message: "Something <b>elsewhere</b>.", Remediation: "Change it."},
	}
	record.Advisories = []environment.Violation{{PolicyID: "common.note", Field: "monthly_budget", Message: "No price.", Remediation: "Ask."}}
	return record
}

func evaluation(record environment.Record, fix ...environment.Change) api.Evaluation {
	return api.Evaluation{Record: record, Fix: fix}
}

// value returns the value of the input with the name.
func value(p *pagetest.Page, name string) string {
	for _, input := range p.All("input") {
		if pagetest.Attribute(input, "name") == name {
			return pagetest.Attribute(input, "value")
		}
	}
	return ""
}

func hasLink(p *pagetest.Page, href string) bool {
	for _, a := range p.All("a") {
		if pagetest.Attribute(a, "href") == href {
			return true
		}
	}
	return false
}

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

func has(n *html.Node, attribute string) bool {
	for _, a := range n.Attr {
		if a.Key == attribute {
			return true
		}
	}
	return false
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

// TestWhatIsNotTaken holds the form to its status, its key and its values.
func TestWhatIsNotTaken(t *testing.T) {
	faults := apitest.Refusal(&problem.Problem{Code: problem.InvalidRequest, Faults: []problem.Fault{
		{Field: "owner", Message: "must be <one> address"}, {Field: "extra", Message: "is unknown"},
	}})
	for name, c := range map[string]struct {
		answer  http.HandlerFunc
		status  int
		keepKey bool
		words   string
	}{
		"faults":     {faults, 422, true, "There is a problem Owner must be <one> address"},
		"reused key": {apitest.Problem(problem.IdempotencyKeyReused), 409, false, "You changed a request that was already sent. Check it and send it as a new one."},
		"no key":     {apitest.Problem(problem.IdempotencyKeyMissing), 400, false, "without the key"},
		"restarted":  {apitest.Problem(problem.InstallationRequired), 409, false, "a restart loses it"},
		"full":       {apitest.Problem(problem.CapacityExhausted), 503, true, "A reason for capacity_exhausted."},
		"no sense":   {apitest.Raw(200, "text/html", "x"), 502, true, "A retry makes no second request."},
	} {
		address := apitest.Start(t, with(apitest.Answers{apitest.RequestsPath: c.answer, evaluatePath: faults}))
		values := filled()
		values.Set("owner", `"><script>alert(1)</script>`)
		values.Set("cluster_size", "huge")
		w := send(t, address, "/requests/new", values)
		require.Equal(t, c.status, w.Code, name)
		p := pagetest.Parse(t, w.Body.String())
		require.Contains(t, p.Text(), c.words, name)
		require.True(t, strings.HasPrefix(pagetest.Text(p.All("title")[0]), "Error: New environment"), name)
		require.Equal(t, c.keepKey, value(p, "key") == "the-key", name)
		require.NotEmpty(t, value(p, "key"), name)
		require.Equal(t, values.Get("owner"), value(p, "owner"), name)
		require.Contains(t, p.Texts("option"), "huge", name)
		require.Equal(t, "A reason that is long enough.", pagetest.Text(p.All("textarea")[0]), name)
	}
}

func TestFormsBeforeAnAPIThatIsGone(t *testing.T) {
	address := apitest.Down(t)
	for _, path := range []string{"/requests/new", "/requests/check"} {
		w := send(t, address, path, filled())
		require.Equal(t, http.StatusServiceUnavailable, w.Code)
		p := pagetest.Parse(t, w.Body.String())
		require.Equal(t, "the-key", value(p, "key"), "sending it again is a retry")
		require.Equal(t, "billing", value(p, "application"))
	}
	for _, path := range []string{"/requests/new", "/requests", "/requests/req-1", "/setup", "/setup/boundaries?provider=provider_a&mode=sandbox"} {
		require.Contains(t, page(t, address, path, 503).Text(), "Try again", path)
	}
	w := send(t, address, "/setup", url.Values{"provider": {"provider_a"}, "mode": {"sandbox"}, "region": {"eu-west-1"}})
	require.Equal(t, http.StatusServiceUnavailable, w.Code)
	require.True(t, hasLink(pagetest.Parse(t, w.Body.String()), "/setup?mode=sandbox&provider=provider_a&region=eu-west-1"), "the choices are kept")
	w = send(t, address, "/requests/req-1/proposal", url.Values{"key": {"the-key"}})
	require.Equal(t, http.StatusServiceUnavailable, w.Code)
	require.Equal(t, "the-key", value(pagetest.Parse(t, w.Body.String()), "key"))
}

// TestAFailureSaysWhatIsKnown tells a check, which sends nothing, from an attempt
// whose answer was lost, and both from a refusal.
func TestAFailureSaysWhatIsKnown(t *testing.T) {
	down := apitest.Down(t)
	full := apitest.Start(t, with(apitest.Answers{
		apitest.RequestsPath: apitest.Problem(problem.CapacityExhausted), evaluatePath: apitest.Problem(problem.AdapterUnavailable),
		apitest.ProposalsPath: apitest.Problem(problem.AdapterUnavailable),
	}))
	for _, c := range []struct{ address, path, words, not string }{
		{down, "/requests/check", "Not checked The platform API did not answer, so policy was not asked. Nothing was sent.", "second request"},
		{full, "/requests/check", "Not checked A reason for adapter_unavailable. What you wrote stands below; check it again", "second request"},
		{down, "/requests/new", "It is not known whether this was sent", "Not sent"},
		{full, "/requests/new", "Not sent A reason for capacity_exhausted.", "not known"},
		{down, "/requests/req-1/proposal", "It is not known whether the proposal was created The platform API did not answer.", "No proposal was created"},
		{full, "/requests/req-1/proposal", "No proposal was created A reason for adapter_unavailable.", "not known"},
	} {
		p := pagetest.Parse(t, send(t, c.address, c.path, filled()).Body.String())
		require.Contains(t, p.Text(), c.words, c.path)
		require.NotContains(t, strings.ReplaceAll(p.Text(), c.words, ""), c.not, c.path)
		require.Equal(t, "the-key", value(p, "key"))
	}
	p := pagetest.Parse(t, send(t, down, "/requests/req-1/proposal", filled()).Body.String())
	require.Equal(t, []string{"Try again"}, buttons(p), "one way on")
	require.True(t, hasLink(p, "/requests/req-1"))
}

// buttons returns what stands on the buttons of a page's main part.
func buttons(p *pagetest.Page) []string {
	var names []string
	for n := range p.All("main")[0].Descendants() {
		if n.Data == "button" || n.Data == "a" && strings.HasPrefix(pagetest.Attribute(n, "class"), "button") {
			names = append(names, pagetest.Text(n))
		}
	}
	return names
}

// TestAddressesOfFormsLeadBack reloads the answer to a form in a new tab.
func TestAddressesOfFormsLeadBack(t *testing.T) {
	for path, want := range map[string]string{"/requests/check": "/requests/new", "/requests/req-1/proposal": "/requests/req-1"} {
		for _, address := range []string{apitest.Start(t, with(nil)), apitest.Down(t)} {
			w := ask(t, address, http.MethodGet, path)
			require.Equal(t, http.StatusSeeOther, w.Code, path)
			require.Equal(t, want, w.Header().Get("Location"))
		}
	}
}

// TestARefusalThatTheSecondLookDoesNotFind submits to an API that is replaced
// before it is asked what is wrong.
func TestARefusalThatTheSecondLookDoesNotFind(t *testing.T) {
	address := apitest.Start(t, with(apitest.Answers{
		apitest.RequestsPath: apitest.Refusal(&problem.Problem{Code: problem.InvalidRequest, Faults: []problem.Fault{{Field: "owner", Message: "must be another"}}}),
		evaluatePath:         apitest.JSON(evaluation(apitest.Record("billing", environment.Accepted))),
	}))
	w := send(t, address, "/requests/new", filled())
	require.Equal(t, http.StatusUnprocessableEntity, w.Code)
	require.Contains(t, pagetest.Parse(t, w.Body.String()).Text(), "There is a problem Owner must be another")
}

// TestTheOrderIsThatOfTheForm gives faults and rules in another order.
func TestTheOrderIsThatOfTheForm(t *testing.T) {
	var faults []problem.Fault
	record := apitest.Record("billing", environment.Denied)
	record.Violations = nil
	for _, name := range []string{"elsewhere", "expiry_date", "controls.private_cluster", "environment", "monthly_budget", "monthly_budget", "application", "owner"} {
		faults = append(faults, problem.Fault{Field: name, Message: "is wrong"})
		record.Violations = append(record.Violations, environment.Violation{PolicyID: name, Field: name, Message: "About " + name + "."})
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
		evaluatePath: apitest.JSON(evaluation(record)), "/v1/environment-requests/" + record.RequestID: apitest.JSON(record),
	}))
	checked := pagetest.Parse(t, send(t, denying, "/requests/check", filled()).Body.String())
	require.Equal(t, order[:6], linked(checked))
	require.Contains(t, checked.Text(), "Policy would deny this: 7 things to change", "two rules about one field ask for one change")
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
	address := apitest.Start(t, with(apitest.Answers{evaluatePath: apitest.JSON(evaluation(denied()))}))
	w := send(t, address, "/requests/check", filled())
	require.Equal(t, 200, w.Code)
	p := pagetest.Parse(t, w.Body.String())
	require.Contains(t, p.Text(), "Policy would deny this: 2 things to change Nothing was sent yet. It needs an expiry date. Something <b>elsewhere</b>.")
	require.Contains(t, p.Text(), "Use 2026-12-21")
	require.Contains(t, p.Text(), "Note: No price. Ask.")
	require.Equal(t, "the-key", value(p, "key"))

	values := filled()
	values.Set("use", "expiry_date=2026-12-21")
	require.Equal(t, "2026-12-21", value(pagetest.Parse(t, send(t, address, "/requests/check", values).Body.String()), "expiry_date"))
}

// TestOnlyTouchedFieldsAreSpokenOf is the live feedback.
func TestOnlyTouchedFieldsAreSpokenOf(t *testing.T) {
	faulty := apitest.Refusal(&problem.Problem{Code: problem.InvalidRequest, Faults: []problem.Fault{
		{Field: "owner", Message: "is missing"}, {Field: "cost_centre", Message: "is missing"},
	}})
	whole := 0
	address := apitest.Start(t, with(apitest.Answers{evaluatePath: func(w http.ResponseWriter, r *http.Request) {
		var document map[string]any
		_ = json.NewDecoder(r.Body).Decode(&document)
		if document["owner"] == nil {
			faulty(w, r)
			return
		}
		whole++
		apitest.JSON(evaluation(denied()))(w, r)
	}}))
	values := filled()
	values.Del("owner")
	values["touched"] = []string{"expiry_date", "cost_centre"}
	w := send(t, address, "/requests/check", values)
	require.Equal(t, 200, w.Code)
	text := pagetest.Parse(t, w.Body.String()).Text()
	require.Contains(t, text, "Cost centre is missing")
	require.Contains(t, text, "It needs an expiry date.", "rules speak before every field is written")
	require.Equal(t, 2, whole, "it is tried as different wholes")
	require.NotContains(t, text, "Owner is missing")
	require.NotContains(t, text, "No price.", "its field was not touched")
	require.NotContains(t, text, "Policy would", "no verdict on values that stand in for others")
}

func TestDeniedReview(t *testing.T) {
	record := denied()
	path := "/requests/" + record.RequestID
	fix := environment.Change{Field: "expiry_date", To: environment.Text("2026-12-21")}
	answers := with(apitest.Answers{"/v1/environment-requests/" + record.RequestID: apitest.JSON(record), evaluatePath: apitest.JSON(evaluation(record, fix))})
	p := page(t, apitest.Start(t, answers), path, 200)
	require.Equal(t, []string{"billing, development: Denied, 2 things to change"}, p.Texts("h1"))
	for _, words := range []string{
		"It needs an expiry date.", "Rules about other fields", "Something <b>elsewhere</b>.", "Note: No price.",
		"Expiry date none 2026-12-21", "A denied request has no resources.", "A review proposal can be created once policy accepts the request.",
		record.RequestID, "sha256:0", "Change Expiry date",
	} {
		require.Contains(t, p.Text(), words)
	}
	require.True(t, hasLink(p, "/requests/new?from="+record.RequestID+"&fix=1"))
	require.True(t, hasLink(p, "/requests/new?from="+record.RequestID+"#expiry_date"))
	require.True(t, hasLink(p, "#expiry_date"))
	require.NotContains(t, p.Text(), "Create review proposal")

	answers[evaluatePath] = apitest.JSON(evaluation(record))
	require.Contains(t, page(t, apitest.Start(t, answers), path, 200).Text(), "No list of suggested changes leads to acceptance.")
	answers[evaluatePath] = apitest.Problem(problem.AdapterUnavailable)
	require.Contains(t, page(t, apitest.Start(t, answers), path, 200).Text(), "The fix could not be read")
}

func TestTheFixIsFilledIn(t *testing.T) {
	record := denied()
	fix := environment.Change{Field: "expiry_date", To: environment.Text("2026-12-21")}
	address := apitest.Start(t, with(apitest.Answers{
		"/v1/environment-requests/" + record.RequestID: apitest.JSON(record), evaluatePath: apitest.JSON(evaluation(record, fix)),
	}))
	p := page(t, address, "/requests/new?fix=1&from="+record.RequestID, 200)
	require.Contains(t, p.Text(), "The fix is filled in Nothing was sent yet.")
	require.Equal(t, "2026-12-21", value(p, "expiry_date"))
	require.Equal(t, "billing", value(p, "application"))
	require.Empty(t, value(page(t, address, "/requests/new?from="+record.RequestID, 200), "expiry_date"))
	require.Contains(t, page(t, address, "/requests/new?from=req-0", 404).Text(), "route_not_found")
}

func accepted(mode installation.Mode) environment.Record {
	record := apitest.Record("checkout", environment.Accepted)
	record.Mode, record.Fingerprint, record.RecordPath = string(mode), "sha256:0", "environments/requests/x.yaml"
	if mode.ReturnsResources() {
		record.SimulatedResources = []environment.Resource{
			{Address: "aws_vpc.this", Type: "aws_vpc", Name: "net", Region: "eu-west-1"},
			{Address: "aws_subnet.this", Type: "aws_subnet", Name: "part", Region: "eu-west-1", Parent: "aws_vpc.this", Controls: []environment.Control{environment.PrivateCluster}},
		}
	}
	return record
}

func TestAcceptedReview(t *testing.T) {
	record := accepted(installation.Simulation)
	path := "/requests/" + record.RequestID
	answers := with(apitest.Answers{"/v1/environment-requests/" + record.RequestID: apitest.JSON(record), apitest.ProposalsPath: apitest.JSON(apitest.List{})})
	p := page(t, apitest.Start(t, answers), path, 200)
	require.Equal(t, []string{"checkout, development: Accepted"}, p.Texts("h1"))
	for _, words := range []string{
		"Create review proposal", "Simulated, nothing was created", "All 2 resources", "aws_subnet", "USD 1,260.34 of 12,500 a month",
		"platform request validate request.json --profile profile.json", "environments/requests/x.yaml", "Same",
	} {
		require.Contains(t, strings.ReplaceAll(p.Text(), "The same", "Same"), words)
	}
	require.NotEmpty(t, value(p, "key"))
	require.NotContains(t, p.Text(), "The fix")

	answers[apitest.ProposalsPath] = apitest.Raw(200, "application/json", `{"items":[{"proposal_id":"prop-1"}]}`)
	there := page(t, apitest.Start(t, answers), path, 200)
	require.True(t, hasLink(there, "/proposals/prop-1"))
	require.NotContains(t, there.Text(), "Create review proposal", "what exists is a link")

	answers[apitest.ProposalsPath] = apitest.Problem(problem.InternalError)
	require.Contains(t, page(t, apitest.Start(t, answers), path, 200).Text(), "It is not known whether there is a proposal")

	record = accepted(installation.Sandbox)
	answers["/v1/environment-requests/"+record.RequestID] = apitest.JSON(record)
	require.Contains(t, page(t, apitest.Start(t, answers), path, 200).Text(), "Only simulation mode shows resources; this request was evaluated in sandbox mode.")
}

func TestPropose(t *testing.T) {
	var key string
	answers := with(apitest.Answers{apitest.ProposalsPath: func(w http.ResponseWriter, r *http.Request) {
		key = r.Header.Get("Idempotency-Key")
		apitest.Raw(201, "application/json", `{"proposal_id":"prop-1"}`)(w, r)
	}})
	w := send(t, apitest.Start(t, answers), "/requests/req-1/proposal", url.Values{"key": {"the-key"}})
	require.Equal(t, http.StatusSeeOther, w.Code)
	require.Equal(t, "/proposals/prop-1", w.Header().Get("Location"))
	require.Equal(t, "the-key", key)

	answers[apitest.ProposalsPath] = apitest.Problem(problem.RequestNotAccepted)
	w = send(t, apitest.Start(t, answers), "/requests/req-1/proposal", url.Values{"key": {"the-key"}})
	require.Equal(t, http.StatusConflict, w.Code)
	pagetest.Parse(t, w.Body.String())
}

func TestListOfRequests(t *testing.T) {
	var asked string
	answers := with(apitest.Answers{apitest.RequestsPath: func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.RawQuery
		apitest.JSON(apitest.List{Items: records(2), Next: "req-2"})(w, r)
	}})
	address := apitest.Start(t, answers)
	p := page(t, address, "/requests?application=+Checkout+&owner=&decision=denied&after=req-0", 200)
	require.Equal(t, "after=req-0&application=checkout&decision=denied&limit=50", asked)
	require.Contains(t, p.Text(), "The next 2 requests; more follow; in ID order")
	require.True(t, hasLink(p, "/requests?after=req-2&application=Checkout&decision=denied"))
	require.True(t, hasLink(p, "/requests?application=Checkout&decision=denied"))
	require.Equal(t, "Checkout", value(p, "application"))

	for query, words := range map[string]string{
		"":                          "1–2 of 3 requests; in ID order",
		"?decision=accepted":        "1–2 of 3 requests",
		"?decision=denied":          "1–2 of more requests",
		"?owner=x":                  "1–2 of more requests",
		"?after=req-0&at=3":         "3–4 of more requests; in ID order",
		"?after=req-0&order=newest": "The next 2 requests; more follow; the newest first",
	} {
		require.Contains(t, page(t, address, "/requests"+query, 200).Text(), words, query)
	}
	require.True(t, hasLink(page(t, address, "/requests?order=newest", 200), "/requests?after=req-2&at=3&order=newest"))

	answers[apitest.RequestsPath] = apitest.JSON(apitest.List{})
	require.Contains(t, page(t, address, "/requests", 200).Text(), "No requests yet. New environment")
	require.Contains(t, page(t, address, "/requests?owner=x", 200).Text(), "No request matches.")
	answers[apitest.RequestsPath] = apitest.Problem(problem.InvalidRequest)
	wrong := page(t, address, "/requests?decision=perhaps", 422)
	require.True(t, hasLink(wrong, "/requests"), "a way back to the list")
	require.NotContains(t, wrong.Text(), "Go back")
}
