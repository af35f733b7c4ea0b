package readiness

import (
	"cmp"
	"errors"
	"sync"

	"platform.internal/platform-core/problem"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/shell"
)

// The names of the saved documents.
const (
	profileName = "profile.json"
	resultName  = "readiness.json"
)

// readings are the API's answers, each with its own error.
type readings struct {
	profile     api.Profile
	checked     api.Readiness
	checkedErr  error
	adapters    []api.Adapter
	adaptersErr error
}

func read(v *shell.Visit) readings {
	var r readings
	var calls sync.WaitGroup
	calls.Go(func() { r.profile, r.checked, r.checkedErr = validate(v) })
	calls.Go(func() { r.adapters, r.adaptersErr = v.API.Adapters(v.Context()) })
	calls.Wait()
	return r
}

// validate asks the API to check the installed profile. It returns the profile even if the check
// fails.
func validate(v *shell.Visit) (api.Profile, api.Readiness, error) {
	profile, err := v.API.Profile(v.Context())
	if err != nil {
		return profile, api.Readiness{}, err
	}
	checked, err := v.API.Validate(v.Context(), profile.JSON)
	return profile, checked, err
}

func show(v *shell.Visit) (shell.Answer, error) {
	r := read(v)
	mode, _ := r.profile.Mode.Describe()
	failure := cmp.Or(v.Installation.Fault, r.checkedErr, r.adaptersErr)
	notice := v.Notice("Not everything could be read", failure)
	if notice != nil {
		notice.Code = codeOf(failure, notice.Code)
	}
	return template.Answer("Readiness", Page{
		Verdict:      newVerdict(r),
		Notice:       notice,
		Installation: v.Installation,
		Rules:        mode.Rules,
		Available:    available(r.profile.Mode),
		Guarded:      guarded(r.profile.Mode),
		Checks:       newChecks(r),
		Settings:     newSettings(r.checked.Settings),
		Adapters:     newAdapters(r),
	}), nil
}

// codeOf returns the code of an adapter failure, as in the API and the CLI. It returns the code of
// the problem's single fault, or known if there is none.
func codeOf(failure error, known string) string {
	var p *problem.Problem
	if errors.As(failure, &p) && p.Code.Exit() == problem.ExitFailure && p.Fault() != "" {
		return string(p.Fault())
	}
	return known
}

// again runs the checks once more. It redirects to the page, which runs them, so that a reload
// sends no form.
func again(*shell.Visit) (shell.Answer, error) {
	return shell.SeeOther(path + "#" + checksAnchor), nil
}

func theProfile(v *shell.Visit) (shell.Answer, error) {
	p, err := v.API.Profile(v.Context())
	return shell.File{Name: profileName, MediaType: shell.JSON, Content: p.JSON, Saved: true}.Answer(), err
}

func result(v *shell.Visit) (shell.Answer, error) {
	_, r, err := validate(v)
	return shell.File{Name: resultName, MediaType: shell.JSON, Content: r.JSON, Saved: true}.Answer(), err
}
