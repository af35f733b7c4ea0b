package portal_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/portaltest"
)

// withFixes returns the answers of an API with the denied record and its fixes.
func withFixes(record request.Record, fixes wire.Fixes) portaltest.Answers {
	return with(portaltest.Answers{
		portaltest.RequestsPath + "/" + record.RequestID: portaltest.JSON(record), evaluatePath: portaltest.JSON(partial(record, fixes)),
	})
}

func reviewOf(t *testing.T, record request.Record, fixes wire.Fixes) *portaltest.Page {
	t.Helper()
	return page(t, portaltest.Start(t, withFixes(record, fixes)), "/requests/"+record.RequestID, 200)
}

func expiry() request.Change {
	return request.Change{Field: "expiry_date", To: request.Text("2026-12-21"), PolicyID: "common.expiry.required"}
}

// rows returns the text of each row of the page's first table.
func rows(p *portaltest.Page) []string {
	var list []string
	for n := range p.All("table")[0].Descendants() {
		if n.Data == "tr" {
			list = append(list, portaltest.Text(n))
		}
	}
	return list
}

// primary returns the maximum number of primary buttons in a section.
func primary(p *portaltest.Page) int {
	most := 0
	for _, section := range p.All("section") {
		count := 0
		for n := range section.Descendants() {
			if portaltest.Attribute(n, "class") == "button" {
				count++
			}
		}
		most = max(most, count)
	}
	return most
}

func TestTheFix(t *testing.T) {
	record := denied()
	p := reviewOf(t, record, wire.Fixes{
		Alternatives: []wire.Alternative{alternative(record, 1200, expiry(), request.Change{Field: "cluster_size", To: request.Text("small"), PolicyID: "organisation.unusual"})},
		Searched:     []wire.Searched{{Field: "expiry_date", Values: []request.Value{request.Text("2026-12-21"), {}}}, {Field: "controls.private_cluster", Values: []request.Value{request.Flag(true)}}},
	})
	require.Equal(t, []string{
		"Field Now Then",
		"Cluster size for organisation.unusual small",
		"Expiry date none 21 Dec 2026",
		"Cost a month 1,260.34 USD 1,200.00 USD −60.34",
	}, rows(p), "a field that no message names has its rule")
	p.LinksTo("/requests/new?fix=cluster_size%3Dsmall%26expiry_date%3D2026-12-21&from=" + record.RequestID)
	require.Equal(t, []string{"Apply the fix"}, buttons(p))
	p.Contains(
		"How we know that no fix has fewer changes: 3 values of 2 fields Expiry date 21 Dec 2026 , none Private cluster on",
		"Something <b>elsewhere</b>. The fix keeps this rule by changing Cluster size.",
	)
	p.Lacks("Change it.") // the advice names another field than the fix
}

func TestSeveralFixes(t *testing.T) {
	record := denied()
	dearer := alternative(record, 1300, request.Change{Field: "region", To: request.Text("eu-central-1")})
	dearer.Estimate.MonthlyTotal = request.Money{}
	dearer.Open = []wire.OpenField{
		{Field: "owner", PolicyID: "organisation.owner", Expected: "a team"},
		{Field: "owner", PolicyID: "organisation.other", Expected: "an address of ours"},
	}
	p := reviewOf(t, record, wire.Fixes{Bounded: true, Alternatives: []wire.Alternative{alternative(record, 1300, expiry()), dearer},
		Searched: []wire.Searched{{Field: "region", Values: []request.Value{request.Text("eu-central-1")}}}})
	require.Equal(t, []string{
		"Field Now Fix 1 Fix 2",
		"Owner for organisation.owner as it is yours to choose Expected: a team; an address of ours",
		"Region eu-west-1 as it is eu-central-1",
		"Expiry date none 21 Dec 2026 as it is",
		"Cost a month 1,260.34 USD 1,300.00 USD +39.66 at least 1,300.00 USD",
	}, rows(p))
	require.Equal(t, []string{"Apply fix 1", "Apply fix 2"}, buttons(p))
	require.Equal(t, 1, primary(p))
	p.LinksTo("/requests/new?fix=region%3Deu-central-1&from=" + record.RequestID)
	p.Contains(
		"The search ended at its limit: there may be a shorter fix. Tried: 1 value of 1 field",
		"Fix 1 keeps this rule by what it changes elsewhere.",
	)
}

func TestNoFix(t *testing.T) {
	record := denied()
	answers := withFixes(record, wire.Fixes{})
	evaluation := partial(record, wire.Fixes{Contradicting: []string{"common.budget", "common.expiry.required", "organisation.own"}})
	evaluation.Rules = []wire.RuleStatus{{PolicyID: "organisation.own", Field: "monthly_budget"}, {PolicyID: "common.budget", Field: "monthly_budget"}, {PolicyID: "common.expiry.required", Field: "expiry_date"}}
	answers[evaluatePath] = portaltest.JSON(evaluation)
	installation := portaltest.Profile(profile.Simulation)
	installation.Policies = []profile.Rule{{ID: "organisation.own", Field: "monthly_budget", Expected: "at most 10"}}
	answers[portaltest.InstallationPath] = portaltest.JSON(installation)
	path := "/requests/" + record.RequestID
	p := page(t, portaltest.Start(t, answers), path, 200)
	p.Contains("These rules contradict each other: no request keeps all of them. "+
		"common.budget is about Monthly budget common.expiry.required expects of Expiry date: a date organisation.own expects of Monthly budget: at most 10", "It needs an expiry date. Write one.")
	require.Equal(t, []string{"billing, development: Denied, no fix"}, p.Texts("h1"))
	require.Empty(t, buttons(p))

	answers[evaluatePath] = portaltest.JSON(wire.PartialEvaluation{})
	page(t, portaltest.Start(t, answers), path, 200).Contains("Policy would accept this request today.")
	reviewOf(t, record, wire.Fixes{Bounded: true}).Contains("The search for a fix ended without one.")
	reviewOf(t, record, wire.Fixes{Contradicting: []string{"common.budget"}}).Contains("No request keeps this rule: common.budget")
	nearest := &wire.Nearest{
		Changes:    []request.Change{{Field: "expiry_date", To: request.Text("2026-12-21")}},
		Violations: []wire.Expected{{PolicyID: "common.budget", Field: "monthly_budget", Expected: "at least 300"}},
	}
	reviewOf(t, record, wire.Fixes{Nearest: nearest}).Contains("No values that were tried are accepted. " +
		"These values come nearest to acceptance: Expiry date 21 Dec 2026 With them, the request still breaks: common.budget expects of Monthly budget: at least 300")
	answers[evaluatePath] = portaltest.Problem(problem.AdapterUnavailable)
	page(t, portaltest.Start(t, answers), path, 200).Contains("The fix could not be read")
}

func TestTheFixIsFilledIn(t *testing.T) {
	record := denied()
	other := alternative(record, 1300, request.Change{Field: "region", To: request.Text("eu-central-1")})
	other.Open = []wire.OpenField{{Field: "owner", PolicyID: "organisation.owner", Expected: "a team", Remediation: "Find one."}}
	address := portaltest.Start(t, withFixes(record, wire.Fixes{Alternatives: []wire.Alternative{alternative(record, 1300, expiry()), other}}))
	path := "/requests/new?from=" + record.RequestID
	first := page(t, address, path+"&fix=expiry_date%3D2026-12-21", 200)
	first.Contains("The fix is filled in Nothing was sent yet.")
	require.Equal(t, "2026-12-21", value(first, "expiry_date"))
	require.Equal(t, "billing", value(first, "application"))

	second := page(t, address, path+"&fix=region%3Deu-central-1", 200)
	require.Empty(t, value(second, "expiry_date"))
	require.True(t, strings.HasPrefix(second.Text(), "The fix is filled in; the rest is yours to choose "+
		"Policy accepts the request once you choose: Owner : expected a team. Find one. Nothing was sent yet."), second.Text())
	second.LinksTo("#owner")

	require.Empty(t, value(page(t, address, path, 200), "expiry_date"))
	for _, number := range []string{"1", "", "expiry_date=2026-12-22", "expiry_date"} { // such as after a rule change
		gone := page(t, address, path+"&fix="+number, 200)
		require.Contains(t, gone.Text(), "The fix is not filled in", number)
		require.Empty(t, value(gone, "expiry_date"))
	}
	page(t, address, "/requests/new?fix=1&from=req-0", 404).Contains("route_not_found")
}

// TestOnlyAPersonCanFix shows a fix without values to fill in.
func TestOnlyAPersonCanFix(t *testing.T) {
	record := denied()
	fix := alternative(record, 1300)
	fix.Open = []wire.OpenField{{Field: "owner", PolicyID: "organisation.owner", Expected: "a team"}}
	address := portaltest.Start(t, withFixes(record, wire.Fixes{Alternatives: []wire.Alternative{fix}}))
	require.Equal(t, []string{"Choose in the form"}, buttons(page(t, address, "/requests/"+record.RequestID, 200)))
	form := page(t, address, "/requests/new?fix=&from="+record.RequestID, 200)
	form.Contains("The rest is yours to choose")
	form.Lacks("filled in")
}

// TestTheFormOffersTheFixes checks that the form shows fixes before the request is sent.
func TestTheFormOffersTheFixes(t *testing.T) {
	record := denied()
	other := alternative(record, 1300, request.Change{Field: "region", To: request.Text("eu-central-1")}, expiry())
	other.Open = []wire.OpenField{{Field: "owner", PolicyID: "organisation.owner", Expected: "a team"}}
	person := alternative(record, 1300)
	person.Open = other.Open
	checked := func(alternatives ...wire.Alternative) *portaltest.Page {
		address := portaltest.Start(t, withFixes(record, wire.Fixes{Alternatives: alternatives}))
		return posted(t, address, "/requests/check", filled(), 200)
	}
	p := checked(alternative(record, 1200, expiry()), other)
	require.Equal(t, []string{
		"Field Now Fix 1 Fix 2",
		"Owner for organisation.owner as it is yours to choose Expected: a team",
		"Region eu-west-1 as it is eu-central-1",
		"Expiry date none 21 Dec 2026 21 Dec 2026",
		"Cost a month 1,260.34 USD 1,200.00 USD −60.34 1,300.00 USD +39.66",
	}, rows(p))
	require.Equal(t, []string{"expiry_date=2026-12-21", "expiry_date=2026-12-21", "region=eu-central-1&expiry_date=2026-12-21", "expiry_date=2026-12-21"}, uses(p),
		"beside the field, each fix, and beside the verdict")
	require.Subset(t, buttons(p), []string{"Apply fix 1", "Apply fix 2"})
	p.Contains(
		"Fills the changes into the form. Nothing is sent before you submit it.",
		"Nothing was sent yet. Review the 2 suggested fixes",
	)

	require.Contains(t, buttons(checked(alternative(record, 1200, expiry()))), "Apply the fix")
	p = checked(person)
	require.Contains(t, buttons(p), "Choose Owner")
	p.LinksTo("#owner")
	p.Contains("Review the suggested fix")
}

// uses returns the values that the buttons of a form fill in.
func uses(p *portaltest.Page) []string {
	var list []string
	for _, b := range p.All("button") {
		if portaltest.Attribute(b, "name") == "use" {
			list = append(list, portaltest.Attribute(b, "value"))
		}
	}
	return list
}

// TestAFixIsFilledInWithoutScripts checks that the page names the filled-in fields.
func TestAFixIsFilledInWithoutScripts(t *testing.T) {
	record := denied()
	values := filled()
	values.Set("use", "region=eu-central-1&expiry_date=2026-12-21&nowhere=x")
	p := posted(t, portaltest.Start(t, withFixes(record, wire.Fixes{})), "/requests/check", values, 200)
	p.Contains("Filled in: Region, Expiry date. Nothing was sent yet.")
	require.Equal(t, "2026-12-21", value(p, "expiry_date"))
	require.Equal(t, "billing", value(p, "application"))
}

// TestTheFormNamesWhatContradicts checks that the page shows the expected values of the
// organisation's rules.
func TestTheFormNamesWhatContradicts(t *testing.T) {
	evaluation := partial(denied(), wire.Fixes{Contradicting: []string{"common.budget", "organisation.own"}})
	evaluation.Rules = []wire.RuleStatus{{PolicyID: "organisation.own", Field: "controls.private_cluster"}, {PolicyID: "common.budget", Field: "monthly_budget"}}
	installation := portaltest.Profile(profile.Simulation)
	installation.Policies = []profile.Rule{{ID: "organisation.own", Field: "controls.private_cluster", Expected: "true"}}
	address := portaltest.Start(t, portaltest.Answers{evaluatePath: portaltest.JSON(evaluation), portaltest.InstallationPath: portaltest.JSON(installation)})
	p := posted(t, address, "/requests/check", filled(), 200)
	p.Contains(
		"Policy would deny this request: there is no fix Nothing was sent yet. Why there is no fix",
		"common.budget is about Monthly budget organisation.own expects of Private cluster: on",
	)
	require.Empty(t, uses(p), "no value leads to acceptance")
}

// TestCountListAndMarksAgree checks that a page marks the fields that it counts, and no others.
func TestCountListAndMarksAgree(t *testing.T) {
	record := denied()
	size := request.Change{Field: "cluster_size", To: request.Text("small"), PolicyID: "organisation.unusual"}
	fact, open := alternative(record, 1300, size), alternative(record, 1300, expiry())
	fact.Confirm = []wire.ConfirmedField{{Field: "environment", Values: []request.Value{request.Text("test")}}}
	open.Open = []wire.OpenField{{Field: "owner", PolicyID: "organisation.owner", Expected: "a team"}}
	for box, c := range map[string]struct {
		found  []wire.Alternative
		fields []string
		take   string
	}{
		"apply the fix below,":                       {[]wire.Alternative{alternative(record, 1200, size, expiry())}, []string{"cluster_size", "expiry_date"}, "Apply 2 changes"},
		"declare another fact below, if it is true,": {[]wire.Alternative{fact}, []string{"environment", "cluster_size"}, "Fill in the rest of the fix"},
		"apply one of the fixes below,":              {[]wire.Alternative{open, alternative(record, 1400, size)}, []string{"expiry_date", "owner"}, "Apply fix 1"},
		"change what is listed":                      {nil, []string{"expiry_date", ""}, ""},
	} {
		fixes := wire.Fixes{Alternatives: c.found, Bounded: true}
		review := reviewOf(t, record, fixes)
		review.Contains("Nothing was lost: " + box)
		require.Contains(t, review.Texts("h1")[0], ": Denied, 2 things to change")
		require.ElementsMatch(t, c.fields, marked(review), box)

		form := posted(t, portaltest.Start(t, withFixes(record, fixes)), "/requests/check", filled(), 200)
		form.Contains("Policy would deny this request: 2 things to change.")
		require.Subset(t, append(marked(form), ""), c.fields, box)
		for _, field := range marked(form) {
			require.Contains(t, c.fields, field)
		}
		if c.take != "" {
			require.Equal(t, 2, strings.Count(strings.Join(buttons(form), "|")+"|", c.take+"|"), "the verdict and the fix have one button")
		}
	}
}

// marked returns the fields with a message in red. It returns an empty name for those without a row.
func marked(p *portaltest.Page) (fields []string) {
	for _, n := range p.All("p") {
		if portaltest.Attribute(n, "class") != "rule" {
			continue
		}
		field := ""
		for at := n.Parent; at != nil && field == ""; at = at.Parent {
			if id := portaltest.Attribute(at, "id"); at.Data == "tr" {
				field = id
			} else if name, ok := strings.CutSuffix(id, "-messages"); ok {
				field = name
			}
		}
		fields = append(fields, field)
	}
	return fields
}
