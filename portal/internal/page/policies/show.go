package policies

import (
	"cmp"
	"sync"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// readings are the answers of the API, each with its own failure.
type readings struct {
	profile    profile.Profile
	profileErr error
	rules      []api.SourcedRule
	rulesErr   error
	date       request.Date
	dateErr    error
}

func read(v *shell.Visit) readings {
	var r readings
	var calls sync.WaitGroup
	calls.Go(func() { r.profile, r.profileErr = v.API.Installation(v.Context()) })
	calls.Go(func() { r.rules, r.rulesErr = v.API.Policies(v.Context()) })
	calls.Go(func() { r.date, r.dateErr = v.API.PolicyDate(v.Context()) })
	calls.Wait()
	return r
}

func show(v *shell.Visit) (shell.Answer, error) {
	r := read(v)
	failure := cmp.Or(v.Installation.Fault, r.profileErr, r.rulesErr, r.dateErr)
	p := Page{Notice: v.Notice("Not everything could be read", failure), On: form.Text(r.date)}
	p.Read = v.Installation.Fault == nil && r.profileErr == nil && r.rulesErr == nil
	if p.Read {
		p.Exceptions, p.Rules = newExceptions(r), newRules(r)
	}
	return template.Answer("Policies", p), nil
}
