package api

import (
	"context"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// SourcedRule is a rule in force and where it comes from.
type SourcedRule struct {
	Source request.Source `json:"source"`
	profile.Rule
}

// Policies returns the rules in force, sorted by ID.
func (c *Client) Policies(ctx context.Context) ([]SourcedRule, error) {
	var list List[SourcedRule]
	err := c.getJSON(ctx, "/v1/platform/policies", &list)
	return list.Items, err
}

// PolicyDate returns the day by which rules are evaluated now: that of a request of
// which nothing is written yet.
func (c *Client) PolicyDate(ctx context.Context) (request.Date, error) {
	e, err := c.EvaluatePartial(ctx, []byte("{}"))
	return e.EvaluatedOn, err
}
