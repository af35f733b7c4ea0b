package setup

import (
	"net/http"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

const (
	boundariesTitle = "Setup: boundaries"
	errorTitle      = "Error: " + boundariesTitle
)

// leastSize is the minimum width of a boundary input, in characters.
const leastSize = 12

// settingSize is the width of a setting input, in characters.
const settingSize = 36

// asked contains the inputs of the second step, and the provider's title.
type asked struct {
	Title      string
	Boundaries []profile.Boundary
	Settings   []profile.Setting
}

func (a asked) nothing() bool { return len(a.Boundaries)+len(a.Settings) == 0 }

// ask reads the boundaries and settings of the choice from the API.
func (c choice) ask(v *shell.Visit) (asked, error) {
	providers, err := v.API.Providers(v.Context())
	return c.asks(providers), err
}

// showBoundaries shows the second step. Each boundary starts empty, and each setting with its default.
func showBoundaries(v *shell.Visit) (shell.Answer, error) {
	switch {
	case v.Installation.Fault != nil:
		return nil, v.Installation.Fault
	case v.Installation.Set:
		return locked(v.Installation, false), nil
	}
	chosen := read(v.URL.Query())
	a, err := chosen.ask(v)
	if err != nil {
		return nil, notReached(err, chosen)
	}
	return a.answer(chosen, form.Feedback{}, boundariesTitle), nil
}

// answer returns the page of the second step. If there are no inputs, it redirects to the first
// step.
func (a asked) answer(chosen choice, feedback form.Feedback, title string) shell.Answer {
	if a.nothing() {
		return shell.SeeOther(path + "?" + chosen.query())
	}
	return boundariesTemplate.Answer(title, a.page(chosen, feedback, nil))
}

// page returns the form of the second step with the submitted values.
func (a asked) page(chosen choice, feedback form.Feedback, n *form.Notice) boundariesPage {
	b := boundariesPage{
		Faults: feedback.Summary, Notice: n, Offered: string(api.Encode(a)),
		Provider: chosen.provider, Mode: chosen.mode, Region: chosen.region,
		Title: a.Title, Back: path + "?" + chosen.query(),
	}
	for _, boundary := range a.Boundaries {
		in := boundaryInput(boundary, chosen, feedback)
		if b.Inputs = append(b.Inputs, in); in.Value == "" {
			b.Placeholders++
		}
		if boundary.Separate {
			b.Separate = append(b.Separate, boundary.DisplayName)
		}
	}
	for _, setting := range a.Settings {
		b.Settings = append(b.Settings, settingInput(setting, chosen, feedback))
	}
	return b
}

func boundaryInput(b profile.Boundary, chosen choice, feedback form.Feedback) form.Input {
	in := form.NewInput(form.Field{
		Name: boundaryPrefix + b.Name, Label: b.DisplayName, Hint: "Write " + b.Form,
		Kind: form.Line, Size: max(leastSize, len(b.Placeholder)),
	}, chosen.boundaries[b.Name], feedback)
	in.Placeholder = b.Placeholder
	return in
}

// settingInput returns the input of a setting, with its default if no value was sent.
func settingInput(s profile.Setting, chosen choice, feedback form.Feedback) form.Input {
	value, sent := chosen.settings[s.Name]
	if !sent {
		value = s.Default
	}
	f := form.Field{
		Name: settingPrefix + s.Name, Label: s.DisplayName, Kind: form.Line, Size: settingSize,
		Hint: s.Name + ": " + strings.TrimSuffix(s.Purpose, ".") + ".",
	}
	if s.Kind == profile.ChoiceSetting {
		f.Kind, f.Choices = form.Choice, s.Choices
		f.Hint += " Default: " + s.Default + "."
	} else {
		f.Hint += " Write " + s.Expected() + ", or leave it empty for "
		if s.Default == "" {
			f.Hint += "none."
		} else {
			f.Hint += s.Default + "."
		}
	}
	return form.NewInput(f, value, feedback)
}

// install handles the form of the second step.
func install(v *shell.Visit) (shell.Answer, error) {
	sent, err := v.Form()
	if err != nil {
		return nil, err
	}
	chosen := read(sent)
	installed := chosen
	if sent.Has(placeholdersName) {
		installed = chosen.withPlaceholders()
	}
	err = v.API.Install(v.Context(), installed.document())
	switch {
	case err == nil:
		return shell.SeeOther(path), nil
	case isLocked(err):
		return late(v)
	}
	return notInstalled(v, chosen, err)
}

// notInstalled shows the second step again, with its faults or the reason for the failure.
func notInstalled(v *shell.Visit, chosen choice, refusal error) (shell.Answer, error) {
	if _, ok := rejected(refusal, asked{}); !ok {
		return chosen.notLocked(refusal, chosen.askAgain)
	}
	a, err := chosen.ask(v)
	if err != nil {
		return chosen.notLocked(err, chosen.askAgain)
	}
	feedback, _ := rejected(refusal, a)
	return a.answer(chosen, feedback, errorTitle).WithStatus(http.StatusUnprocessableEntity), nil
}
