package setup

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/portal/internal/api"
)

// choice is what a person chose, exactly as it was sent.
type choice struct {
	provider, mode, region string
	boundaries, settings   map[string]string
	// offered is what the form offered, as it travelled along.
	offered string
}

// The inputs of the first step, as addresses and forms name them; region holds
// the allowed regions of the profile. Each provider has a list to choose the first of
// them from, and a tick for each further one: these are inputs after a prefix,
// as each boundary and each setting is.
const (
	providerName   = "provider"
	modeName       = "mode"
	regionName     = "region"
	firstPrefix    = "region."
	morePrefix     = "more."
	boundaryPrefix = "boundaries."
	settingPrefix  = "settings."
)

func read(sent url.Values) choice {
	return choice{
		provider: sent.Get(providerName), mode: sent.Get(modeName), region: regionsOf(sent),
		boundaries: prefixed(sent, boundaryPrefix), settings: prefixed(sent, settingPrefix), offered: sent.Get("offered"),
	}
}

// regionsOf returns the regions that were chosen of the provider, the first one first; an
// address has them in one text.
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

// regions are the names in the choice's text.
func (c choice) regions() []string {
	return strings.FieldsFunc(c.region, func(r rune) bool { return strings.ContainsRune(", \t\r\n", r) })
}

// prefixed returns what was sent with the prefix, by the names after it.
func prefixed(sent url.Values, prefix string) map[string]string {
	values := map[string]string{}
	for name := range sent {
		if rest, found := strings.CutPrefix(name, prefix); found {
			values[rest] = sent.Get(name)
		}
	}
	return values
}

// query carries the choice of the first step to the address of another.
func (c choice) query() string {
	return url.Values{providerName: {c.provider}, modeName: {c.mode}, regionName: {c.region}}.Encode()
}

// document returns the profile document of the choice. What is empty is left
// out, so that the API fills in its default or says what is missing.
func (c choice) document() ([]byte, error) {
	document := map[string]any{}
	if c.provider != "" {
		document["provider"] = c.provider
	}
	if c.mode != "" {
		document["mode"] = c.mode
	}
	if regions := c.regions(); len(regions) > 0 {
		document["allowed_regions"] = regions
	}
	if given := filled(c.boundaries); len(given) > 0 {
		document["boundaries"] = given
	}
	if given := filled(c.settings); len(given) > 0 {
		document["settings"] = given
	}
	encoded, err := json.Marshal(document)
	if err != nil {
		return nil, fmt.Errorf("encode profile: %w", err)
	}
	return encoded, nil
}

// filled returns the values that are not empty.
func filled(values map[string]string) map[string]string {
	given := map[string]string{}
	for name, value := range values {
		if strings.TrimSpace(value) != "" {
			given[name] = value
		}
	}
	return given
}

// of returns the chosen provider, as it declares itself; an empty one where the
// choice names none.
func (c choice) of(providers []api.Provider) api.Provider {
	for _, p := range providers {
		if p.ID == c.provider {
			return p
		}
	}
	return api.Provider{}
}

// asks returns what the second step asks for.
func (c choice) asks(providers []api.Provider) asked {
	provider, mode := c.of(providers), profile.Mode(c.mode)
	return asked{provider.DisplayName, provider.BoundariesOf(mode), provider.SettingsOf(mode)}
}
