package api

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"platform.internal/platform-core/proposal"
)

// Proposal is a proposal and the bytes that the API sent for it.
type Proposal struct {
	proposal.Proposal
	JSON []byte
}

// Proposal returns the proposal with the ID.
func (c *Client) Proposal(ctx context.Context, id string) (Proposal, error) {
	var p Proposal
	document, err := c.document(ctx, call{method: http.MethodGet, path: proposalsPath + "/" + url.PathEscape(id)}, &p.Proposal)
	p.JSON = document
	return p, err
}

// Listed is what a list shows of a proposal; its artifacts are left out.
type Listed struct {
	ProposalID    string           `json:"proposal_id"`
	RequestID     string           `json:"request_id"`
	Provider      string           `json:"provider"`
	Mode          string           `json:"mode"`
	Status        string           `json:"status"`
	Placeholders  []string         `json:"placeholders"`
	GuardedStages []proposal.Stage `json:"guarded_stages"`
}

// Proposals returns at most limit proposals in ID order, those after the ID;
// the first ones where it is empty.
func (c *Client) Proposals(ctx context.Context, after string, limit int) (List[Listed], error) {
	query := url.Values{"limit": {strconv.Itoa(limit)}, "view": {"summary"}}
	if after != "" {
		query.Set("after", after)
	}
	var list List[Listed]
	err := c.getJSON(ctx, proposalsPath+"?"+query.Encode(), &list)
	return list, err
}
