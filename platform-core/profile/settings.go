package profile

import (
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// Setting is a choice that a provider leaves to an organisation, such as how traffic leaves a network. A profile has it
// as a text. It may leave it out: each has a default or may be without a value.
type Setting struct {
	// Name is the key in the profile's settings: lower case letters, digits and
	// underscores, the first a letter.
	Name        string `json:"name"`
	DisplayName string `json:"display_name"`
	// Purpose says in one line what the setting is for, and which other settings belong to it.
	Purpose string `json:"purpose"`
	// Modes are the modes that take the setting. If it is empty, only enterprise mode takes the setting.
	Modes []Mode `json:"modes,omitempty"`
	// Kind is what a value is, or an entry where List.
	Kind SettingKind `json:"kind"`
	// List is set if a value has one or more entries with commas between them, each once. They keep their order.
	List bool `json:"list"`
	// Pattern is the RE2 expression that a text matches whole; of text only.
	Pattern string `json:"pattern,omitempty"`
	// Form says to people what Pattern accepts, such as "the ARN of an IAM policy"; of
	// text only.
	Form string `json:"form,omitempty"`
	// Choices are the values of a choice.
	Choices []string `json:"choices,omitempty"`
	// Default is the value if a profile has none; empty for none. A choice has one.
	Default string `json:"default"`
	// Example is a value, in normal form, other than the default. It is clearly not
	// real. A choice needs none.
	Example string `json:"example,omitempty"`
}

// SettingKind is what a setting's values are.
type SettingKind string

// The kinds of settings.
const (
	// TextSetting is a text that matches Pattern.
	TextSetting SettingKind = "text"
	// ChoiceSetting is one of Choices.
	ChoiceSetting SettingKind = "choice"
	// RangeSetting is an IPv4 range in CIDR form, normalised without host bits.
	RangeSetting SettingKind = "ipv4_range"
	// AddressSetting is an IPv4 address.
	AddressSetting SettingKind = "ipv4_address"
)

// Bounds of a setting's value.
const (
	MaxSettingSize    = 4 << 10
	MaxSettingEntries = 50
)

// Normal returns a value in normal form, without white space around it. Its error says what to write, as the end of a
// sentence about the value. It fails for every text if the pattern is broken.
func (s Setting) Normal(value string) (string, error) {
	var form *document.Form
	if s.Kind == TextSetting {
		form, _ = document.NewForm(s.Pattern)
	}
	if len(value) > MaxSettingSize {
		return "", fmt.Errorf("must have at most %d bytes, not %d", MaxSettingSize, len(value))
	}
	if !s.List {
		return s.normalEntry(value, form)
	}
	entries := strings.Split(value, ",")
	if len(entries) > MaxSettingEntries {
		return "", fmt.Errorf("must have at most %d entries, not %d", MaxSettingEntries, len(entries))
	}
	for i, raw := range entries {
		entry, err := s.normalEntry(raw, form)
		if err != nil {
			return "", err
		}
		if slices.Contains(entries[:i], entry) {
			return "", fmt.Errorf("names %s twice; name each once", problem.Excerpt(entry, maxShown))
		}
		entries[i] = entry
	}
	return strings.Join(entries, ","), nil
}

func (s Setting) normalEntry(raw string, form *document.Form) (normal string, err error) {
	value, known := strings.TrimSpace(raw), false
	switch s.Kind {
	case ChoiceSetting:
		normal = strings.ToLower(value)
		known = slices.Contains(s.Choices, normal)
	case RangeSetting:
		network, parsed := netip.ParsePrefix(value)
		normal = network.Masked().String()
		known = parsed == nil && network.Addr().Is4()
	case AddressSetting:
		address, parsed := netip.ParseAddr(value)
		normal = address.String()
		known = parsed == nil && address.Is4()
	case TextSetting:
		normal = value
		known = form != nil && form.Has(value) && document.AllVisible(value) && !(s.List && strings.Contains(value, ","))
	}
	if !known {
		return "", fmt.Errorf("must be %s", s.Expected())
	}
	return normal, nil
}

// Expected describes a value in words, such as "own or hub".
func (s Setting) Expected() string {
	form := s.Form
	switch s.Kind {
	case ChoiceSetting:
		form = strings.Join(s.Choices, " or ")
	case RangeSetting:
		form = "an IPv4 range in CIDR form"
	case AddressSetting:
		form = "an IPv4 address"
	case TextSetting:
	}
	if s.List {
		form += ", or several separated by commas"
	}
	if s.Example != "" && !strings.Contains(s.Form, "such as") {
		form += ", such as " + s.Example
	}
	return form
}

// SettingNamed returns the provider's setting with the name; ok is false if there is none.
func (p Provider) SettingNamed(name string) (Setting, bool) {
	return find(p.Settings, func(s Setting) bool { return s.Name == name })
}

// TakenIn returns the modes that take the setting.
func (s Setting) TakenIn() []Mode {
	if len(s.Modes) == 0 {
		return []Mode{Enterprise}
	}
	return s.Modes
}

func modeNames(modes []Mode) []string {
	names := make([]string, len(modes))
	for i, m := range modes {
		names[i] = string(m)
	}
	return names
}

// SettingsOf returns the settings that the mode takes, in declared order.
func (p Provider) SettingsOf(m Mode) (list []Setting) {
	for _, s := range p.Settings {
		if slices.Contains(s.TakenIn(), m) {
			list = append(list, s)
		}
	}
	return list
}

// SettingInForce is a setting and the value that an installation has for it.
type SettingInForce struct {
	Name        string `json:"name"`
	DisplayName string `json:"display_name"`
	Purpose     string `json:"purpose"`
	// Value is empty if the setting has none.
	Value string `json:"value"`
	// Default is set if the profile leaves the setting out.
	Default bool `json:"default"`
}

// SettingsInForce returns the provider's settings as they are in an installation,
// in declared order; none in a mode that takes none.
func (p Provider) SettingsInForce(of Profile) []SettingInForce {
	var list []SettingInForce
	for _, s := range p.SettingsOf(of.Mode) {
		value, ok := of.Settings[s.Name]
		if !ok {
			value = s.Default
		}
		list = append(list, SettingInForce{s.Name, s.DisplayName, s.Purpose, value, !ok})
	}
	return list
}

// checkSettings returns the settings that differ from their defaults, in normal form; nil for none. So a profile with
// defaults equals a profile that leaves them out.
func (d Draft) checkSettings(p Provider, mode Mode) map[string]string {
	chosen := map[string]string{}
	d.hintAtCommas(p)
	for _, name := range slices.Sorted(maps.Keys(d.in.Settings)) {
		path, value := "settings."+name, d.in.Settings[name]
		setting, ok := p.SettingNamed(name)
		switch {
		case d.reading.Faulty(path):
		case !ok:
			d.reading.Add(path, problem.FaultUnknown, "is not a setting of %s; %s", p.ID, settingHint(name, p))
		case strings.TrimSpace(value) == "": // as if it were left out
		case d.reading.Faulty("mode"):
		case !slices.Contains(setting.TakenIn(), mode):
			d.reading.Add(path, problem.FaultContradiction, "is for %s mode; leave it out in %s mode",
				strings.Join(modeNames(setting.TakenIn()), " and "), mode)
		default:
			normal, err := setting.Normal(value)
			if err != nil {
				d.reading.Add(path, problem.FaultForm, "%v", err)
			} else if normal != setting.Default {
				chosen[name] = normal
			}
		}
	}
	if len(chosen) == 0 {
		return nil
	}
	return chosen
}

// hintAtCommas adds a fault that says how to write a list, for a value that could not be read.
func (d Draft) hintAtCommas(p Provider) {
	for _, s := range p.Settings {
		if path := "settings." + s.Name; s.List && d.reading.Faulty(path) {
			d.reading.Add(path, problem.FaultForm, "must be one text with commas between the entries, such as %s", s.Example)
		}
	}
}

// settingHint offers the setting that was probably meant, or the list of all.
func settingHint(name string, p Provider) string {
	if len(p.Settings) == 0 {
		return "it has none, so leave it out"
	}
	names := make([]string, len(p.Settings))
	for i, s := range p.Settings {
		names[i] = s.Name
	}
	if near := document.Nearest(name, names); near != "" {
		return "write " + near
	}
	return "the settings are " + strings.Join(names, ", ")
}
