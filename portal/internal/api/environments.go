package api

import (
	"context"
	"net/url"
	"strconv"

	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/wire"
)

const environmentsPath = "/v1/environments"

// EnvironmentSelection selects environments. An empty field does not filter.
type EnvironmentSelection struct {
	// Order is an order of the API; empty for the newest first. Overlapping is "true" for the environments whose network
	// shares addresses with another one.
	Search, Order, Overlapping string
	After, Before              string
	Limit                      int
}

// Environments returns a page of the environments that the selection selects.
func (c *Client) Environments(ctx context.Context, s EnvironmentSelection) (wire.List[wire.Environment], error) {
	query := listQuery(s.Limit, map[string]string{
		"q": s.Search, "order": s.Order, "overlapping": s.Overlapping, "after": s.After, "before": s.Before,
	})
	query.Del("view")
	list, err := get[wire.List[wire.Environment]](ctx, c, environmentsPath+"?"+query.Encode())
	return list.Value, err
}

// EndingEnvironments returns the environments that end within a number of days, with their latest expiry dates.
func (c *Client) EndingEnvironments(ctx context.Context, days int) (wire.List[wire.Environment], error) {
	list, err := get[wire.List[wire.Environment]](ctx, c, environmentsPath+"/ending?days="+strconv.Itoa(days))
	return list.Value, err
}

// EnvironmentTotals returns the costs of all environments.
func (c *Client) EnvironmentTotals(ctx context.Context) (portfolio.Totals, error) {
	totals, err := get[portfolio.Totals](ctx, c, environmentsPath+"/totals")
	return totals.Value, err
}

// AcceptedRanges returns free ranges of a pool that policy accepts.
func (c *Client) AcceptedRanges(ctx context.Context, pool, length string) (wire.AcceptedRanges, error) {
	ranges, err := get[wire.AcceptedRanges](ctx, c,
		environmentsPath+"/free/accepted?"+url.Values{"pool": {pool}, "length": {length}}.Encode())
	return ranges.Value, err
}
