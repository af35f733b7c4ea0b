package setup

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
)

// choice contains the submitted values, unchanged.
type choice struct {
	provider, mode, region string
	boundaries, settings   map[string]string
	// offered contains the choices that the form offered; the form sends them along.
	offered string
}

// The names of the inputs in addresses and forms. region holds the allowed regions of the profile.
// Each provider has a list for its first region, and a checkbox for each further region. Their
// names start with a prefix, as the names of boundaries and settings do.
const (
	providerName   = "provider"
	modeName       = "mode"
	regionName     = "region"
	firstPrefix    = "region."
	morePrefix     = "more."
	boundaryPrefix = "boundaries."
	settingPrefix  = "settings."
	// placeholdersName is the button that locks the placeholders of empty boundaries.
	placeholdersName = "placeholders"
)

func read(sent url.Values) choice {
	return choice{
		provider: sent.Get(providerName), mode: sent.Get(modeName), region: regionsOf(sent),
		boundaries: prefixed(sent, boundaryPrefix), settings: prefixed(sent, settingPrefix), offered: sent.Get("offered"),
	}
}

// regionsOf returns the chosen regions of the provider, the first one first. An address holds them
// in one text.
func regionsOf(sent url.Values) string {
	if text := sent.Get(regionName); text != "" {
		return text
	}
	provider := sent.Get(providerName)
	list := []string{sent.Get(firstPrefix + provider)}
	for _, region := range slices.Sorted(maps.Keys(prefixed(sent, morePrefix+provider+"."))) {
		if region != list[0] {
			list = append(list, region)
		}
	}
	return strings.Trim(strings.Join(list, ", "), ", ")
}

// regions returns the names in the choice's text.
func (c choice) regions() []string {
	return strings.FieldsFunc(c.region, func(r rune) bool { return strings.ContainsRune(", \t\r\n", r) })
}

// prefixed returns the values whose names start with the prefix, by the rest of the name.
func prefixed(sent url.Values, prefix string) map[string]string {
	values := map[string]string{}
	for name := range sent {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			values[rest] = sent.Get(name)
		}
	}
	return values
}

// query returns the first step's values as a query.
func (c choice) query() string {
	return url.Values{providerName: {c.provider}, modeName: {c.mode}, regionName: {c.region}}.Encode()
}

// withPlaceholders returns the choice with the placeholder of each empty boundary.
func (c choice) withPlaceholders() choice {
	before, _ := c.askedBefore() // if unreadable, the API asks for the boundaries
	c.boundaries = filled(c.boundaries)
	for _, b := range before.Boundaries {
		c.boundaries[b.Name] = cmp.Or(c.boundaries[b.Name], b.Placeholder)
	}
	return c
}

// document returns the profile document of the choice. It omits empty settings, so that the API applies its
// defaults. It keeps empty boundaries: the API fills in placeholders if no boundary is named.
func (c choice) document() []byte {
	return api.Encode(struct {
		Provider   string            `json:"provider,omitempty"`
		Mode       string            `json:"mode,omitempty"`
		Regions    []string          `json:"allowed_regions,omitempty"`
		Boundaries map[string]string `json:"boundaries,omitempty"`
		Settings   map[string]string `json:"settings,omitempty"`
	}{c.provider, c.mode, c.regions(), c.boundaries, filled(c.settings)})
}

// filled returns the values that are not empty.
func filled(values map[string]string) map[string]string {
	given := maps.Clone(values)
	maps.DeleteFunc(given, func(_, value string) bool { return strings.TrimSpace(value) == "" })
	return given
}

// of returns the chosen provider, or an empty one if the choice names none.
func (c choice) of(providers []wire.Provider) profile.Provider {
	for _, p := range providers {
		if p.ID == c.provider {
			return *p.Provider
		}
	}
	return profile.Provider{}
}

// asks returns the inputs of the second step. A simulation has none: it starts at once, with the defaults of its
// settings.
func (c choice) asks(providers []wire.Provider) asked {
	provider, mode := c.of(providers), profile.Mode(c.mode)
	if mode == profile.Simulation {
		return asked{Title: provider.DisplayName}
	}
	return asked{provider.DisplayName, provider.BoundariesOf(mode), provider.SettingsOf(mode)}
}
