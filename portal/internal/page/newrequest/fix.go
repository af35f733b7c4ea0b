package newrequest

import (
	"slices"

	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/form"
)

// Fix is what was filled in, and what a person has to choose besides.
type Fix struct {
	Heading string
	Changes []form.Change
	Open    []Open
}

// Open is a field that a person has to choose.
type Open struct{ Field, Label, Expected, Remediation string }

// lost says that the fix which an address asks for is not there any more.
var lost = form.Warning("The fix is not filled in", "Policy does not offer this fix any more. The form holds the request as it was.", "")

// fixOf returns the alternative whose changes are as an address has them: a number would
// name another fix after the rules have changed.
func fixOf(alternatives []wire.Alternative, use string) (wire.Alternative, bool) {
	at := slices.IndexFunc(alternatives, func(a wire.Alternative) bool { return form.Use(a.Changes) == use })
	if at < 0 {
		return wire.Alternative{}, false
	}
	return alternatives[at], true
}

func newFix(a wire.Alternative) *Fix {
	f := &Fix{Heading: "The fix is filled in", Changes: form.Changes(a.Changes)}
	for _, o := range a.Open {
		f.Open = append(f.Open, Open{o.Field, form.Label(o.Field), o.Expected, o.Remediation})
	}
	switch {
	case len(f.Open) > 0 && len(f.Changes) == 0:
		f.Heading = "The rest is yours to choose"
	case len(f.Open) > 0:
		f.Heading = "The fix is filled in; the rest is yours to choose"
	}
	return f
}
