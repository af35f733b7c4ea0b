package setup

import (
	"net/http"

	"platform.internal/portal/internal/shell"
)

// choose handles the form of the first step. If the mode needs no further input, it locks the
// installation; otherwise it redirects to the second step. The API checks the first step before, so
// that a wrong region is reported early.
func choose(v *shell.Visit) (shell.Answer, error) {
	sent, err := v.Form()
	if err != nil {
		return nil, err
	}
	chosen := read(sent)
	next, err := take(v, chosen)
	feedback, rejected := rejected(err, asked{})
	switch {
	case err == nil:
		return shell.SeeOther(next), nil
	case isLocked(err):
		return late(v)
	case !rejected:
		return chosen.notLocked(err, chosen.offerAgain)
	}
	p, err := newPage(v, chosen, feedback)
	if err != nil {
		return chosen.notLocked(err, chosen.offerAgain)
	}
	return template.Answer("Error: Setup", p).WithStatus(http.StatusUnprocessableEntity), nil
}

// take sends the first step to the API and returns the next address.
func take(v *shell.Visit, chosen choice) (next string, err error) {
	providers, err := v.API.Providers(v.Context())
	if err != nil {
		return "", err
	}
	if !chosen.asks(providers).nothing() && !v.Installation.Set {
		_, err := v.API.Validate(v.Context(), chosen.document())
		return boundariesPath + "?" + chosen.query(), err
	}
	return path, v.API.Install(v.Context(), chosen.document())
}
