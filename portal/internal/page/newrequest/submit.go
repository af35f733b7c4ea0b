package newrequest

import (
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// submit sends the request and redirects to its page, whether accepted or denied.
func submit(v *shell.Visit) (shell.Answer, error) {
	sent, err := v.Form()
	if err != nil {
		return shell.Answer{}, err
	}
	values, key := form.Read(sent), sent.Get("key")
	document, err := values.Document()
	if err != nil {
		return shell.Answer{}, err
	}
	record, replayed, err := v.API.Submit(v.Context(), key, document)
	refused, faults := form.Refused(err)
	switch {
	case err == nil && replayed:
		return shell.SeeOther("/requests/" + record.RequestID + "?recorded=before"), nil
	case err == nil:
		return shell.SeeOther("/requests/" + record.RequestID), nil
	case !faults:
		return notSent(v, key, values, err)
	}
	provider := describe(v)
	feedback, err := form.Check(v.Context(), v.API, values)
	if err != nil || feedback.Evaluation != nil {
		feedback = refused // the check failed or found no fault, so show the first refusal
	}
	return faulty(v, key, values, feedback, provider())
}
