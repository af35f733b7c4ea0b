package policy

import (
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Known is what a profile may have, as far as it is known when rules are read.
type KnownValues struct {
	// Providers are those that a profile may name.
	Providers []string
	// Regions are those of the profile's provider; none where that is not known.
	Regions []string
}

const (
	regionPath  = requestVariable + "." + request.RegionField
	expiryPath  = requestVariable + "." + request.ExpiryField
	regionsPath = profileVariable + ".allowed_regions"
)

// values returns the only texts that there are at a path, and what is wrong with others;
// nil where there are many, or they are not known.
func (k KnownValues) values(path string) (values []string, wrong string) {
	const noProfile, noRegion = "which no profile has", "which is no region of the provider"
	switch path {
	case profileVariable + ".provider":
		return k.Providers, noProfile
	case profileVariable + ".mode":
		return profile.ModeNames(), noProfile
	case profileVariable + ".unpriced":
		return []string{string(profile.AdviseUnpriced), string(profile.DenyUnpriced)}, noProfile
	case regionPath, regionsPath:
		return k.Regions, noRegion
	}
	f, _ := fieldOf(path)
	return f.Values, "which no normalised request has"
}

// fieldOf returns the field of a request that is at a path.
func fieldOf(path string) (request.Field, bool) {
	return request.FieldNamed(strings.TrimPrefix(path, requestVariable+"."))
}

// maxListed bounds how many values a message lists.
const maxListed = 6

// listed lists values, or where there are many those that begin as the text does.
func listed(text string, values []string) string {
	if len(values) <= maxListed {
		return strings.Join(values, ", ")
	}
	var near []string
	for _, v := range values {
		if len(text) >= 2 && strings.HasPrefix(v, strings.ToLower(text[:2])) {
			near = append(near, v)
		}
	}
	if len(near) == 0 {
		near = values
	}
	return strings.Join(near[:min(len(near), maxListed)], ", ") + " and others"
}
