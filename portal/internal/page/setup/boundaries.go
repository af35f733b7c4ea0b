package setup

import (
	"fmt"
	"strings"

	"platform.internal/platform-core/installation"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

var placeholderBadge = shell.Badge{Kind: "warn", Word: "Placeholder", Icon: shell.IconWarning}

// showBoundaries shows the second step, with a placeholder in each input.
func showBoundaries(v *shell.Visit) (shell.Answer, error) {
	switch {
	case v.Installation.Fault != nil:
		return shell.Answer{}, v.Installation.Fault
	case v.Installation.Set:
		return locked(v.Installation, false), nil
	}
	return boundaries(v, read(v.URL.Query()), form.Feedback{}, "Setup: boundaries")
}

func boundaries(v *shell.Visit, chosen choice, said form.Feedback, title string) (shell.Answer, error) {
	providers, err := v.API.Providers(v.Context())
	if err != nil {
		return shell.Answer{}, notReached(err, chosen)
	}
	needed := chosen.needed(providers)
	if len(needed) == 0 {
		return shell.SeeOther(path + "?" + chosen.query()), nil
	}
	b := Boundaries{
		Faults: said.Summary, Provider: chosen.provider, Mode: chosen.mode, Region: chosen.region,
		Title: chosen.of(providers).DisplayName, Back: path + "?" + chosen.query(),
		Separate: separate(needed),
	}
	for _, boundary := range needed {
		b.Inputs = append(b.Inputs, boundaryInput(boundary, chosen, said))
	}
	return boundariesTemplate.Answer(title, b), nil
}

func boundaryInput(b installation.Boundary, chosen choice, said form.Feedback) form.Input {
	value, sent := chosen.boundaries[b.Name]
	if !sent {
		value = b.Placeholder
	}
	in := form.NewInput(form.Field{
		Name: boundaryPrefix + b.Name, Label: b.DisplayName, Hint: b.Form, Kind: form.Line,
	}, value, said)
	if value == b.Placeholder {
		in.Badge = &placeholderBadge
	}
	return in
}

// install takes the second step.
func install(v *shell.Visit) (shell.Answer, error) {
	sent, err := v.Form()
	if err != nil {
		return shell.Answer{}, err
	}
	chosen := read(sent)
	document, err := chosen.document()
	if err != nil {
		return shell.Answer{}, err
	}
	if err := v.API.Install(v.Context(), document); err != nil {
		return refused(v, chosen, err, func(said form.Feedback) (shell.Answer, error) {
			return boundaries(v, chosen, said, "Error: Setup: boundaries")
		})
	}
	return shell.SeeOther(path), nil
}

// separate names the boundaries that must differ from each other; empty where
// there are none.
func separate(needed []installation.Boundary) string {
	var names []string
	for _, b := range needed {
		if b.Separate {
			names = append(names, b.DisplayName)
		}
	}
	return strings.Join(names, ", ")
}

// Count says how many boundaries are asked for.
func (b Boundaries) Count() string {
	if len(b.Inputs) == 1 {
		return "1 boundary"
	}
	return fmt.Sprintf("%d boundaries", len(b.Inputs))
}
