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
	// prepare is what a reader does after the page has come.
	prepare []func(*tab)
}

// page returns a state of a page of the portal.
func (p *platform) page(name, path string, prepare ...func(*tab)) shown {
	return shown{name, p.portal.URL + path, prepare}
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
		fresh.page("dashboard-before-setup", "/"),
		fresh.page("setup", "/setup"),
		fresh.page("setup-faults", "/setup", send),
		full.page("setup-locked", "/setup"),
		full.page("setup-late", "/setup", posts("/setup", "provider", "provider_a", "mode", "sandbox")),
		empty.page("dashboard-empty", "/"),
		full.page("dashboard", "/"),
		full.page("new-environment", "/requests/new"),
		full.page("new-environment-faults", "/requests/new", send),
		full.page("new-environment-checked", "/requests/new?from="+denied, presses(check)),
		full.page("new-environment-fix", "/requests/new?fix=1&from="+denied),
		full.page("new-environment-sent", "/requests/new?from="+accepted, sentBefore),
		empty.page("requests-empty", "/requests"),
		full.page("requests", "/requests"),
		full.page("requests-found", "/requests?q=ca&decision=denied"),
		full.page("requests-not-found", "/requests?q=nothing"),
		full.page("compare", "/requests/compare?a="+accepted+"&b="+full.requestIDs("accepted")[1]),
		full.page("compare-denied", "/requests/compare?a="+accepted+"&b="+denied),
		full.page("compare-choose", "/requests/compare?a="+accepted+"&q=ca"),
		full.page("review-accepted", "/requests/"+accepted),
		full.page("review-denied", "/requests/"+denied),
		{"review-retry", full.withoutProposals() + "/requests/" + full.requestIDs("accepted")[1], []func(*tab){send}},
		full.page("proposal", "/proposals/"+proposal),
		full.page("proposal-change", "/proposals/"+change),
		full.page("proposal-file", "/proposals/"+proposal+"/files/2"),
		empty.page("environments-empty", "/environments"),
		full.page("environments", "/environments?pool=10.0.0.0/8&length=20"),
		full.page("environments-refused", "/environments?pool=nothing&length=20"),
		empty.page("operations-empty", "/operations"),
		full.page("operations-wrong", "/operations?after=prop-0"),
		full.page("operations", "/operations"),
		full.page("policies", "/policies"),
		full.page("readiness", "/readiness"),
		down.page("down-dashboard", "/"),
		down.page("down-environments", "/environments"),
		down.page("down-operations", "/operations"),
		down.page("down-policies", "/policies"),
		down.page("down-readiness", "/readiness"),
		down.page("down-requests", "/requests"),
		full.page("not-found", "/nowhere"),
		full.page("proposal-not-found", "/proposals/prop-0"),
		{name: "wrong-host", address: strings.Replace(full.portal.URL, "127.0.0.1", "localhost", 1)},
		{"wrong-origin", foreign(t, full.portal.URL+"/setup"), []func(*tab){send}},
	}
	for _, part := range []string{"summary", "picture", "policy", "files", "runbook"} {
		pages = append(pages, full.page("proposal-open-"+part, "/proposals/"+change+"#"+part, func(b *tab) { b.do(evaluated(openAll)) }))
	}
	return append(append(pages, otherModes(t)...), ownRules(t)...)
}

// otherModes are the pages that differ in sandbox and enterprise, of provider_b.
func otherModes(t *testing.T) []shown {
	t.Helper()
	unset, sandbox, enterprise := startAllProviders(t), inMode(t, "provider_b", "sandbox"), inMode(t, "provider_b", "enterprise")
	inSandbox := sandbox.example("provider_b", "sandbox")
	inEnterprise := enterprise.example("provider_b", "enterprise")
	const boundaries = "/setup/boundaries?provider=provider_b&mode=enterprise"
	return []shown{
		unset.page("setup-two-providers", "/setup"),
		unset.page("boundaries", boundaries),
		unset.page("boundaries-faults", boundaries, func(b *tab) {
			b.do(evaluated(`document.querySelectorAll('main [type=text]').forEach(input => { input.value = '1' })`))
		}, send),
		sandbox.page("sandbox-review", "/requests/"+inSandbox),
		sandbox.page("sandbox-proposal", "/proposals/"+sandbox.propose(inSandbox)),
		enterprise.page("enterprise-dashboard", "/"),
		enterprise.page("enterprise-review", "/requests/"+inEnterprise),
		enterprise.page("enterprise-readiness", "/readiness"),
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
	return p.failing(func(r *http.Request) bool {
		return r.Method == http.MethodPost && r.URL.Path == "/v1/deployment-proposals"
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
	for _, prepare := range s.prepare {
		prepare(b)
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
