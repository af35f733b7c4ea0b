package setup

import (
	"errors"
	"net/http"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// choose takes the first step: it locks a mode without boundaries, and leads on
// to them otherwise. The API has to agree first, so that a wrong region is said
// before eight identifiers are asked for.
func choose(v *shell.Visit) (shell.Answer, error) {
	sent, err := v.Form()
	if err != nil {
		return shell.Answer{}, err
	}
	chosen := read(sent)
	providers, err := v.API.Providers(v.Context())
	if err != nil {
		return shell.Answer{}, notReached(err, chosen)
	}
	document, err := chosen.document()
	if err != nil {
		return shell.Answer{}, err
	}
	next, send := path, v.API.Install
	if len(chosen.needed(providers)) > 0 && !v.Installation.Set {
		next, send = boundariesPath+"?"+chosen.query(), v.API.CheckInstallation
	}
	if err := send(v.Context(), document); err != nil {
		return refused(v, chosen, err, func(said form.Feedback) (shell.Answer, error) {
			p, err := newPage(v, chosen, said)
			return template.Answer("Error: Setup", p), err
		})
	}
	return shell.SeeOther(next), nil
}

// refused answers where the API did not take a profile: the form again with what
// to correct, or what is locked where somebody was faster.
func refused(v *shell.Visit, chosen choice, err error, again func(form.Feedback) (shell.Answer, error)) (shell.Answer, error) {
	var p *problem.Problem
	if errors.As(err, &p) && p.Code == problem.InstallationLocked {
		return late(v)
	}
	said, ok := rejected(err)
	if !ok {
		return shell.Answer{}, notReached(err, chosen)
	}
	answer, err := again(said)
	return answer.WithStatus(http.StatusUnprocessableEntity), err
}

// late shows what was locked by the time that a form came.
func late(v *shell.Visit) (shell.Answer, error) {
	in := v.ReadInstallation()
	if in.Fault != nil {
		return shell.Answer{}, in.Fault
	}
	v.Installation = in
	return locked(in, true), nil
}

// rejected returns what the API says of a profile, by the inputs of the forms.
func rejected(err error) (form.Feedback, bool) {
	var p *problem.Problem
	if !errors.As(err, &p) || p.Code != problem.InstallationRejected && p.Code != problem.MalformedBody {
		return form.Feedback{}, false
	}
	said := form.Feedback{Faults: map[string][]string{}}
	for _, f := range p.Faults {
		field, label := input(f.Field)
		said.Add(field, label, f.Message)
	}
	if len(p.Faults) == 0 {
		said.Add("", "", p.Detail)
	}
	return said, true
}

// input returns the input that a path of a profile is written in, and its label.
func input(field string) (name, label string) {
	switch {
	case field == "provider":
		return field, "Provider"
	case field == "mode":
		return field, "Mode"
	case strings.HasPrefix(field, "allowed_regions"):
		return "region", "Region"
	default:
		return field, strings.TrimPrefix(field, boundaryPrefix)
	}
}

// notReached is the error page for a platform that did not answer; it leads back
// to the form with the choices kept.
func notReached(err error, chosen choice) error {
	var failure *api.Failure
	if !errors.As(err, &failure) {
		return err
	}
	return &shell.Trouble{
		Status: failure.Status, Code: failure.Code, Heading: "Nothing was locked, as far as is known",
		Reason: "The platform API did not answer.", Next: "Check that platform-server runs, then try again: your choices are kept.",
		Retry: true, Again: path + "?" + chosen.query(),
	}
}
