package readiness

import (
	"cmp"
	"errors"
	"sync"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/wire"
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
	profile     profile.Profile
	checked     profile.Readiness
	checkedErr  error
	adapters    []wire.Provider
	adaptersErr error
}

func read(v *shell.Visit) readings {
	var r readings
	var calls sync.WaitGroup
	calls.Go(func() {
		var checked api.Document[profile.Readiness]
		r.profile, checked, r.checkedErr = validate(v)
		r.checked = checked.Value
	})
	calls.Go(func() { r.adapters, r.adaptersErr = v.API.Providers(v.Context()) })
	calls.Wait()
	return r
}

// validate asks the API to check the installed profile. It returns the profile even if the check
// fails.
func validate(v *shell.Visit) (p profile.Profile, checked api.Document[profile.Readiness], err error) {
	installed, err := v.API.Installation(v.Context())
	if err == nil {
		checked, err = v.API.Validate(v.Context(), installed.JSON)
	}
	return installed.Value, checked, err
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
	p, err := v.API.Installation(v.Context())
	return shell.File{Name: profileName, MediaType: shell.JSON, Content: p.JSON, Saved: true}.Answer(), err
}

func result(v *shell.Visit) (shell.Answer, error) {
	_, r, err := validate(v)
	return shell.File{Name: resultName, MediaType: shell.JSON, Content: r.JSON, Saved: true}.Answer(), err
}
