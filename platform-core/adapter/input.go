package adapter

import (
	"maps"
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// NewInput returns the input for a request in an installation.
func NewInput(request request.Request, profile profile.Profile) Input {
	order := Input{Request: request, Identity: request.Identify(), Mode: profile.Mode}
	for _, name := range slices.Sorted(maps.Keys(profile.Boundaries)) {
		order.Boundaries = append(order.Boundaries, Boundary{Name: name, ID: profile.Boundaries[name]})
	}
	return order
}
