package setup

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

func isLocked(err error) bool {
	var p *problem.Problem
	return errors.As(err, &p) && p.Code == problem.InstallationLocked
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

// rejected returns what the API says of a profile, by the inputs of the forms and
// in their order, and whether err is that.
func rejected(err error, boundaries []profile.Boundary) (form.Feedback, bool) {
	var p *problem.Problem
	if !errors.As(err, &p) || p.Code != problem.InstallationRejected && p.Code != problem.MalformedBody {
		return form.Feedback{}, false
	}
	feedback := form.NewFeedback()
	for _, f := range p.Faults {
		field, label := input(f.Field, boundaries)
		feedback.Add(field, strings.TrimSpace(label+" "+message(f, boundaries)))
	}
	if len(p.Faults) == 0 {
		feedback.Add("", p.Detail)
	}
	slices.SortStableFunc(feedback.Summary, func(a, b form.Item) int {
		return cmp.Compare(position(a.Field, boundaries), position(b.Field, boundaries))
	})
	return feedback, true
}

// input returns the input that a path of a profile is written in, and its label.
func input(field string, boundaries []profile.Boundary) (name, label string) {
	switch {
	case field == "provider":
		return field, "Provider"
	case field == "mode":
		return field, "Mode"
	case strings.HasPrefix(field, "allowed_regions"):
		return regionName, "Region"
	}
	for _, b := range boundaries {
		if field == boundaryPrefix+b.Name {
			return field, b.DisplayName
		}
	}
	return field, strings.TrimPrefix(field, boundaryPrefix)
}

// message returns what is wrong, in terms of the form where the API's are those of
// a document: what is chosen is not written, and boundaries have labels.
func message(f problem.Fault, boundaries []profile.Boundary) string {
	switch {
	case f.Code == problem.FaultMissing && (f.Field == "provider" || f.Field == "mode"):
		return form.Unchosen
	case f.Code != problem.FaultCollapsed:
		return f.Message
	}
	for _, b := range boundaries {
		if start, rest, found := strings.Cut(f.Message, " as "+b.Name+";"); found {
			return start + " as " + b.DisplayName + ";" + rest
		}
	}
	return f.Message
}

// position is where the forms have an input; those that they do not have come last.
func position(field string, boundaries []profile.Boundary) int {
	order := []string{providerName, modeName, regionName}
	for _, b := range boundaries {
		order = append(order, boundaryPrefix+b.Name)
	}
	if at := slices.Index(order, field); at >= 0 {
		return at
	}
	return len(order)
}
