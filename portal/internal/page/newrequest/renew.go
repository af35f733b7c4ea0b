package newrequest

import (
	"fmt"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// renew shows the form with a stored request and the latest expiry date that policy accepts.
func renew(v *shell.Visit, id string) (shell.Answer, error) {
	found, err := v.API.Record(v.Context(), id)
	if err != nil {
		return shell.Answer{}, err
	}
	record := found.Value
	values := form.Of(record.Request)
	document, err := values.Document()
	if err != nil {
		return shell.Answer{}, err
	}
	evaluation, err := v.API.Evaluate(v.Context(), document, api.WithLatestExpiry)
	if err != nil {
		return shell.Answer{}, err
	}
	until := evaluation.LatestExpiry
	later := record.Request.ExpiryDate != "" && until > record.Request.ExpiryDate
	if later {
		values = values.Until(until)
	}
	provider := describe(v)
	feedback, err := form.Check(v.Context(), v.API, values)
	if err != nil {
		return shell.Answer{}, err
	}
	p := stored(v, values, feedback, provider())
	p.Heading = "Renew an environment"
	p.Notice = notRenewed(record.Request, until)
	if e := feedback.Evaluation; later && e != nil {
		p.Notice = renewed(record.Request, until, *e.Estimate)
	}
	return template.Answer(p.Heading, p), nil
}

// renewed returns the notice for a form with a later expiry date.
func renewed(r request.Request, until request.Date, e request.Estimate) *form.Notice {
	return &form.Notice{
		Kind: "good", Icon: shell.IconCheck, Passing: true, Send: "Submit the renewal",
		Heading: fmt.Sprintf("Renew %s, %s: from %s until %s", r.Application, r.Environment, r.ExpiryDate, until),
		Text:    "This is the latest day that policy allows. " + cost(r.ExpiryDate, until, e) + "Nothing was sent yet.",
	}
}

// notRenewed returns the notice for a form with the unchanged request, and says why.
func notRenewed(r request.Request, until request.Date) *form.Notice {
	why := "no latest expiry was found that policy accepts"
	switch {
	case r.ExpiryDate == "":
		why = "it has no expiry"
	case until == r.ExpiryDate:
		why = "its expiry is the latest that policy allows"
	case until != "":
		why = "policy allows " + string(until) + " at the latest"
	}
	return form.Warning(fmt.Sprintf("%s, %s is not renewed: %s", r.Application, r.Environment, why), "The form holds the request as it was.", "")
}

// cost returns the cost of the days between two expiry dates in words; empty if it is unknown.
func cost(from, until request.Date, e request.Estimate) string {
	days, err := from.DaysUntil(until)
	if err != nil || !e.KnownTotal.Known {
		return ""
	}
	const daysPerYear, monthsPerYear, centsPerDollar = 365, 12, 100
	about := "about"
	if e.AtLeast() {
		about = "at least"
	}
	dollars := e.KnownTotal.Cents * monthsPerYear * int64(days) / daysPerYear / centsPerDollar
	return fmt.Sprintf("The %s cost %s USD %s (%s). ", shell.Count(days, "day"), about, shell.Grouped(dollars), shell.MonthlyCost(e))
}
