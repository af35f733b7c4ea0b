package adapter

import (
	"cmp"
	"regexp/syntax"
	"slices"
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// SettingFault is a conflict between the values of several settings.
type SettingFault struct {
	// Setting is the name of the setting to change.
	Setting string
	// Message says what is wrong and what to write instead, without the name of the setting. For example:
	// "is missing; egress hub needs the address of the firewall".
	Message string
}

// SettingsField is the name of the field of a profile that has the settings.
const SettingsField = "settings"

// SettingFaults returns a fault for each check that names a field. See [Definition.CheckSettings].
func SettingFaults(checks []profile.Check) (faults []problem.Fault) {
	for _, c := range checks {
		if c.Field != "" {
			faults = append(faults, problem.Fault{Field: c.Field, Code: problem.FaultConflict, Message: c.Message})
		}
	}
	return faults
}

// Setting returns the value of a setting: that of the installation, or the default. It returns "" if the
// setting has no value, or if the definition has no such setting.
func (in Input) Setting(name string) string {
	for _, s := range in.Settings {
		if s.Name == name {
			return s.Value
		}
	}
	return ""
}

// SettingList returns the entries of a setting that is a list; nil if it has no value.
func (in Input) SettingList(name string) []string { return splitList(in.Setting(name)) }

// splitList returns the entries of the value of a setting that is a list; nil if it is empty.
func splitList(value string) []string {
	if value == "" {
		return nil
	}
	return strings.Split(value, ",")
}

// settings returns every setting of the definition. Its value is the given value, or the default. A mode that does
// not take a setting has its default.
func (d defined) settings(mode profile.Mode, given func(name string) string) []Setting {
	return each(d.Settings, func(s profile.Setting) Setting {
		if !slices.Contains(s.TakenIn(), mode) {
			return Setting{s.Name, s.Default}
		}
		return Setting{s.Name, cmp.Or(given(s.Name), s.Default)}
	})
}

// settled returns the profile with every setting of the definition.
func (d defined) settled(p profile.Profile) profile.Profile {
	given := p.Settings
	p.Settings = make(map[string]string, len(d.Settings))
	for _, s := range d.settings(p.Mode, func(name string) string { return given[name] }) {
		p.Settings[s.Name] = s.Value
	}
	return p
}

// settingChecks returns a failed check for each fault of a settled profile.
func (d defined) settingChecks(p profile.Profile) (checks []profile.Check) {
	if d.CheckSettings == nil {
		return nil
	}
	for _, f := range d.CheckSettings(p) {
		checks = append(checks, profile.Check{
			ID: d.ID + "." + SettingsField + "." + f.Setting, Field: SettingsField + "." + f.Setting,
			Title: "Setting " + f.Setting, Status: profile.Failed, Message: f.Message,
			Remediation: "Change the profile's settings.",
		})
	}
	return checks
}

var (
	settingName = document.LazyForm(`[a-z][a-z0-9_]{0,63}`)
	choiceForm  = document.LazyForm(`[a-z0-9][a-z0-9_.-]{0,63}`)
)

// settings returns the first breach of the contract in settings, or nil.
func (c checker) settings(settings []profile.Setting) error {
	var seen []string
	for i, s := range settings {
		if field, wrong := settingFault(s, seen); wrong != "" {
			return c.fault(problem.ContractDescription, at(SettingsField, i)+"."+field, "%s", wrong)
		}
		seen = append(seen, s.Name)
	}
	return nil
}

// settingFault returns the first wrong field of a setting and the reason; "" if no field is wrong. before
// are the names of the settings before it.
func settingFault(s profile.Setting, before []string) (field, wrong string) {
	switch {
	case !settingName().Has(s.Name):
		return "name", "must be 1 to 64 lower case letters, digits and underscores, the first a letter"
	case slices.Contains(before, s.Name):
		return "name", "is that of another setting"
	case s.DisplayName == "":
		return "display_name", "must not be empty"
	case s.Purpose == "":
		return "purpose", "must not be empty"
	}
	for i, mode := range s.Modes {
		if _, known := mode.Describe(); !known || slices.Contains(s.Modes[:i], mode) {
			return at("modes", i), "must be a mode, and each mode once"
		}
	}
	if field, wrong = kindFault(s); wrong != "" {
		return field, wrong
	}
	if normal, err := s.Normal(s.Default); s.Default != "" && (err != nil || normal != s.Default) {
		return "default", "is no value of the setting in normal form"
	}
	if normal, err := s.Normal(s.Example); s.Example != "" && (err != nil || normal != s.Example || normal == s.Default) {
		return "example", "is no value of the setting in normal form other than the default"
	}
	return "", ""
}

func kindFault(s profile.Setting) (field, wrong string) {
	switch s.Kind {
	case profile.ChoiceSetting:
		return choiceFault(s)
	case profile.TextSetting:
		if _, err := syntax.Parse(s.Pattern, syntax.Perl); err != nil || s.Pattern == "" {
			return "pattern", "must be an RE2 expression"
		}
		if s.Form == "" {
			return "form", "must not be empty"
		}
	case profile.RangeSetting, profile.AddressSetting:
	default:
		return "kind", "is not a kind of setting"
	}
	if s.Example == "" {
		return "example", "must not be empty"
	}
	return "", ""
}

func choiceFault(s profile.Setting) (field, wrong string) {
	switch {
	case s.List:
		return "list", "must not be set: a choice is one value"
	case len(s.Choices) < 2:
		return "choices", "must be two or more"
	case s.Default == "":
		return "default", "must be one of the choices"
	}
	for i, choice := range s.Choices {
		if !choiceForm().Has(choice) || slices.Contains(s.Choices[:i], choice) {
			return at("choices", i), "must be 1 to 64 lower case letters, digits, underscores, dots and hyphens, and no other choice"
		}
	}
	return "", ""
}
