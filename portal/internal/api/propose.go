package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
)

const proposalsPath = "/v1/deployment-proposals"

// proposalID is the only part of a proposal that a link needs.
type proposalID struct {
	ID string `json:"proposal_id"`
}

// ProposalOf returns the ID of the request's proposal, or an empty ID if the request has no
// proposal.
func (c *Client) ProposalOf(ctx context.Context, requestID string) (string, error) {
	var list List[proposalID]
	path := proposalsPath + "?" + url.Values{"request_id": {requestID}, "limit": {"1"}}.Encode()
	if err := c.getJSON(ctx, path, &list); err != nil || len(list.Items) == 0 {
		return "", err
	}
	return list.Items[0].ID, nil
}

// Propose creates the proposal of an accepted request and returns its ID. The key is an idempotency
// key.
func (c *Client) Propose(ctx context.Context, key, requestID string) (string, error) {
	document, err := json.Marshal(map[string]string{"request_id": requestID})
	if err != nil {
		return "", fmt.Errorf("encode request ID: %w", err)
	}
	var p proposalID
	err = c.postJSON(ctx, proposalsPath, key, document, &p)
	return p.ID, err
}
