package setup

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

func isLocked(err error) bool {
	var p *problem.Problem
	return errors.As(err, &p) && p.Code == problem.InstallationLocked
}

// late shows the locked installation to a user whose form arrived after the lock.
func late(v *shell.Visit) (shell.Answer, error) {
	in := v.ReadInstallation()
	if in.Fault != nil {
		return nil, in.Fault
	}
	v.Installation = in
	return locked(in, true), nil
}

// rejected returns the API's faults of a profile, by input and in the order of the forms. It
// returns false if err is another error.
func rejected(err error, a asked) (form.Feedback, bool) {
	var p *problem.Problem
	if !errors.As(err, &p) || p.Code != problem.InstallationRejected && p.Code != problem.MalformedBody {
		return form.Feedback{}, false
	}
	feedback := form.NewFeedback()
	for _, f := range p.Faults {
		field, label := input(f.Field, a)
		feedback.Add(field, strings.TrimSpace(label+" "+message(f, a)))
	}
	if len(p.Faults) == 0 {
		feedback.Add("", p.Detail)
	}
	inputs := a.inputs()
	slices.SortStableFunc(feedback.Summary, func(one, other form.Item) int {
		return cmp.Compare(position(one.Field, inputs), position(other.Field, inputs))
	})
	return feedback, true
}

// named is an input of the forms with its label.
type named struct{ name, label string }

// inputs returns all inputs in the order of the forms.
func (a asked) inputs() []named {
	list := []named{{providerName, "Provider"}, {modeName, "Mode"}, {regionName, "Region"}}
	for _, b := range a.Boundaries {
		list = append(list, named{boundaryPrefix + b.Name, b.DisplayName})
	}
	for _, s := range a.Settings {
		list = append(list, named{settingPrefix + s.Name, s.DisplayName})
	}
	return list
}

// input returns the input for a field of a profile, and its label.
func input(field string, a asked) (name, label string) {
	if strings.HasPrefix(field, "allowed_regions") {
		field = regionName
	}
	inputs := a.inputs()
	if at := position(field, inputs); at < len(inputs) {
		return field, inputs[at].label
	}
	return field, strings.TrimPrefix(field, boundaryPrefix)
}

// position returns the position of an input. Unknown inputs are last.
func position(field string, inputs []named) int {
	if at := slices.IndexFunc(inputs, func(n named) bool { return n.name == field }); at >= 0 {
		return at
	}
	return len(inputs)
}

// message returns the message of a fault in the terms of the form: values are selected, and
// boundaries have labels.
func message(f problem.Fault, a asked) string {
	switch {
	case f.Code == problem.FaultMissing && (f.Field == providerName || f.Field == modeName):
		return form.Unchosen
	case f.Code != problem.FaultCollapsed:
		return f.Message
	}
	for _, b := range a.Boundaries {
		if start, rest, ok := strings.Cut(f.Message, " as "+b.Name+";"); ok {
			return start + " as " + b.DisplayName + ";" + rest
		}
	}
	return f.Message
}
