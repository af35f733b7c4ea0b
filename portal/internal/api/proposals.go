package api

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// Proposal is a proposal and the bytes that the API sent.
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

// Listed is a proposal in a list, with fields of its request and without its artifacts.
type Listed struct {
	ProposalID    string           `json:"proposal_id"`
	RequestID     string           `json:"request_id"`
	Status        string           `json:"status"`
	Placeholders  []string         `json:"placeholders"`
	GuardedStages []proposal.Stage `json:"guarded_stages"`
	request.Brief
	KnownTotal request.Money `json:"known_total"`
	// ReceivedAt is the time at which the API stored the proposal, by the API's clock.
	ReceivedAt time.Time `json:"received_at"`
	// Unreadable means that some members could not be decoded; all other fields are set.
	Unreadable bool `json:"-"`
}

// UnmarshalJSON never fails, so that one bad entry does not hide the other entries.
func (l *Listed) UnmarshalJSON(data []byte) error {
	type plain Listed
	l.Unreadable = !unmarshalMembers(data, (*plain)(l))
	return nil
}

// ProposalBefore returns the latest proposal for the same environment that arrived before the
// proposal with the ID. It returns false if there is none. An environment is identified by
// application, environment and region.
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

// maxSearched is the number of proposals in one page of the search.
const maxSearched = 100

// Proposals returns at most limit proposals, newest first. The list starts after the proposal with
// the ID; it starts with the newest if after is empty.
func (c *Client) Proposals(ctx context.Context, after string, limit int) (List[Listed], error) {
	var list List[Listed]
	err := c.getJSON(ctx, proposalsPath+"?"+listQuery(limit, map[string]string{"after": after}).Encode(), &list)
	return list, err
}
