package newrequest

import (
	"slices"

	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/form"
)

// Fix contains the changes that are filled in, and the fields that the user must still choose.
type Fix struct {
	Heading string
	Changes []form.Change
	Open    []Open
}

// Open is a field that the user must choose.
type Open struct{ Field, Label, Expected, Remediation string }

// lost says that the fix in the address no longer exists.
var lost = form.Warning("The fix is not filled in", "Policy does not offer this fix any more. The form holds the request as it was.", "")

// fixOf returns the fix with the changes from the address. A number could mean another fix after a
// change of rules. It returns false if there is no such fix.
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
