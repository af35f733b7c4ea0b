package newrequest

import (
	"fmt"
	"net/url"
	"slices"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// show shows the form: with the values in the address, with those of a request (from), with the changes of a fix (fix),
// or with a later expiry date (renew).
func show(v *shell.Visit) (shell.Answer, error) {
	if v.Installation.Fault != nil {
		return nil, v.Installation.Fault
	}
	query := v.URL.Query()
	if id := query.Get("renew"); id != "" {
		return renew(v, id)
	}
	if from := query.Get("from"); from != "" {
		return showFrom(v, from, query)
	}
	// The form is usable without the evaluation. It has no messages, because the user has not
	// entered anything yet.
	values, _ := form.Fresh(v.Installation.AllowedRegions).Using(v.URL.RawQuery)
	feedback, by, _ := ask(v, values)
	return template.Answer(name, newPage(v, "", form.NewKey(), values, feedback.Of(nil), by)), nil
}

func showFrom(v *shell.Visit, id string, query url.Values) (shell.Answer, error) {
	record, err := v.API.Record(v.Context(), id)
	if err != nil {
		return nil, err
	}
	values := form.Of(record.Value.Request)
	values[form.FollowedFacts] = query.Get(form.FollowedFacts)
	feedback, by, err := ask(v, values)
	if err != nil {
		return nil, err
	}
	notice := (*form.Notice)(nil)
	var fix *filledIn
	if query.Has("fix") && feedback.Evaluation != nil {
		// The address has the changes of the fix: a number could mean another fix after a change of
		// rules.
		found := feedback.Evaluation.Alternatives
		at := slices.IndexFunc(found, func(a wire.Alternative) bool { return form.Use(a.Changes) == query.Get("fix") })
		if at < 0 {
			notice = form.Warning("The fix is not filled in",
				"Policy does not offer this fix any more. The form holds the request as it was.", "")
		} else {
			fix = &filledIn{found[at], parts.Facts(found[at], "")}
			fix.Changes = form.Changes(fix.Changes)
			values = values.With(fix.Changes)
			if feedback, err = form.Check(v.Context(), v.API, values); err != nil {
				return nil, err
			}
			feedback.AfterUse(query.Get("fix"))
		}
	}
	p := newPage(v, stored, form.NewKey(), values, feedback, by)
	p.Notice, p.Fix = notice, fix
	return template.Answer(name, p), nil
}

// renew shows the form with a stored request and the latest expiry date that policy accepts.
func renew(v *shell.Visit, id string) (shell.Answer, error) {
	record, err := v.API.Record(v.Context(), id)
	if err != nil {
		return nil, err
	}
	r := record.Value.Request
	values := form.Of(r)
	latest, err := v.API.Evaluate(v.Context(), values.Document(), api.WithLatestExpiry)
	if err != nil {
		return nil, err
	}
	until := latest.LatestExpiry
	later := r.ExpiryDate != "" && until > r.ExpiryDate
	if later {
		values[request.ExpiryField] = string(until)
	}
	feedback, by, err := ask(v, values)
	if err != nil {
		return nil, err
	}
	p := newPage(v, stored, form.NewKey(), values, feedback, by)
	p.Heading = "Renew " + r.Application + " " + r.Environment
	if e := feedback.Evaluation; !later || e == nil {
		p.Notice = notRenewed(r, until)
	} else {
		p.Heading += " until " + shell.Day(until)
		p.Renewal = renewal(r.ExpiryDate, until, *e.Estimate)
	}
	return template.Answer(p.Heading, p), nil
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
		why = "policy allows " + shell.Day(until) + " at the latest"
	}
	heading := fmt.Sprintf("%s, %s is not renewed: %s", r.Application, r.Environment, why)
	return form.Warning(heading, "The form holds the request as it was.", "")
}

// renewal returns the text about a later expiry date.
func renewal(from, until request.Date, e request.Estimate) string {
	text := fmt.Sprintf("It ends on %s now. %s is the latest day that policy allows. ", shell.Day(from), shell.Day(until))
	if days, err := from.DaysUntil(until); err == nil && e.KnownTotal.Known {
		const daysPerYear, monthsPerYear, centsPerDollar = 365, 12, 100
		about := "about"
		if e.AtLeast() {
			about = "at least"
		}
		dollars := e.KnownTotal.Cents * monthsPerYear * int64(days) / daysPerYear / centsPerDollar
		text += fmt.Sprintf("The %s cost %s %s USD. ", shell.Count(days, "day"), about, shell.Grouped(dollars))
	}
	return text + "Nothing was sent yet."
}
