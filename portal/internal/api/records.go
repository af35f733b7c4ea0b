package api

import (
	"context"
	"net/http"
	"net/url"

	"platform.internal/platform-core/request"
)

// Record is the record of a request and the bytes that the API sent.
type Record struct {
	request.Record
	JSON []byte
}

// Record returns the record with the ID and its bytes; see [Client.Request] for the record only.
func (c *Client) Record(ctx context.Context, id string) (Record, error) {
	var r Record
	document, err := c.document(ctx, call{method: http.MethodGet, path: requestsPath + "/" + url.PathEscape(id)}, &r.Record)
	r.JSON = document
	return r, err
}
