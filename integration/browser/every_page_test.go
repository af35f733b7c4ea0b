package browser

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// shown is one state of one page.
type shown struct {
	name, address string
	// prepare is what a reader does after the page has come; nil for nothing.
	prepare func(*tab)
}

// everyPage returns each page of the portal in the states that look different.
func everyPage(t *testing.T) []shown {
	t.Helper()
	fresh, empty, full, down := startPlatform(t), startPlatform(t), startPlatform(t), startPlatform(t)
	empty.install()
	full.fill()
	accepted, denied := full.requestIDs("accepted")[0], full.requestIDs("denied")[0]
	proposal := full.propose(accepted)
	full.propose(full.wants("first", nil))
	change := full.propose(full.wants("change", map[string]any{"cluster_size": "medium"}))
	down.install()
	down.api.Close()
	pages := []shown{
		{name: "dashboard-before-setup", address: fresh.portal.URL},
		{name: "setup", address: fresh.portal.URL + "/setup"},
		{name: "setup-faults", address: fresh.portal.URL + "/setup", prepare: send},
		{name: "setup-locked", address: full.portal.URL + "/setup"},
		{name: "setup-late", address: full.portal.URL + "/setup", prepare: posts("/setup", "provider", "provider_a", "mode", "sandbox")},
		{name: "dashboard-empty", address: empty.portal.URL},
		{name: "dashboard", address: full.portal.URL},
		{name: "new-environment", address: full.portal.URL + "/requests/new"},
		{name: "new-environment-faults", address: full.portal.URL + "/requests/new", prepare: send},
		{name: "new-environment-checked", address: full.portal.URL + "/requests/new?from=" + denied, prepare: presses(check)},
		{name: "new-environment-fix", address: full.portal.URL + "/requests/new?fix=1&from=" + denied},
		{name: "new-environment-sent", address: full.portal.URL + "/requests/new?from=" + accepted, prepare: sentBefore},
		{name: "requests-empty", address: empty.portal.URL + "/requests"},
		{name: "requests", address: full.portal.URL + "/requests"},
		{name: "requests-found", address: full.portal.URL + "/requests?q=ca&decision=denied"},
		{name: "requests-not-found", address: full.portal.URL + "/requests?q=nothing"},
		{name: "compare", address: full.portal.URL + "/requests/compare?a=" + accepted + "&b=" + full.requestIDs("accepted")[1]},
		{name: "compare-denied", address: full.portal.URL + "/requests/compare?a=" + accepted + "&b=" + denied},
		{name: "compare-choose", address: full.portal.URL + "/requests/compare?a=" + accepted + "&q=ca"},
		{name: "review-accepted", address: full.portal.URL + "/requests/" + accepted},
		{name: "review-denied", address: full.portal.URL + "/requests/" + denied},
		{name: "review-retry", address: full.withoutProposals() + "/requests/" + full.requestIDs("accepted")[1], prepare: send},
		{name: "proposal", address: full.portal.URL + "/proposals/" + proposal},
		{name: "proposal-change", address: full.portal.URL + "/proposals/" + change},
		{name: "proposal-file", address: full.portal.URL + "/proposals/" + proposal + "/files/2"},
		{name: "environments-empty", address: empty.portal.URL + "/environments"},
		{name: "environments", address: full.portal.URL + "/environments?pool=10.0.0.0/8&length=20"},
		{name: "environments-refused", address: full.portal.URL + "/environments?pool=nothing&length=20"},
		{name: "operations-empty", address: empty.portal.URL + "/operations"},
		{name: "operations-wrong", address: full.portal.URL + "/operations?after=prop-0"},
		{name: "operations", address: full.portal.URL + "/operations"},
		{name: "policies", address: full.portal.URL + "/policies"},
		{name: "readiness", address: full.portal.URL + "/readiness"},
		{name: "down-dashboard", address: down.portal.URL},
		{name: "down-environments", address: down.portal.URL + "/environments"},
		{name: "down-operations", address: down.portal.URL + "/operations"},
		{name: "down-policies", address: down.portal.URL + "/policies"},
		{name: "down-readiness", address: down.portal.URL + "/readiness"},
		{name: "down-requests", address: down.portal.URL + "/requests"},
		{name: "not-found", address: full.portal.URL + "/nowhere"},
		{name: "proposal-not-found", address: full.portal.URL + "/proposals/prop-0"},
		{name: "wrong-host", address: strings.Replace(full.portal.URL, "127.0.0.1", "localhost", 1)},
		{name: "wrong-origin", address: foreign(t, full.portal.URL+"/setup"), prepare: send},
	}
	for _, part := range []string{"summary", "picture", "policy", "files", "runbook"} {
		pages = append(pages, shown{name: "proposal-open-" + part, address: full.portal.URL + "/proposals/" + change + "#" + part, prepare: func(b *tab) { b.do(evaluated(openAll)) }})
	}
	return append(append(pages, otherModes(t)...), ownRules(t)...)
}

// otherModes are the pages that differ in sandbox and enterprise, of provider_b.
func otherModes(t *testing.T) []shown {
	t.Helper()
	unset, sandbox, enterprise := startAllProviders(t), startAllProviders(t), startAllProviders(t)
	sandbox.post("/v1/platform/installations", "", `{"provider":"provider_b","mode":"sandbox"}`)
	enterprise.post("/v1/platform/installations", "", `{"provider":"provider_b","mode":"enterprise"}`)
	inSandbox := sandbox.example("provider_b", "sandbox")
	inEnterprise := enterprise.example("provider_b", "enterprise")
	boundaries := unset.portal.URL + "/setup/boundaries?provider=provider_b&mode=enterprise"
	return []shown{
		{name: "setup-two-providers", address: unset.portal.URL + "/setup"},
		{name: "boundaries", address: boundaries},
		{name: "boundaries-faults", address: boundaries, prepare: func(b *tab) {
			b.do(evaluated(`document.querySelectorAll('main [type=text]').forEach(input => { input.value = '1' })`))
			send(b)
		}},
		{name: "sandbox-review", address: sandbox.portal.URL + "/requests/" + inSandbox},
		{name: "sandbox-proposal", address: sandbox.portal.URL + "/proposals/" + sandbox.propose(inSandbox)},
		{name: "enterprise-dashboard", address: enterprise.portal.URL},
		{name: "enterprise-review", address: enterprise.portal.URL + "/requests/" + inEnterprise},
		{name: "enterprise-readiness", address: enterprise.portal.URL + "/readiness"},
	}
}

const openAll = `document.querySelectorAll('details').forEach(d => { d.open = true })`

// send sends the form of the page as it is.
func send(b *tab) { b.t.Helper(); b.follow(`document.querySelector('main form').requestSubmit()`) }

// presses presses a button that leads on.
func presses(selector string) func(*tab) {
	return func(b *tab) { b.t.Helper(); b.click(selector) }
}

// posts sends a form that the page does not have, as one of an older page would.
func posts(path string, fields ...string) func(*tab) {
	script := `const form = Object.assign(document.createElement('form'), {method: 'post', action: ` + quoted(path) + `})
		document.querySelector('main').append(form);`
	for i := 0; i < len(fields); i += 2 {
		script += fmt.Sprintf("form.append(Object.assign(document.createElement('input'), {name: %q, value: %q}));", fields[i], fields[i+1])
	}
	return func(b *tab) { b.t.Helper(); b.follow(`{` + script + `form.submit() }`) }
}

// sentBefore changes a request and sends it with the key of another: requests of
// these platforms have their application's name as their key.
func sentBefore(b *tab) {
	b.t.Helper()
	b.do(evaluated(`document.getElementsByName('key')[0].value = document.getElementById('application').value
		document.getElementById('application').value = 'another'`))
	b.click(submit)
}

// withoutProposals returns a portal before an API that does not answer when it is
// to create a proposal.
func (p *platform) withoutProposals() string {
	p.t.Helper()
	return p.behind(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost && r.URL.Path == "/v1/deployment-proposals" {
				panic(http.ErrAbortHandler)
			}
			next.ServeHTTP(w, r)
		})
	})
}

// foreign returns the address of another site whose form goes to the portal.
func foreign(t *testing.T, action string) string {
	t.Helper()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprintf(w, `<!doctype html><html lang="en"><title>Elsewhere</title><link rel="icon" href="data:,"><main><form method="post" action="%s"></form></main>`, action)
	}))
	t.Cleanup(site.Close)
	return site.URL
}

// show loads the page and prepares it.
func (b *tab) show(s shown) {
	b.t.Helper()
	b.visit(s.address)
	if s.prepare != nil {
		s.prepare(b)
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
