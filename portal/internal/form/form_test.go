package form_test

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/portaltest"
)

const evaluatePath = "/v1/environment-requests/evaluate"

func TestEveryFieldOfARequestIsInTheForm(t *testing.T) {
	var names []string
	for _, f := range form.All() {
		names = append(names, f.Name)
		require.NotEmpty(t, f.Label)
		require.Equal(t, f.Label, form.Label(f.Name))
	}
	require.ElementsMatch(t, request.FieldNames(), append(names, "controls"))
	require.Equal(t, "controls", form.Label("controls"))
}

// theRequest returns the submitted form of a complete request.
func theRequest() url.Values {
	return url.Values{
		"application": {" Checkout "}, "environment": {"dev"}, "owner": {"team@example.com"}, "cost_centre": {"cc-1"},
		"data_classification": {"internal"}, "region": {"eu-west-1"}, "network_cidr": {"10.20.0.0/20"}, "cluster_size": {"small"},
		"monthly_budget": {" 1\u00a0500 "}, "business_justification": {"Two lines\r\nof reasons."}, "expiry_date": {""},
		"controls.private_cluster": {"false", "true"}, "controls.central_logging": {"false"},
	}
}

func TestDocumentIsTheRequestThatWasWritten(t *testing.T) {
	encoded := form.Read(theRequest()).Document()
	got, err := request.Parse(document.Source{Format: document.JSON, Data: encoded})
	require.NoError(t, err)
	require.Equal(t, "checkout", got.Application)
	require.EqualValues(t, 1500, got.MonthlyBudget)
	require.Equal(t, "Two lines of reasons.", got.BusinessJustification)
	require.Equal(t, request.Controls{EncryptionAtRest: true, PrivateCluster: true, LeastPrivilege: true}, got.Controls)

	again := form.Of(got).Document()
	same, err := request.Parse(document.Source{Format: document.JSON, Data: again})
	require.NoError(t, err)
	require.Equal(t, got, same, "a form with a request's values makes that request")
}

func TestBudgetsAreReadWhereTheyMeanOneThing(t *testing.T) {
	for text, want := range map[string]string{
		"500": "500", "0500": "500", "0": "0", "-0": "0", "-5": "-5", "1e3": `"1e3"`, "1,500": "1500", "$500": "500", "USD 1,000,000": "1000000", "us$ 1 500": "1500", "500 USD": "500",
		"1,5": `"1,5"`, "1.500": `"1.500"`, "1,500.00": `"1,500.00"`, "15,00": `"15,00"`, "1,5000": `"1,5000"`, "0,500": `"0,500"`, ",500": `",500"`, "EUR 5": `"EUR 5"`, "$": `"$"`,
		"٣":   `"٣"`,
		"1.5": `"1.5"`, "--5": `"--5"`, strings.Repeat("9", 500): strings.Repeat("9", 500), `5,"x":1`: `"5,\"x\":1"`,
	} {
		encoded := form.Values{"monthly_budget": text}.Document()
		require.Equal(t, `{"monthly_budget":`+want+`}`, string(encoded), text)
	}
	encoded := form.Values{"controls.private_cluster": "perhaps", "owner": "  "}.Document()
	require.JSONEq(t, `{"controls":{"private_cluster":"perhaps"}}`, string(encoded))
}

func TestChangesAreFilledIn(t *testing.T) {
	values := form.Fresh([]string{"eu-west-1"})
	changed := values.With([]request.Change{
		{Field: "monthly_budget", To: request.Number(261)}, {Field: "nowhere", To: request.Text("x")},
	})
	require.Equal(t, "261", changed["monthly_budget"])
	require.NotContains(t, changed, "nowhere")
	require.NotContains(t, values, "monthly_budget", "the values themselves stay")
	var lines []string
	for _, c := range form.Changes([]request.Change{
		{Field: "expiry_date", To: request.Text("2027-01-31")},
		{Field: "monthly_budget", From: request.Number(10), To: request.Number(1260)},
		{Field: "controls.private_cluster", From: request.Flag(false), To: request.Flag(true)},
	}) {
		lines = append(lines, form.Label(c.Field)+": "+form.InWords(c.Field, c.From)+" to "+form.InWords(c.Field, c.To))
	}
	require.Equal(t, []string{"Monthly budget: 10 USD to 1,260 USD", "Expiry date: none to 2027-01-31", "Private cluster: off to on"}, lines)
}

func TestAButtonFillsInChanges(t *testing.T) {
	use := form.Use([]request.Change{
		{Field: "network_cidr", To: request.Text("10.20.0.0/20")}, {Field: "nowhere", To: request.Text("x")}, {Field: "owner", To: request.Text("a&b=c+d@example.com")},
		{Field: "expiry_date"},
	})
	require.Equal(t, "owner=a%26b%3Dc%2Bd%40example.com&expiry_date=&network_cidr=10.20.0.0%2F20", use, "in the order of the form")
	values := form.Values{"expiry_date": "2027-01-31", "application": "checkout"}
	changed, labels := values.Using(use + "&nowhere=x")
	require.Equal(t, form.Values{"owner": "a&b=c+d@example.com", "network_cidr": "10.20.0.0/20", "expiry_date": "", "application": "checkout"}, changed)
	require.Equal(t, []string{"Owner", "Expiry date", "Network range"}, labels)
	require.Equal(t, "2027-01-31", values["expiry_date"], "the values themselves stay")
	for _, nothing := range []string{"", "%zz"} {
		same, none := values.Using(nothing)
		require.Equal(t, values, same)
		require.Empty(t, none)
	}
	require.Empty(t, form.Use(nil))
}

func TestInputsKeepWhatWasWritten(t *testing.T) {
	size := form.Field{Name: "cluster_size", Kind: form.Choice, Choices: request.Sizes()}
	in := form.NewInput(size, "<huge>", form.Feedback{})
	require.Equal(t, form.Option{Value: "<huge>", Chosen: true, ID: "cluster_size-4"}, in.Options[3])
	require.Equal(t, []string{"small", "medium", "large"}, size.Choices, "the field itself stays")
	require.False(t, in.Only())
	require.True(t, form.NewInput(form.Field{Kind: form.Choice, Choices: []string{"one"}}, "one", form.Feedback{}).Only())
	for value, want := range map[string]string{"": "date", "2027-01-31": "date", "2027-02-30": "text", "tomorrow": "text", "12027-01-31": "text"} {
		require.Equal(t, want, form.Input{Value: value}.DateType(), value)
	}
}

func TestKeysDiffer(t *testing.T) {
	first, second := form.NewKey(), form.NewKey()
	require.NotEqual(t, first, second)
	require.Regexp(t, `^[A-Z2-7]{26}$`, first)
}

func TestBar(t *testing.T) {
	within := form.NewBar(estimated(request.Cents(25000)), 1000)
	require.Equal(t, form.Bar{Text: "250.00 of 1,000 USD a month", Known: true, Tone: "good", Filled: "25.0", Limit: "100.0"}, within)
	require.Equal(t, "warn", form.NewBar(estimated(request.Cents(90000)), 1000).Tone, "from 90 %")
	over := form.NewBar(estimated(request.Cents(200000)), 1000)
	require.Equal(t, form.Bar{Text: "2,000.00 of 1,000 USD a month", Known: true, Tone: "bad", Filled: "100.0", Limit: "50.0"}, over)
	require.False(t, form.NewBar(request.Estimate{}, 5).Known, "unknown is never zero")
	part := form.NewBar(request.Estimate{KnownTotal: request.Cents(25000)}, 1000)
	require.Equal(t, "At least 250.00 of 1,000 USD a month", part.Text)
	require.Equal(t, "0.0", form.NewBar(estimated(request.Cents(0)), 5).Filled)
	require.Equal(t, form.Bar{Text: "250.00 USD a month"}, form.NewBar(estimated(request.Cents(25000)), 0), "no budget is written yet")
}

func estimated(total request.Money) request.Estimate {
	return request.Estimate{KnownTotal: total, MonthlyTotal: total}
}

func check(t *testing.T, answers portaltest.Answers, values form.Values) (form.Feedback, error) {
	t.Helper()
	client, err := api.New(portaltest.Start(t, answers))
	require.NoError(t, err)
	return form.Check(t.Context(), client, values)
}

func TestFaultsBeginWithTheLabel(t *testing.T) {
	feedback, err := check(t, portaltest.Answers{evaluatePath: portaltest.Refusal(&problem.Problem{
		Code: problem.InvalidRequest, Faults: []problem.Fault{{Field: "owner", Message: "is missing"}, {Field: "extra", Message: "is unknown"}, {Message: "is unusual"}},
	})}, form.Values{})
	require.NoError(t, err)
	require.Equal(t, []string{"Owner is missing"}, feedback.Faults["owner"])
	require.Equal(t, []form.Item{{"owner", "Owner is missing"}, {"extra", "extra is unknown"}, {"", "is unusual"}}, feedback.Summary)
	require.Nil(t, feedback.Evaluation)
}

// TestAButtonForOneFieldIsProven uses a fix whose changes are accepted only together. The form
// offers no button for a single change, and the field says what the fix does.
func TestAButtonForOneFieldIsProven(t *testing.T) {
	changes := []request.Change{{Field: "network_cidr", To: request.Text("10.20.0.0/24")}, {Field: "monthly_budget", To: request.Number(645)}}
	denial := wire.PartialEvaluation{
		Violations: []request.Violation{{PolicyID: "size", Field: "network_cidr", Message: "Too small.", Remediation: "Type a larger one."}},
		Fixes:      wire.Fixes{Alternatives: []wire.Alternative{{Changes: changes}}},
		Proven:     []wire.Proven{{Field: "monthly_budget", Value: request.Number(645)}}, // the new network costs more than the old budget
	}
	feedback, err := check(t, portaltest.Answers{evaluatePath: portaltest.JSON(denial)}, form.Values{"network_cidr": "10.20.0.0/28", "monthly_budget": "1"})
	require.NoError(t, err)
	network, budget := feedback.Rules["network_cidr"][0], feedback.Rules["monthly_budget"][0]
	require.Empty(t, network.Use)
	require.Equal(t, "The fix changes it to 10.20.0.0/24, together with the rest.", network.Remediation)
	require.Equal(t, "monthly_budget=645", budget.Use)
	require.Empty(t, budget.Remediation)
	require.Equal(t, "The fix needs 645 USD.", budget.Message)
}

// TestAdviceThatIsDeniedIsNotShown checks that such advice has neither a button nor a text.
func TestAdviceThatIsDeniedIsNotShown(t *testing.T) {
	answer := portaltest.JSON(wire.PartialEvaluation{Advisories: []request.Violation{{
		PolicyID: "larger", Field: "cluster_size", Message: "It is small.", Remediation: "Choose medium.", Suggestion: request.Text("medium"),
	}}})
	feedback, err := check(t, portaltest.Answers{evaluatePath: answer}, form.Values{"cluster_size": "small"})
	require.NoError(t, err)
	require.Equal(t, form.BrokenRule{PolicyID: "larger", Message: "It is small.", Advisory: true, Calm: true, Offer: "Use medium"}, feedback.Rules["cluster_size"][0])
}

// TestNotesAfterAButton checks which notes stay after a button filled in the size: a note about the prices is about no
// value, and a budget that was left as it was written gets no other offer.
func TestNotesAfterAButton(t *testing.T) {
	answer := portaltest.JSON(wire.PartialEvaluation{
		Advisories: []request.Violation{
			{PolicyID: "large", Field: "monthly_budget", Message: "It is large.", Suggestion: request.Number(526)},
			{PolicyID: "own", Field: "monthly_budget", Message: "Say why."},
			{PolicyID: "provider_c.prices.current", Field: "monthly_budget", Message: "The prices are old.", Remediation: "Ask."},
			{PolicyID: "slow", Field: "cluster_size", Message: "It is slow.", Suggestion: request.Text("medium")},
		},
		Proven: []wire.Proven{{Field: "monthly_budget", Value: request.Number(526)}, {Field: "cluster_size", Value: request.Text("medium")}},
	})
	feedback, err := check(t, portaltest.Answers{evaluatePath: answer}, form.Values{})
	require.NoError(t, err)
	notes := func() (list []string) {
		for _, field := range []string{"monthly_budget", "cluster_size"} {
			for _, r := range feedback.Rules[field] {
				list = append(list, r.Message)
			}
		}
		return list
	}
	feedback.AfterUse("")
	require.Equal(t, []string{"It is large.", "Say why.", "It is slow."}, notes())
	require.Equal(t, "The prices are old. Ask.", form.PriceNote(feedback.Known.Advisories))
	feedback.AfterUse("cluster_size=small")
	require.Equal(t, []string{"Say why.", "It is slow."}, notes())
}

func TestNotReachedIsAnError(t *testing.T) {
	_, err := check(t, portaltest.Answers{evaluatePath: portaltest.Problem(problem.AdapterUnavailable)}, form.Values{})
	require.Error(t, err)
	_, err = check(t, portaltest.Answers{evaluatePath: portaltest.Problem(problem.InstallationRequired)}, form.Values{})
	require.Error(t, err)
}

// TestTheWordsAreThoseOfAForm checks that the API's messages about documents become messages about
// a form.
func TestTheWordsAreThoseOfAForm(t *testing.T) {
	feedback, ok := form.Refused(&problem.Problem{Code: problem.InvalidRequest, Faults: []problem.Fault{
		{Field: "environment", Code: problem.FaultMissing, Message: "is missing; write development, test or production"},
		{Field: "owner", Code: problem.FaultMissing, Message: "is missing; write an address"},
		{Field: "monthly_budget", Code: problem.FaultType, Message: "must be a number, not text"},
		{Field: "monthly_budget", Code: problem.FaultForm, Message: "must be whole US dollars from 1 to 1000000"},
	}})
	require.True(t, ok)
	require.Equal(t, []form.Item{
		{"monthly_budget", "Monthly budget must be a whole number of US dollars, such as 1500 or 1,500"},
		{"monthly_budget", "Monthly budget must be whole US dollars from 1 to 1,000,000"},
		{"owner", "Owner is missing; write an address"},
		{"environment", "Environment is missing; choose one"},
	}, feedback.Summary)

	on := form.NewRule(request.Violation{Field: "controls.private_cluster", Remediation: "Set it to true.", Suggestion: request.Flag(true), Expected: "true"}, false)
	require.Equal(t, form.BrokenRule{Remediation: "Switch it on.", Use: "controls.private_cluster=true", Offer: "Switch on", Expected: "on"}, on)
	off := form.NewRule(request.Violation{Field: "controls.private_cluster", Remediation: "Set it to false.", Suggestion: request.Flag(false), Expected: "false"}, false)
	require.Equal(t, form.BrokenRule{Remediation: "Switch it off.", Use: "controls.private_cluster=false", Offer: "Switch off", Expected: "off"}, off)
	larger := form.NewRule(request.Violation{Field: "cluster_size", Remediation: "Type medium or larger.", Suggestion: request.Text("medium")}, true)
	require.Equal(t, form.BrokenRule{Remediation: "Choose medium or larger.", Advisory: true, Use: "cluster_size=medium", Offer: "Use medium"}, larger)
	budget := form.NewRule(request.Violation{
		Field: "monthly_budget", Actual: request.Number(1000), Suggestion: request.Number(2462),
	}, false)
	require.Equal(t, "Use 2,462 USD", budget.Offer)
	require.Equal(t, "monthly_budget=2462", budget.Use)
}

// TestAFormIsCheckedWithOneCall checks a form that is nearly empty.
func TestAFormIsCheckedWithOneCall(t *testing.T) {
	asked := 0
	answer := func(w http.ResponseWriter, r *http.Request) {
		asked++
		require.Equal(t, "partial=true&choices=true", r.URL.RawQuery)
		body, _ := io.ReadAll(r.Body)
		require.JSONEq(t, `{"application": "checkout", "owner": "me"}`, string(body))
		portaltest.JSON(wire.PartialEvaluation{
			Missing: []string{"environment", "region"},
			Faults:  []problem.Fault{{Field: "owner", Code: problem.FaultForm, Message: "must be one e-mail address"}},
			Violations: []request.Violation{
				{PolicyID: "b", Field: "application", Message: "Always."},
				{PolicyID: "c", Field: "owner", Message: "Of a field with a fault."},
			},
		})(w, r)
	}
	feedback, err := check(t, portaltest.Answers{evaluatePath: answer}, form.Values{"application": "checkout", "owner": "me"})
	require.NoError(t, err)
	require.Equal(t, 1, asked)
	require.Equal(t, map[string][]form.BrokenRule{"application": {{PolicyID: "b", Message: "Always."}}}, feedback.Rules)
	require.Equal(t, []form.Item{
		{"owner", "Owner must be one e-mail address"}, {"environment", "Environment is missing; choose one"},
		{"region", "Region is missing; choose one"},
	}, feedback.Summary)
	require.Nil(t, feedback.Evaluation, "there is no verdict yet")
}

func TestACompleteFormHasAVerdict(t *testing.T) {
	feedback, err := check(t, portaltest.Answers{evaluatePath: portaltest.JSON(wire.PartialEvaluation{})}, form.Values{"application": "checkout"})
	require.NoError(t, err)
	require.NotNil(t, feedback.Evaluation)
}

// TestANoteIsNotCountedAsAMessage checks the text above the folded rules.
func TestANoteIsNotCountedAsAMessage(t *testing.T) {
	denial, note, fix := form.BrokenRule{}, form.BrokenRule{Advisory: true}, form.BrokenRule{Advisory: true, Fix: true}
	for want, rules := range map[string][]form.BrokenRule{
		"1 more message":              {denial, denial},
		"1 note":                      {denial, note},
		"2 more messages and 2 notes": {denial, denial, denial, note, note},
		"1 more note":                 {note, note},
		"2 notes":                     {fix, note, note},
	} {
		require.Equal(t, want, form.More(rules))
	}
}
