package readiness

import (
	"platform.internal/platform-core/profile"
	"platform.internal/portal/internal/shell"
)

// Setting is a setting of the provider as it is in force.
type Setting struct {
	Title, Name, Purpose string
	// Value is empty where the setting has none.
	Value string
	// Origin says whether the profile chose the value.
	Origin shell.Badge
}

var (
	chosenBadge  = shell.Badge{Kind: "good", Word: "Chosen", Icon: shell.IconCheck}
	defaultBadge = shell.Badge{Kind: "calm", Word: "Default", Icon: shell.IconCheck}
)

func newSettings(inForce []profile.SettingInForce) []Setting {
	var list []Setting
	for _, s := range inForce {
		row := Setting{Title: s.DisplayName, Name: s.Name, Purpose: s.Purpose, Value: s.Value, Origin: chosenBadge}
		if s.Default {
			row.Origin = defaultBadge
		}
		list = append(list, row)
	}
	return list
}
