package setup

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/portal/internal/api"
)

// choice is what a person chose, exactly as it was sent.
type choice struct {
	provider, mode, region string
	boundaries             map[string]string
	// offered is what the form offered, as it travelled along.
	offered string
}

// The inputs of the first step, as addresses and forms name them; region holds
// the allowed regions of the profile. Each boundary is an input after the prefix.
const (
	providerName   = "provider"
	modeName       = "mode"
	regionName     = "region"
	boundaryPrefix = "boundaries."
)

func read(sent url.Values) choice {
	c := choice{
		provider: sent.Get(providerName), mode: sent.Get(modeName), region: sent.Get(regionName),
		boundaries: map[string]string{}, offered: sent.Get("offered"),
	}
	for name := range sent {
		if boundary, found := strings.CutPrefix(name, boundaryPrefix); found {
			c.boundaries[boundary] = sent.Get(name)
		}
	}
	return c
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
	if regions := strings.FieldsFunc(c.region, func(r rune) bool { return strings.ContainsRune(", \t\r\n", r) }); len(regions) > 0 {
		document["allowed_regions"] = regions
	}
	given := map[string]string{}
	for name, id := range c.boundaries {
		if strings.TrimSpace(id) != "" {
			given[name] = id
		}
	}
	if len(given) > 0 {
		document["boundaries"] = given
	}
	encoded, err := json.Marshal(document)
	if err != nil {
		return nil, fmt.Errorf("encode profile: %w", err)
	}
	return encoded, nil
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

// needed are the boundaries that the choice needs.
func (c choice) needed(providers []api.Provider) []profile.Boundary {
	return c.of(providers).BoundariesOf(profile.Mode(c.mode))
}
