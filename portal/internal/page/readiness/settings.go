package readiness

import (
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/portal/internal/shell"
)

// Setting is a setting of the provider, as it is in force.
type Setting struct {
	Title, Name, Purpose string
	// Value is empty if the setting has none.
	Value string
	// Chosen means that the profile sets the value; otherwise it is the default.
	Chosen bool
	Origin shell.Badge
}

// Settings is the table of settings; each row is a [Setting].
type Settings []Setting

// Usual reports whether all settings have their defaults. The printed page then omits them.
func (s Settings) Usual() bool {
	return !slices.ContainsFunc(s, func(one Setting) bool { return one.Chosen })
}

var (
	chosenBadge  = shell.Badge{Kind: "good", Word: "Chosen", Icon: shell.IconCheck}
	defaultBadge = shell.Badge{Kind: "calm", Word: "Default", Icon: shell.IconCheck}
)

func newSettings(inForce []profile.SettingInForce) Settings {
	var list Settings
	for _, s := range inForce {
		row := Setting{Title: s.DisplayName, Name: s.Name, Purpose: s.Purpose, Value: s.Value, Chosen: !s.Default, Origin: chosenBadge}
		if s.Default {
			row.Origin = defaultBadge
		}
		list = append(list, row)
	}
	return list
}
