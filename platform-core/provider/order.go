package provider

import (
	"maps"
	"slices"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
)

// NewOrder returns the order of a request in an installation.
func NewOrder(request environment.Request, profile installation.Profile) Order {
	order := Order{Request: request, Identity: request.Identify(), Mode: profile.Mode}
	for _, name := range slices.Sorted(maps.Keys(profile.Boundaries)) {
		order.Boundaries = append(order.Boundaries, Boundary{Name: name, ID: profile.Boundaries[name]})
	}
	return order
}
