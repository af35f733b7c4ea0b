package adaptertest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// InputWith returns the input for a request in an enterprise with settings, in normal
// form, and the placeholders of the description's boundaries.
func InputWith(d adapter.Description, settings map[string]string, r request.Request) adapter.Input {
	return adapter.NewInput(r, profileWith(d, profile.Enterprise, settings))
}

func profileWith(d adapter.Description, mode profile.Mode, settings map[string]string) profile.Profile {
	p := Profile(d, mode, d.DefaultRegion)
	if p.Settings = maps.Clone(settings); len(settings) == 0 {
		p.Settings = nil
	}
	return p
}

// otherSettings returns the values of a setting that are worth asking about, other
// than its default.
func otherSettings(s profile.Setting) []string {
	if s.Kind != profile.ChoiceSetting {
		return []string{s.Example}
	}
	return slices.DeleteFunc(slices.Clone(s.Choices), func(choice string) bool { return choice == s.Default })
}

// acceptedSettings returns settings that the adapter accepts in a mode, none of them twice: for each
// value of each setting, few that have it, and many. What does not go with the others
// is left out, and what they need is added. The error is the adapter's, or names a
// value that it never accepts.
func acceptedSettings(ctx context.Context, impl adapter.Adapter, d adapter.Description,
	mode profile.Mode) ([]map[string]string, error) {
	taken := d.SettingsOf(mode)
	examples := map[string]string{}
	for _, s := range taken {
		examples[s.Name] = otherSettings(s)[0]
	}
	var list []map[string]string
	seen := map[string]bool{}
	for _, s := range taken {
		for _, value := range otherSettings(s) {
			for _, others := range []map[string]string{nil, examples} {
				settings := map[string]string{}
				maps.Copy(settings, others)
				settings[s.Name] = value
				if err := agree(ctx, impl, d, mode, settings, examples); err != nil {
					return nil, err
				}
				if others == nil && settings[s.Name] != value {
					return nil, fmt.Errorf("the value %q of the setting %s is in no profile of %s mode that the adapter accepts",
						value, s.Name, mode)
				}
				if text := fmt.Sprint(settings); !seen[text] {
					seen[text] = true
					list = append(list, settings)
				}
			}
		}
	}
	return list, nil
}

// agree changes settings until the adapter accepts them.
func agree(ctx context.Context, impl adapter.Adapter, d adapter.Description, mode profile.Mode, settings,
	examples map[string]string) error {
	for range 2 * (1 + len(examples)) {
		checks, err := impl.CheckInstallation(ctx, profileWith(d, mode, settings))
		if err != nil {
			return fmt.Errorf("CheckInstallation with the settings %v: %w", settings, err)
		}
		faults := adapter.SettingFaults(checks)
		if len(faults) == 0 {
			return nil
		}
		name := strings.TrimPrefix(faults[0].Field, adapter.SettingsField+".")
		example, ok := examples[name]
		if !ok {
			return fmt.Errorf("CheckInstallation with the settings %v: %q is no setting of %s mode", settings, name, mode)
		}
		if _, ok := settings[name]; ok {
			delete(settings, name)
		} else {
			settings[name] = example
		}
	}
	return fmt.Errorf("CheckInstallation with the settings %v: changing what it names leads nowhere", settings)
}

// askAboutSettings adds what the adapter is asked about settings that it accepts: all settings of an enterprise, and many
// at once in the other modes, with a small environment and with one in production.
func (s *suite) askAboutSettings(ctx context.Context) {
	d := s.description
	for _, m := range profile.Modes() {
		accepted, err := acceptedSettings(ctx, s.running, d, m.Mode)
		s.settingsFault = cmp.Or(s.settingsFault, err)
		if m.Mode != profile.Enterprise {
			accepted = accepted[max(0, len(accepted)-1):]
		}
		for _, settings := range accepted {
			p := profileWith(d, m.Mode, settings)
			s.profiles = append(s.profiles, p)
			for _, r := range []request.Request{Request(d.DefaultRegion), Request(d.DefaultRegion, Production)} {
				name := fmt.Sprintf("%s in %s mode with the settings %v", r.Environment, m.Mode, settings)
				s.questions = append(s.questions, question{name, adapter.NewInput(r, p), m.Mode != profile.Sandbox || r.Environment != request.Production})
			}
		}
	}
}

// settingsAccepted checks that each value of a setting is of use.
func settingsAccepted(_ context.Context, s *suite) error {
	if len(s.description.Settings) == 0 {
		return skip("it has no settings")
	}
	return s.settingsFault
}
