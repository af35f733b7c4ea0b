package api

import (
	"context"
	"fmt"
	"net/url"

	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/wire"
)

const environmentsPath = "/v1/environments"

// Environments returns a page of the environments that the selection selects.
func (c *Client) Environments(ctx context.Context, s Selection) (wire.List[wire.Environment], error) {
	query := s.query()
	query.Del("view")
	return value[wire.List[wire.Environment]](ctx, c, environmentsPath+"?"+query.Encode())
}

// EndingEnvironments returns at most limit of the environments that end within a number of days, the first to end first,
// with their latest expiry dates.
func (c *Client) EndingEnvironments(ctx context.Context, days, limit int) (wire.List[wire.Environment], error) {
	path := fmt.Sprintf("%s/ending?days=%d&limit=%d", environmentsPath, days, limit)
	return value[wire.List[wire.Environment]](ctx, c, path)
}

// EnvironmentTotals returns the costs of all environments.
func (c *Client) EnvironmentTotals(ctx context.Context) (portfolio.Totals, error) {
	return value[portfolio.Totals](ctx, c, environmentsPath+"/totals")
}

// AcceptedRanges returns free ranges of a pool that policy accepts.
func (c *Client) AcceptedRanges(ctx context.Context, pool, length string) (wire.AcceptedRanges, error) {
	query := url.Values{"pool": {pool}, "length": {length}}
	return value[wire.AcceptedRanges](ctx, c, environmentsPath+"/free/accepted?"+query.Encode())
}
