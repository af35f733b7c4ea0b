package browser

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// shown is one state of one page.
type shown struct {
	name, address string
	// prepare is what a reader does after the page has come; empty for nothing.
	prepare string
}

// everyPage returns each page of the portal in the states that look different.
func everyPage(t *testing.T) []shown {
	t.Helper()
	fresh, empty, full, down := startPlatform(t), startPlatform(t), startPlatform(t), startPlatform(t)
	empty.install()
	full.fill()
	accepted, denied := full.requestIDs("accepted")[0], full.requestIDs("denied")[0]
	proposal := full.propose(accepted)
	down.install()
	down.api.Close()
	return []shown{
		{name: "dashboard-before-setup", address: fresh.portal.URL},
		{name: "setup", address: fresh.portal.URL + "/setup"},
		{name: "setup-faults", address: fresh.portal.URL + "/setup", prepare: `document.querySelector('main form').requestSubmit()`},
		{name: "setup-locked", address: full.portal.URL + "/setup"},
		{name: "dashboard-empty", address: empty.portal.URL},
		{name: "dashboard", address: full.portal.URL},
		{name: "new-environment", address: full.portal.URL + "/requests/new"},
		{name: "new-environment-faults", address: full.portal.URL + "/requests/new", prepare: `document.querySelector('main form').requestSubmit()`},
		{name: "requests-empty", address: empty.portal.URL + "/requests"},
		{name: "requests", address: full.portal.URL + "/requests"},
		{name: "review-accepted", address: full.portal.URL + "/requests/" + accepted},
		{name: "review-denied", address: full.portal.URL + "/requests/" + denied},
		{name: "proposal", address: full.portal.URL + "/proposals/" + proposal},
		{name: "proposal-open", address: full.portal.URL + "/proposals/" + proposal, prepare: openAll},
		{name: "operations-empty", address: empty.portal.URL + "/operations"},
		{name: "operations", address: full.portal.URL + "/operations"},
		{name: "readiness", address: full.portal.URL + "/readiness"},
		{name: "down-operations", address: down.portal.URL + "/operations"},
		{name: "down-readiness", address: down.portal.URL + "/readiness"},
		{name: "down-requests", address: down.portal.URL + "/requests"},
		{name: "not-found", address: full.portal.URL + "/nowhere"},
		{name: "proposal-not-found", address: full.portal.URL + "/proposals/prop-0"},
	}
}

const openAll = `document.querySelectorAll('details').forEach(d => { d.open = true })`

// show loads the page and prepares it.
func (b *tab) show(s shown) {
	b.t.Helper()
	b.visit(s.address)
	switch {
	case s.prepare == "":
	case strings.Contains(s.prepare, "requestSubmit"):
		b.follow(s.prepare)
	default:
		b.do(evaluated(s.prepare))
	}
}

// answered calls the API and returns what it answers.
func (p *platform) answered(method, path, key, document string) []byte {
	p.t.Helper()
	request, err := http.NewRequestWithContext(p.t.Context(), method, p.api.URL+path, strings.NewReader(document))
	require.NoError(p.t, err)
	request.Header.Set("Content-Type", "application/json")
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	return exchanged(p.t, request)
}

// requestIDs returns the IDs of the requests with the decision, in ID order.
func (p *platform) requestIDs(decision string) []string {
	p.t.Helper()
	var list struct {
		Items []struct {
			RequestID string `json:"request_id"`
		} `json:"items"`
	}
	require.NoError(p.t, json.Unmarshal(p.answered(http.MethodGet, "/v1/environment-requests?decision="+decision, "", ""), &list))
	var ids []string
	for _, item := range list.Items {
		ids = append(ids, item.RequestID)
	}
	return ids
}

// propose creates the proposal of a request and returns its ID.
func (p *platform) propose(requestID string) string {
	p.t.Helper()
	var created struct {
		ProposalID string `json:"proposal_id"`
	}
	body := p.answered(http.MethodPost, "/v1/deployment-proposals", requestID, `{"request_id":"`+requestID+`"}`)
	require.NoError(p.t, json.Unmarshal(body, &created))
	return created.ProposalID
}
