// Package readiness is the page that shows what this installation can do and what protected
// workflows do elsewhere. It also shows the results of the API's checks, and the adapters.
package readiness

import (
	"cmp"
	_ "embed"
	"errors"
	"slices"
	"sync"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// page is the input of the template.
type page struct {
	// Notice says what could not be read; nil if everything was read.
	Notice       *shell.ErrorPage
	Installation shell.InstallationState
	// Mode has no display name if the mode is unknown.
	Mode profile.ModeDescription
	// Checked is nil if the checks could not be read.
	Checked  *checked
	Adapters []adapter
	// AdaptersRead means that the adapters could be read.
	AdaptersRead bool
}

// checked is the result of the checks.
type checked struct{ profile.Readiness }

// Passed returns the checks that passed.
func (c checked) Passed() []profile.Check { return c.with(true) }

// Open returns the checks that did not pass.
func (c checked) Open() []profile.Check { return c.with(false) }

func (c checked) with(passed bool) (checks []profile.Check) {
	for _, check := range c.Checks {
		if (check.Status == profile.Passed) == passed {
			checks = append(checks, check)
		}
	}
	return checks
}

// Worst returns the worst status of the checks. An unknown status counts as failed.
func (c checked) Worst() profile.CheckStatus {
	worst := profile.Passed
	for _, check := range c.Checks {
		switch check.Status {
		case profile.Passed:
		case profile.Warning:
			worst = profile.Warning
		default:
			return profile.Failed
		}
	}
	return worst
}

// Usual reports whether all settings have their defaults. The printed page then omits them.
func (c checked) Usual() bool {
	return !slices.ContainsFunc(c.Settings, func(s profile.SettingInForce) bool { return !s.Default })
}

// adapter is the state of a provider's adapter.
type adapter struct {
	wire.Provider
	// InUse means that the installation uses the adapter.
	InUse bool
}

// Code returns the code of the adapter's problem, as in the API and the CLI.
func (a adapter) Code() problem.Code { return codeOf(a.Problem, a.Problem.Code) }

//go:embed readiness.html
var source string

var template = parts.Parse[page](source)

// The addresses of the page. Each visit runs the checks; the form runs them again and leads to
// their heading. The form is a POST because a browser only scrolls on a GET of the current address
// with a fragment.
const (
	path        = "/readiness"
	profileName = "profile.json"
	resultName  = "readiness.json"
)

// New returns the page as a [shell.Page].
func New() shell.Page {
	return shell.Page{
		Name: "Readiness", Path: path, Icon: "shield",
		Routes: shell.Routes{"GET " + path: show, "POST " + path: shell.LeadTo(path + "#checks")},
		Files: shell.Routes{
			"GET " + path + "/" + profileName: func(v *shell.Visit) (shell.Answer, error) {
				p, err := v.API.Installation(v.Context())
				return saved(profileName, p.JSON), err
			},
			"GET " + path + "/" + resultName: func(v *shell.Visit) (shell.Answer, error) {
				_, r, err := validate(v)
				return saved(resultName, r.JSON), err
			},
		},
	}
}

func saved(name string, content []byte) shell.Answer {
	return shell.File{Name: name, MediaType: shell.JSON, Content: content, Saved: true}.Answer()
}

// validate asks the API to check the installed profile. It returns the profile even if the check
// fails.
func validate(v *shell.Visit) (p profile.Profile, result api.Document[profile.Readiness], err error) {
	installed, err := v.API.Installation(v.Context())
	if err == nil {
		result, err = v.API.Validate(v.Context(), installed.JSON)
	}
	return installed.Value, result, err
}

func show(v *shell.Visit) (shell.Answer, error) {
	var installed profile.Profile
	var result api.Document[profile.Readiness]
	var adapters []wire.Provider
	var checkedErr, adaptersErr error
	var calls sync.WaitGroup
	calls.Go(func() { installed, result, checkedErr = validate(v) })
	calls.Go(func() { adapters, adaptersErr = v.API.Providers(v.Context()) })
	calls.Wait()
	p := page{Installation: v.Installation, AdaptersRead: adaptersErr == nil}
	p.Mode, _ = installed.Mode.Describe()
	p.Mode.Mode = installed.Mode
	failure := cmp.Or(v.Installation.Fault, checkedErr, adaptersErr)
	if p.Notice = v.Notice("Not everything could be read", failure); failure != nil {
		p.Notice.Code = codeOf(failure, p.Notice.Code)
	}
	if checkedErr == nil {
		p.Checked = &checked{result.Value}
	}
	for _, a := range adapters {
		p.Adapters = append(p.Adapters, adapter{a, a.ID == installed.Provider})
	}
	return template.Answer("Readiness", p), nil
}

// codeOf returns the code of an adapter failure, as in the API and the CLI. It returns the code of
// the problem's single fault, or known if there is none.
func codeOf(failure error, known problem.Code) problem.Code {
	var p *problem.Problem
	if errors.As(failure, &p) && p.Code.Exit() == problem.ExitFailure && p.Fault() != "" {
		return problem.Code(p.Fault())
	}
	return known
}
