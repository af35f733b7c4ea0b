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
		return shell.Answer{}, in.Fault
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
	slices.SortStableFunc(feedback.Summary, func(one, other form.Item) int {
		return cmp.Compare(position(one.Field, a), position(other.Field, a))
	})
	return feedback, true
}

// input returns the input for a field of a profile, and its label.
func input(field string, a asked) (name, label string) {
	switch {
	case field == "provider":
		return field, "Provider"
	case field == "mode":
		return field, "Mode"
	case strings.HasPrefix(field, "allowed_regions"):
		return regionName, "Region"
	}
	for _, b := range a.Boundaries {
		if field == boundaryPrefix+b.Name {
			return field, b.DisplayName
		}
	}
	for _, s := range a.Settings {
		if field == settingPrefix+s.Name {
			return field, s.DisplayName
		}
	}
	return field, strings.TrimPrefix(field, boundaryPrefix)
}

// message returns the message of a fault in the terms of the form: values are selected, and
// boundaries have labels.
func message(f problem.Fault, a asked) string {
	switch {
	case f.Code == problem.FaultMissing && (f.Field == "provider" || f.Field == "mode"):
		return form.Unchosen
	case f.Code != problem.FaultCollapsed:
		return f.Message
	}
	for _, b := range a.Boundaries {
		if start, rest, found := strings.Cut(f.Message, " as "+b.Name+";"); found {
			return start + " as " + b.DisplayName + ";" + rest
		}
	}
	return f.Message
}

// position returns the position of an input in the forms. Unknown inputs are last.
func position(field string, a asked) int {
	order := []string{providerName, modeName, regionName}
	for _, b := range a.Boundaries {
		order = append(order, boundaryPrefix+b.Name)
	}
	for _, s := range a.Settings {
		order = append(order, settingPrefix+s.Name)
	}
	if at := slices.Index(order, field); at >= 0 {
		return at
	}
	return len(order)
}
