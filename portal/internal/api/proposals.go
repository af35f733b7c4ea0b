package api

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"platform.internal/platform-core/handover"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

const proposalsPath = "/v1/deployment-proposals"

// Proposal returns the proposal with the ID.
func (c *Client) Proposal(ctx context.Context, id string) (Document[proposal.Proposal], error) {
	return get[proposal.Proposal](ctx, c, proposalsPath+"/"+url.PathEscape(id))
}

// Listed is a proposal in a list, with fields of its request and without its artifacts.
type Listed struct {
	ProposalID    string           `json:"proposal_id"`
	RequestID     string           `json:"request_id"`
	Status        string           `json:"status"`
	Placeholders  []string         `json:"placeholders"`
	GuardedStages []proposal.Stage `json:"guarded_stages"`
	wire.ProposalOrigin
	// Unreadable means that some members could not be decoded; all other fields are set.
	Unreadable bool `json:"-"`
}

// UnmarshalJSON never fails, so that one bad entry does not hide the other entries.
func (l *Listed) UnmarshalJSON(data []byte) error {
	type plain Listed
	l.Unreadable = !unmarshalMembers(data, (*plain)(l))
	return nil
}

// ProposalsBefore returns proposals of the same environment that arrived before the proposal with the ID, newest
// first. It reads pages of the list until it finds one. Application, environment and region identify an environment.
func (c *Client) ProposalsBefore(ctx context.Context, id string, of request.Request) (found []Listed, err error) {
	for after := id; after != "" && len(found) == 0; {
		if found, after, err = c.proposalsOf(ctx, of, after); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// ProposalsAfter returns proposals of the same environment that arrived after the proposal with the ID, newest first.
// It searches only the newest proposals.
func (c *Client) ProposalsAfter(ctx context.Context, id string, of request.Request) ([]Listed, error) {
	found, _, err := c.proposalsOf(ctx, of, "")
	if at := slices.IndexFunc(found, func(l Listed) bool { return l.ProposalID == id }); at >= 0 {
		found = found[:at]
	}
	return found, err
}

// proposalsOf returns the proposals of an environment on one page of the search, and the start of the next page.
func (c *Client) proposalsOf(ctx context.Context, of request.Request, after string) ([]Listed, string, error) {
	list, err := c.Proposals(ctx, Selection{
		Application: of.Application, Environment: of.Environment, After: after, Limit: maxSearched,
	})
	isOther := func(l Listed) bool { return l.Region != of.Region }
	return slices.DeleteFunc(list.Items, isOther), list.Next, err
}

// maxSearched is the number of proposals in one page of the search.
const maxSearched = 100

// Proposals returns a page of the proposals that the selection selects.
func (c *Client) Proposals(ctx context.Context, s Selection) (wire.List[Listed], error) {
	return value[wire.List[Listed]](ctx, c, proposalsPath+"?"+s.query().Encode())
}

// proposalID is the only part of a proposal that a link needs.
type proposalID struct {
	ID string `json:"proposal_id"`
}

// ProposalOf returns the ID of the request's proposal, or an empty ID if the request has no
// proposal.
func (c *Client) ProposalOf(ctx context.Context, requestID string) (string, error) {
	path := proposalsPath + "?" + url.Values{"request_id": {requestID}, "limit": {"1"}}.Encode()
	list, err := value[wire.List[proposalID]](ctx, c, path)
	if err != nil || len(list.Items) == 0 {
		return "", err
	}
	return list.Items[0].ID, nil
}

// Handover returns the document of the hand-over to a repository that has the proposal before for the
// environment. The environment is new to the repository if before is empty.
func (c *Client) Handover(ctx context.Context, id, before string) (Document[handover.Document], error) {
	return get[handover.Document](ctx, c, handoverPath(id, before, url.Values{}))
}

// HandoverWithPatch returns the same document with its patch.
func (c *Client) HandoverWithPatch(ctx context.Context, id, before string) (handover.Document, error) {
	return value[handover.Document](ctx, c, handoverPath(id, before, url.Values{"patch": {"true"}}))
}

// HandoverPatch returns the patch of the hand-over; see [Client.Handover].
func (c *Client) HandoverPatch(ctx context.Context, id, before string) ([]byte, error) {
	return c.send(ctx, call{method: http.MethodGet, path: handoverPath(id, before, url.Values{}), mediaType: "text/x-patch"})
}

func handoverPath(id, before string, query url.Values) string {
	if before != "" {
		query.Set("supersedes", before)
	}
	return strings.TrimSuffix(proposalsPath+"/"+url.PathEscape(id)+"/handover?"+query.Encode(), "?")
}

// Propose creates the proposal of an accepted request and returns its ID. The key is an idempotency
// key.
func (c *Client) Propose(ctx context.Context, key, requestID string) (string, error) {
	document := Encode(map[string]string{"request_id": requestID})
	p, err := fetch[proposalID](ctx, c, call{method: http.MethodPost, path: proposalsPath, key: key, body: document})
	return p.Value.ID, err
}
