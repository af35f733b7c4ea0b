// Package api drives the HTTP API over real connections, with a real adapter
// process behind it. What needs no process is tested beside the handlers.
package api_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/serve"
	"platform.internal/platform-core/service"
	server "platform.internal/platform-server"
)

// accepted is a request that a provider_a installation accepts on any day.
const accepted = `{"application":"checkout","environment":"production","owner":"payments@example.com","cost_centre":"CC-4711",
"data_classification":"internal","region":"eu-west-1","network_cidr":"10.20.0.0/20","cluster_size":"small",
"monthly_budget":1000,"business_justification":"Integration tests of the checkout service."}`

const profile = `{"provider":"provider_a"}`

// client talks to one API.
type client struct {
	t    *testing.T
	base string
}

// newAPI serves a new platform in this process; installed with profile unless
// it is empty. Without adapters in options, those of the build run as processes.
func newAPI(t *testing.T, profile string, options service.Options) client {
	t.Helper()
	if options.Adapters == nil {
		catalog, err := adapterhost.Open(adapterhost.Options{Dir: build.Binaries(t).AdaptersDir})
		require.NoError(t, err)
		t.Cleanup(func() { catalog.Close() })
		options.Adapters = catalog
	}
	options.Now = time.Now
	c := client{t, build.Serve(t, func(hosts serve.Hosts) (http.Handler, error) {
		return server.New(service.New(options), server.Options{Hosts: hosts}), nil
	}).URL}
	if profile != "" {
		require.Equal(t, http.StatusCreated, c.post("/v1/platform/installations", profile).status)
	}
	return c
}

// reply is an answer, read whole.
type reply struct {
	status int
	header http.Header
	body   string
	code   problem.Code
}

func (c client) do(method, path, body string, headers ...string) reply {
	c.t.Helper()
	request, err := http.NewRequestWithContext(c.t.Context(), method, c.base+path, strings.NewReader(body))
	require.NoError(c.t, err)
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			request.Host = headers[i+1]
			continue
		}
		request.Header.Add(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	require.NoError(c.t, err)
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	require.NoError(c.t, err)
	return newReply(c.t, response, data)
}

func newReply(t *testing.T, response *http.Response, data []byte) reply {
	t.Helper()
	r := reply{status: response.StatusCode, header: response.Header, body: string(data)}
	if response.Header.Get("Content-Type") != problem.MediaType || len(data) == 0 {
		return r
	}
	var p problem.Problem
	require.NoError(t, json.Unmarshal(data, &p))
	assert.Equal(t, p.Code.Status(), r.status)
	assert.NotEmpty(t, p.Detail)
	r.code = p.Code
	return r
}

func (c client) get(path string) reply { c.t.Helper(); return c.do(http.MethodGet, path, "") }

func (c client) post(path, body string, headers ...string) reply {
	c.t.Helper()
	return c.do(http.MethodPost, path, body, append([]string{"Content-Type", "application/json", "Idempotency-Key", "k"}, headers...)...)
}

// member returns a member of a JSON answer.
func (r reply) member(t *testing.T, name string) string {
	t.Helper()
	var members map[string]any
	require.NoError(t, json.Unmarshal([]byte(r.body), &members), r.body)
	text, _ := members[name].(string)
	return text
}

// TestEveryRoute calls each route of the API.
func TestEveryRoute(t *testing.T) {
	c := newAPI(t, "", service.Options{})
	assert.Equal(t, problem.InstallationNotFound, c.get("/v1/platform/installation").code)
	assert.Equal(t, http.StatusCreated, c.post("/v1/platform/installations", profile).status)
	assert.Equal(t, http.StatusOK, c.post("/v1/platform/installations", profile).status)
	assert.Equal(t, problem.InstallationLocked, c.post("/v1/platform/installations", `{"provider":"provider_b"}`).code)
	assert.Equal(t, http.StatusOK, c.post("/v1/platform/installation/validate", `{"provider":"provider_b"}`).status)
	for _, path := range []string{
		"/v1/platform/installation", "/v1/platform/providers", "/v1/platform/modes", "/v1/platform/policies",
		"/health", "/ready", "/version", "/metrics", "/openapi.json", "/schemas/problem", "/schemas/environment-request.json",
	} {
		assert.Equal(t, http.StatusOK, c.get(path).status, path)
	}
	assert.JSONEq(t, `{"items":[]}`, c.get("/v1/environment-requests").body)
	assert.JSONEq(t, `{"items":[]}`, c.get("/v1/deployment-proposals").body)

	evaluated := c.post("/v1/environment-requests/evaluate", accepted)
	assert.Equal(t, http.StatusOK, evaluated.status)
	assert.JSONEq(t, `{"items":[]}`, c.get("/v1/environment-requests").body, "evaluate stores nothing")

	record := c.post("/v1/environment-requests", accepted)
	require.Equal(t, http.StatusOK, record.status)
	requestID := record.member(t, "request_id")
	assert.Equal(t, record.body, c.get("/v1/environment-requests/"+requestID).body)
	proposal := c.post("/v1/deployment-proposals", `{"request_id":"`+requestID+`"}`)
	require.Equal(t, http.StatusCreated, proposal.status)
	proposalID := proposal.member(t, "proposal_id")
	assert.Equal(t, "/v1/deployment-proposals/"+proposalID, proposal.header.Get("Location"))
	assert.Equal(t, proposal.body, c.get("/v1/deployment-proposals/"+proposalID).body)
	assert.Contains(t, c.get("/v1/deployment-proposals?request_id="+requestID).body, proposalID)
	assert.JSONEq(t, `{"items":[]}`, c.get("/v1/deployment-proposals?request_id=req-0").body)
	again := c.post("/v1/deployment-proposals", `{"request_id":"`+requestID+`"}`, "Idempotency-Key2", "x")
	assert.Equal(t, http.StatusCreated, again.status)
	assert.Equal(t, proposal.body, again.body)
	assert.Equal(t, 1, strings.Count(c.get("/v1/environment-requests").body, requestID+`",`))
	assert.Equal(t, problem.RequestNotFound, c.get("/v1/environment-requests/req-0").code)
	assert.Equal(t, problem.ProposalNotFound, c.get("/v1/deployment-proposals/prop-0").code)
}

// TestWhatWasRecordedBefore sends one request with one key and with another, as it was
// and in other words: only the first call records it, and all get the same bytes.
func TestWhatWasRecordedBefore(t *testing.T) {
	c := newAPI(t, profile, service.Options{})
	first := c.post("/v1/environment-requests", accepted)
	assert.Empty(t, first.header.Values("Idempotency-Replayed"))
	for key, body := range map[string]string{"k": accepted, "k2": accepted, "k3": " " + accepted} {
		again := c.do(http.MethodPost, "/v1/environment-requests", body, "Content-Type", "application/json", "Idempotency-Key", key)
		assert.Equal(t, []string{"true"}, again.header.Values("Idempotency-Replayed"), key)
		assert.Equal(t, first.body, again.body, key)
	}
	other := c.do(http.MethodPost, "/v1/environment-requests", strings.Replace(accepted, "1000", "1001", 1), "Content-Type", "application/json", "Idempotency-Key", "k4")
	assert.Empty(t, other.header.Values("Idempotency-Replayed"))
}

// TestARefusedCallLeavesNothing: it stores no record and binds no key.
func TestARefusedCallLeavesNothing(t *testing.T) {
	c := newAPI(t, profile, service.Options{})
	before := c.get("/metrics").body
	for body, want := range map[string]problem.Code{
		accepted[:40]: problem.MalformedBody, "{}": problem.InvalidRequest, accepted + strings.Repeat(" ", 64<<10): problem.BodyTooLarge,
	} {
		assert.Equal(t, want, c.post("/v1/environment-requests", body).code)
	}
	assert.Equal(t, before, c.get("/metrics").body)
	assert.Equal(t, http.StatusOK, c.post("/v1/environment-requests", accepted).status)
}

func TestDeniedIsNoError(t *testing.T) {
	c := newAPI(t, profile, service.Options{})
	record := c.post("/v1/environment-requests", strings.Replace(accepted, `"monthly_budget":1000`, `"monthly_budget":1`, 1))
	assert.Equal(t, http.StatusOK, record.status)
	assert.Equal(t, "denied", record.member(t, "decision"))
	proposal := c.post("/v1/deployment-proposals", `{"request_id":"`+record.member(t, "request_id")+`"}`)
	assert.Equal(t, problem.RequestNotAccepted, proposal.code)
	assert.JSONEq(t, `{"items":[]}`, c.get("/v1/deployment-proposals").body)
}

func TestBeforeInstallation(t *testing.T) {
	c := newAPI(t, "", service.Options{})
	assert.Equal(t, problem.InstallationRequired, c.post("/v1/environment-requests", accepted).code)
	assert.Equal(t, problem.InstallationRequired, c.post("/v1/environment-requests/evaluate", accepted).code)
	assert.Equal(t, problem.InstallationRequired, c.post("/v1/deployment-proposals", `{"request_id":"req-00000000000000000000"}`).code)
	assert.Equal(t, problem.InvalidRequest, c.post("/v1/environment-requests", "{}").code, "the body is checked first")
}

// TestSummariesAreTheDocumentsWithoutContent compares the two views of a list.
func TestSummariesAreTheDocumentsWithoutContent(t *testing.T) {
	c := newAPI(t, profile, service.Options{})
	id := c.post("/v1/environment-requests", accepted).member(t, "request_id")
	c.post("/v1/deployment-proposals", `{"request_id":"`+id+`"}`)
	full, summary := c.get("/v1/deployment-proposals"), c.get("/v1/deployment-proposals?view=summary")
	assert.Equal(t, full.body, c.get("/v1/deployment-proposals?view=full").body)
	assert.Less(t, len(summary.body), len(full.body)/10)
	var want map[string][]map[string]any
	require.NoError(t, json.Unmarshal([]byte(full.body), &want))
	for _, artifact := range want["items"][0]["artifacts"].([]any) {
		delete(artifact.(map[string]any), "content")
	}
	var got map[string][]map[string]any
	require.NoError(t, json.Unmarshal([]byte(summary.body), &got))
	record := c.get("/v1/environment-requests/" + id)
	for _, member := range []string{"application", "environment", "region", "owner", "cost_centre", "monthly_budget", "expiry_date"} {
		if value, ok := got["items"][0][member]; ok {
			assert.Contains(t, record.body, fmt.Sprintf("%q: %s", member, encoded(t, value)))
			delete(got["items"][0], member)
		}
	}
	assert.Contains(t, record.body, fmt.Sprintf(`"known_total": %q`, got["items"][0]["known_total"]))
	assert.Equal(t, strings.Contains(record.body, `"monthly_total": null`), got["items"][0]["at_least"])
	resources := got["items"][0]["resources"].(map[string]any)
	assert.Positive(t, resources["added"])
	for _, member := range []string{"known_total", "at_least", "resources", "cost_change"} {
		delete(got["items"][0], member)
	}
	_, err := time.Parse(time.RFC3339, got["items"][0]["received_at"].(string))
	require.NoError(t, err)
	delete(got["items"][0], "received_at")
	assert.Equal(t, encoded(t, want), encoded(t, got))
	for _, path := range []string{"/v1/environment-requests", "/v1/deployment-proposals", "/v1/environment-requests/" + id} {
		assert.NotContains(t, c.get(path).body, "received_at")
	}
	assert.Equal(t, problem.InvalidRequest, c.get("/v1/deployment-proposals?view=short").code)
	requests := c.get("/v1/environment-requests?view=summary").body
	assert.Contains(t, requests, got["items"][0]["proposal_id"])
	assert.Less(t, len(requests), 600)
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}

func TestEqualHistoriesGiveEqualMetrics(t *testing.T) {
	history := func() string {
		c := newAPI(t, profile, service.Options{})
		c.post("/v1/environment-requests", accepted)
		c.do("POST", "/v1/environment-requests", strings.Replace(accepted, "10.20.0.0/20", "8.8.0.0/20", 1), "Content-Type", "application/json", "Idempotency-Key", "2")
		return c.get("/metrics").body
	}
	first := history()
	assert.Equal(t, first, history())
	for _, line := range []string{
		"platform_cloud_changes 0\n", "platform_deployment_proposals 0\n",
		"platform_environment_requests{decision=\"accepted\"} 1\n", "platform_environment_requests{decision=\"denied\"} 1\n",
		"platform_installation_info{mode=\"simulation\",provider=\"provider_a\"} 1\n",
		"platform_policy_violations{policy_id=\"common.network.private\"} 1\n",
	} {
		assert.Contains(t, first, line)
	}
}

func TestCapacity(t *testing.T) {
	c := newAPI(t, profile, service.Options{MaxRecords: 1})
	require.Equal(t, http.StatusOK, c.post("/v1/environment-requests", accepted).status)
	refused := c.do("POST", "/v1/environment-requests", strings.Replace(accepted, "1000", "1001", 1), "Content-Type", "application/json", "Idempotency-Key", "2")
	assert.Equal(t, problem.CapacityExhausted, refused.code)
	assert.Equal(t, http.StatusOK, c.post("/v1/environment-requests", accepted).status)
}
