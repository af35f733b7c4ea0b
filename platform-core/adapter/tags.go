package adapter

import (
	"fmt"
	"maps"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// The settings of an organisation's tags, which a definition may have. Both are lists of KEY=VALUE: tags has tags of
// the organisation, and tag_keys its keys of the environment's tags by the key that main.tf gives them. [TagFaults]
// checks them, and [Input.TagInputs] makes them inputs of main.tf.
const (
	TagsSetting    = "tags"
	TagKeysSetting = "tag_keys"
)

// TagFaults returns what is wrong with the settings of tags in a settled profile: a key that occurs twice, more than
// most tags, and a key that the provider reserves. keys are the keys of the environment's tags. reserved are prefixes
// of keys in lower case.
func TagFaults(p profile.Profile, most int, keys []string, reserved ...string) (faults []SettingFault) {
	fault := func(setting, message string) {
		faults = append(faults, SettingFault{Setting: setting, Message: message})
	}
	seen := map[string]bool{}
	check := func(setting, key string) {
		folded := strings.ToLower(key)
		if seen[folded] {
			fault(setting, "has the key "+key+" twice, or a tag of the environment has it; write each key once")
		}
		seen[folded] = true
		for _, prefix := range reserved {
			if strings.HasPrefix(folded, prefix) {
				fault(setting, "must have no key that begins with "+prefix+", which the provider keeps for itself")
			}
		}
	}
	renamed := pairs(splitList(p.Settings[TagKeysSetting]))
	for _, key := range keys {
		if other := renamed[key]; other != "" {
			check(TagKeysSetting, other)
		} else {
			check(TagKeysSetting, key)
		}
	}
	if entries := splitList(p.Settings[TagKeysSetting]); len(entries) > len(renamed) {
		fault(TagKeysSetting, "names a tag of the environment twice; write each once")
	}
	tags := splitList(p.Settings[TagsSetting])
	if len(tags) > most {
		fault(TagsSetting, fmt.Sprintf("must have at most %d tags", most))
	}
	for _, tag := range tags {
		key, _, _ := strings.Cut(tag, "=")
		check(TagsSetting, key)
	}
	return faults
}

// TagKey returns the key that the organisation gives to a tag of the environment.
func (in Input) TagKey(key string) string {
	if own := pairs(in.SettingList(TagKeysSetting))[key]; own != "" {
		return own
	}
	return key
}

// TagInputs returns the settings of tags that have a value, as inputs of main.tf of their names.
func (in Input) TagInputs() map[string]any {
	inputs := map[string]any{}
	for _, name := range []string{TagsSetting, TagKeysSetting} {
		if entries := in.SettingList(name); len(entries) > 0 {
			inputs[name] = pairs(entries)
		}
	}
	return inputs
}

// pairs returns the values of entries KEY=VALUE by key.
func pairs(entries []string) map[string]string {
	values := map[string]string{}
	for _, entry := range entries {
		key, value, _ := strings.Cut(entry, "=")
		values[key] = value
	}
	return values
}

// WithTags returns the inputs of main.tf together with those that it makes the
// tags of every resource of: they say whose a resource is, which request asked for
// it, and until when. main.tf declares a variable for each.
func WithTags(in Input, inputs map[string]any) map[string]any {
	r := in.Request
	tagged := map[string]any{
		request.ApplicationField:    r.Application,
		request.ClassificationField: r.DataClassification,
		request.CostCentreField:     r.CostCentre,
		request.EnvironmentField:    r.Environment,
		request.OwnerField:          r.Owner,
		"expires_on":                r.ExpiryDate, // empty for none
		"fingerprint":               in.Identity.Fingerprint,
		"request_id":                in.Identity.RequestID,
	}
	maps.Copy(tagged, inputs)
	return tagged
}
