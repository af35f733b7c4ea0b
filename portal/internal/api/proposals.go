package api

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
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

// Listed is what a list shows of a proposal, and of its request; its artifacts are left
// out.
type Listed struct {
	ProposalID    string           `json:"proposal_id"`
	RequestID     string           `json:"request_id"`
	Status        string           `json:"status"`
	Placeholders  []string         `json:"placeholders"`
	GuardedStages []proposal.Stage `json:"guarded_stages"`
	request.Brief
	KnownTotal request.Money `json:"known_total"`
	// ReceivedAt is the API's clock when it stored the proposal.
	ReceivedAt time.Time `json:"received_at"`
	// Unreadable means that a part of it could not be read; the other parts are there.
	Unreadable bool `json:"-"`
}

// UnmarshalJSON never fails, so that one entry takes no other with it.
func (l *Listed) UnmarshalJSON(data []byte) error {
	type plain Listed
	l.Unreadable = !unmarshalMembers(data, (*plain)(l))
	return nil
}

// ProposalBefore returns the proposal of an environment that arrived last before the one
// with the ID, and whether there is one. An environment is an application's, in one
// region.
func (c *Client) ProposalBefore(ctx context.Context, id string, of request.Request) (Proposal, bool, error) {
	for after := id; ; {
		var list List[Listed]
		query := listQuery(maxSearched, map[string]string{"after": after, request.ApplicationField: of.Application, request.EnvironmentField: of.Environment})
		if err := c.getJSON(ctx, proposalsPath+"?"+query.Encode(), &list); err != nil {
			return Proposal{}, false, err
		}
		for _, p := range list.Items {
			if p.Region == of.Region {
				found, err := c.Proposal(ctx, p.ProposalID)
				return found, err == nil, err
			}
		}
		if after = list.Next; after == "" {
			return Proposal{}, false, nil
		}
	}
}

// maxSearched is how many proposals are looked through at once.
const maxSearched = 100

// Proposals returns at most limit proposals, those that arrived last first, after the
// one with the ID; the last ones where it is empty.
func (c *Client) Proposals(ctx context.Context, after string, limit int) (List[Listed], error) {
	var list List[Listed]
	err := c.getJSON(ctx, proposalsPath+"?"+listQuery(limit, map[string]string{"after": after}).Encode(), &list)
	return list, err
}
