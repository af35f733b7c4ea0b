package setup

import (
	"net/http"

	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// show shows the form, or the locked installation. The address can contain choices.
func show(v *shell.Visit) (shell.Answer, error) {
	switch {
	case v.Installation.Fault != nil:
		return nil, v.Installation.Fault
	case v.Installation.Set:
		return locked(v.Installation, false), nil
	}
	p, err := newPage(v, read(v.URL.Query()), form.Feedback{})
	if err != nil {
		return nil, err
	}
	return template.Answer("Setup", p), nil
}

func locked(in shell.InstallationState, late bool) shell.Answer {
	answer := lockedTemplate.Answer("Setup: "+in.Provider+" is locked", lockedPage{in, late})
	if late {
		return answer.WithStatus(http.StatusConflict)
	}
	return answer
}

func newPage(v *shell.Visit, chosen choice, feedback form.Feedback) (page, error) {
	o, err := newOffer(v)
	if err != nil {
		return page{}, err
	}
	return o.page(chosen, feedback, nil), nil
}
