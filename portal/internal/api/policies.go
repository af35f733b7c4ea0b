package api

import (
	"context"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Policies are the rules in force and the exceptions from them. Rules are sorted by ID; exceptions
// are in the order of the installation profile.
type Policies struct {
	Items      []SourcedRule     `json:"items"`
	Exceptions []ListedException `json:"exceptions"`
}

// SourcedRule is a rule in force and its source.
type SourcedRule struct {
	Source request.Source `json:"source"`
	profile.Rule
}

// ListedException is an exception; Ended is true if it ended before the policy date.
type ListedException struct {
	profile.Exception
	Ended bool `json:"ended"`
}

// Policies returns the rules in force and the exceptions from them.
func (c *Client) Policies(ctx context.Context) (list Policies, err error) {
	err = c.getJSON(ctx, "/v1/platform/policies", &list)
	return list, err
}
