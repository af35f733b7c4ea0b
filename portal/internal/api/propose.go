package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
)

const proposalsPath = "/v1/deployment-proposals"

// proposalID is what the portal needs of a proposal that it only leads to.
type proposalID struct {
	ID string `json:"proposal_id"`
}

// ProposalOf returns the ID of the request's proposal; empty where it has none.
func (c *Client) ProposalOf(ctx context.Context, requestID string) (string, error) {
	var list List[proposalID]
	path := proposalsPath + "?" + url.Values{"request_id": {requestID}, "limit": {"1"}}.Encode()
	if err := c.getJSON(ctx, path, &list); err != nil || len(list.Items) == 0 {
		return "", err
	}
	return list.Items[0].ID, nil
}

// Propose creates the proposal of an accepted request, and returns its ID.
func (c *Client) Propose(ctx context.Context, key, requestID string) (string, error) {
	document, err := json.Marshal(map[string]string{"request_id": requestID})
	if err != nil {
		return "", fmt.Errorf("encode request ID: %w", err)
	}
	var p proposalID
	err = c.postJSON(ctx, proposalsPath, key, document, &p)
	return p.ID, err
}
