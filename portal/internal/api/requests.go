package api

import (
	"context"
	"fmt"

	"platform.internal/platform-core/environment"
)

// List is a page of a list.
type List[T any] struct {
	Items []T `json:"items"`
	// Next is the ID to continue after; empty at the end.
	Next string `json:"next"`
}

// Requests returns the first records in ID order, at most limit of them.
func (c *Client) Requests(ctx context.Context, limit int) (List[environment.Record], error) {
	var list List[environment.Record]
	err := c.getJSON(ctx, fmt.Sprintf("/v1/environment-requests?limit=%d", limit), &list)
	return list, err
}
