package api

import (
	"context"

	"platform.internal/platform-core/profile"
)

// Installation returns the installation profile. Before setup the error is a [*problem.Problem]
// with code installation_not_found.
func (c *Client) Installation(ctx context.Context) (profile.Profile, error) {
	var profile profile.Profile
	err := c.getJSON(ctx, "/v1/platform/installation", &profile)
	return profile, err
}
