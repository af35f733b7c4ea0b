package api

import (
	"context"
	"net/url"
	"strconv"

	"platform.internal/platform-core/request"
)

// List is a page of a list.
type List[T any] struct {
	Items []T `json:"items"`
	// Next is the ID to continue after; empty at the end.
	Next string `json:"next"`
}

const requestsPath = "/v1/environment-requests"

// Selection says which records are wanted; an empty field selects all.
type Selection struct {
	Decision, Environment, Application, Owner string
	// After is the ID to continue after.
	After string
	// Order is Newest, or empty for the order of IDs.
	Order string
	// Limit is the number of records at most.
	Limit int
}

// query returns the selection as the API's parameters, which are never empty.
func (s Selection) query() url.Values {
	query := url.Values{}
	for name, value := range map[string]string{
		request.ApplicationField: s.Application, request.EnvironmentField: s.Environment, request.OwnerField: s.Owner,
		"decision": s.Decision, "after": s.After, "order": s.Order, "limit": strconv.Itoa(s.Limit),
	} {
		if value != "" {
			query.Set(name, value)
		}
	}
	return query
}

// Newest is the order in which what arrived last comes first.
const Newest = "newest"

// Requests returns the records of the selection, in its order.
func (c *Client) Requests(ctx context.Context, s Selection) (List[request.Record], error) {
	var list List[request.Record]
	err := c.getJSON(ctx, requestsPath+"?"+s.query().Encode(), &list)
	return list, err
}

// Request returns the record with the ID.
func (c *Client) Request(ctx context.Context, id string) (request.Record, error) {
	var record request.Record
	err := c.getJSON(ctx, requestsPath+"/"+url.PathEscape(id), &record)
	return record, err
}

// Submit sends a request document and returns its record, which may be denied.
func (c *Client) Submit(ctx context.Context, key string, document []byte) (request.Record, error) {
	var record request.Record
	err := c.postJSON(ctx, requestsPath, key, document, &record)
	return record, err
}
