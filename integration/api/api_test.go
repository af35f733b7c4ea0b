// Package api drives the HTTP API over real connections, with a real adapter
// process behind it.
package api_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/problem"
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
// it is empty.
func newAPI(t *testing.T, profile string, options service.Options) client {
	t.Helper()
	catalog, err := adapterhost.Open(adapterhost.Options{Dir: build.Binaries(t).AdaptersDir})
	require.NoError(t, err)
	t.Cleanup(func() { catalog.Close() })
	options.Adapters, options.Now = catalog, time.Now
	handler := server.New(service.New(options), server.Options{Hosts: []string{"127.0.0.1"}})
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	c := client{t, s.URL}
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
	fields []string
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
	for _, f := range p.Faults {
		r.fields = append(r.fields, f.Field)
	}
	return r
}

func (c client) get(path string) reply { c.t.Helper(); return c.do(http.MethodGet, path, "") }

func (c client) post(path, body string, headers ...string) reply {
	c.t.Helper()
	return c.do(http.MethodPost, path, body, append([]string{"Content-Type", "application/json", "Idempotency-Key", "k"}, headers...)...)
}

// id returns a member of a JSON answer.
func (r reply) member(t *testing.T, name string) string {
	t.Helper()
	var members map[string]any
	require.NoError(t, json.Unmarshal([]byte(r.body), &members), r.body)
	text, _ := members[name].(string)
	return text
}

// TestEveryRoute walks the specification's routes and the contract's.
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

// TestNoDangerousRoute holds that the operations which the specification
// forbids are nowhere.
func TestNoDangerousRoute(t *testing.T) {
	c := newAPI(t, profile, service.Options{})
	described := c.get("/openapi.json").body
	for _, word := range []string{"plan", "apply", "rollback", "drift", "destroy"} {
		for _, prefix := range []string{"/v1/", "/v1/deployment-proposals/prop-0/", "/v1/environment-requests/req-0/"} {
			for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodPut, http.MethodDelete} {
				status := c.do(method, prefix+word, "").status
				assert.Contains(t, []int{http.StatusNotFound, http.StatusMethodNotAllowed}, status, "%s %s%s", method, prefix, word)
			}
		}
		assert.NotContains(t, described, "/"+word)
	}
}

func TestRefusals(t *testing.T) {
	c := newAPI(t, profile, service.Options{})
	const requests, proposals, installations = "/v1/environment-requests", "/v1/deployment-proposals", "/v1/platform/installations"
	json := []string{"Content-Type", "application/json"}
	keyed := append([]string{"Idempotency-Key", "x"}, json...)
	tests := map[string]struct {
		method, path, body string
		headers            []string
		want               problem.Code
		field              string
	}{
		"no key":                {"POST", requests, accepted, json, problem.IdempotencyKeyMissing, ""},
		"blank key":             {"POST", requests, accepted, append([]string{"Idempotency-Key", "  "}, json...), problem.IdempotencyKeyMissing, ""},
		"blank key, proposals":  {"POST", proposals, "{}", append([]string{"Idempotency-Key", ""}, json...), problem.IdempotencyKeyMissing, ""},
		"two keys":              {"POST", requests, accepted, append([]string{"Idempotency-Key", "a", "Idempotency-Key", "b"}, json...), problem.IdempotencyKeyInvalid, ""},
		"long key":              {"POST", requests, accepted, append([]string{"Idempotency-Key", strings.Repeat("k", 256)}, json...), problem.IdempotencyKeyInvalid, ""},
		"key before type":       {"POST", requests, accepted, []string{"Content-Type", "text/plain"}, problem.IdempotencyKeyMissing, ""},
		"type before body":      {"POST", requests, "{", append([]string{"Content-Type", "text/plain"}, "Idempotency-Key", "x"), problem.UnsupportedMediaType, ""},
		"a form's type":         {"POST", installations, profile, []string{"Content-Type", "application/x-www-form-urlencoded"}, problem.UnsupportedMediaType, ""},
		"another charset":       {"POST", installations, profile, []string{"Content-Type", "application/json; charset=latin1"}, problem.UnsupportedMediaType, ""},
		"empty body":            {"POST", requests, "", keyed, problem.MalformedBody, ""},
		"half a body":           {"POST", requests, accepted[:40], keyed, problem.MalformedBody, ""},
		"two bodies":            {"POST", requests, accepted + accepted, keyed, problem.MalformedBody, ""},
		"no object":             {"POST", requests, "[]", keyed, problem.MalformedBody, ""},
		"large body":            {"POST", requests, accepted + strings.Repeat(" ", 64<<10), keyed, problem.BodyTooLarge, ""},
		"missing field":         {"POST", requests, strings.Replace(accepted, `"owner":"payments@example.com",`, "", 1), keyed, problem.InvalidRequest, "owner"},
		"provider is no field":  {"POST", requests, strings.Replace(accepted, `{`, `{"provider":"provider_a",`, 1), keyed, problem.InvalidRequest, "provider"},
		"other case":            {"POST", requests, strings.Replace(accepted, `"owner"`, `"Owner"`, 1), keyed, problem.InvalidRequest, "owner"},
		"proposal of nothing":   {"POST", proposals, "{}", keyed, problem.InvalidRequest, "request_id"},
		"proposal of no ID":     {"POST", proposals, `{"request_id":"x"}`, keyed, problem.InvalidRequest, "request_id"},
		"proposal of unknown":   {"POST", proposals, `{"request_id":"req-00000000000000000000"}`, keyed, problem.RequestNotFound, ""},
		"unsupported region":    {"POST", installations, `{"provider":"provider_a","allowed_regions":["northeurope"]}`, json, problem.InstallationRejected, "allowed_regions[0]"},
		"unknown provider":      {"POST", installations, `{"provider":"provider_c"}`, json, problem.InstallationRejected, "provider"},
		"validate the same way": {"POST", "/v1/platform/installation/validate", `{"provider":"provider_c"}`, json, problem.InstallationRejected, "provider"},
		"no such route":         {"GET", "/v2/x", "", nil, problem.RouteNotFound, ""},
		"trailing slash":        {"GET", "/health/", "", nil, problem.RouteNotFound, ""},
		"no such schema":        {"GET", "/schemas/openapi", "", nil, problem.RouteNotFound, ""},
		"wrong method":          {"DELETE", requests, "", nil, problem.MethodNotAllowed, ""},
		"limit":                 {"GET", requests + "?limit=0", "", nil, problem.InvalidRequest, "limit"},
		"limit, text":           {"GET", requests + "?limit=ten", "", nil, problem.InvalidRequest, "limit"},
		"limit, large":          {"GET", requests + "?limit=1001", "", nil, problem.InvalidRequest, "limit"},
		"limit twice":           {"GET", requests + "?limit=1&limit=2", "", nil, problem.InvalidRequest, "limit"},
		"filter":                {"GET", requests + "?decision=maybe", "", nil, problem.InvalidRequest, "decision"},
		"unknown parameter":     {"GET", requests + "?sort=name", "", nil, problem.InvalidRequest, "sort"},
		"foreign host":          {"GET", "/health", "", []string{"Host", "evil.example"}, problem.HostNotAllowed, ""},
		"foreign host, port":    {"POST", requests, accepted, append([]string{"Host", "evil.example:80"}, keyed...), problem.HostNotAllowed, ""},
		"foreign origin":        {"POST", requests, accepted, append([]string{"Origin", "http://evil.example"}, keyed...), problem.CrossOriginRefused, ""},
		"cross-site fetch":      {"POST", requests, accepted, append([]string{"Sec-Fetch-Site", "cross-site"}, keyed...), problem.CrossOriginRefused, ""},
	}
	before := c.get("/metrics").body
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := c.do(tt.method, tt.path, tt.body, tt.headers...)
			assert.Equal(t, tt.want, got.code, got.body)
			if tt.field != "" {
				assert.Contains(t, got.fields, tt.field)
			}
			assert.Equal(t, "nosniff", got.header.Get("X-Content-Type-Options"))
		})
	}
	assert.Equal(t, before, c.get("/metrics").body, "a refused call stores nothing")
	assert.Equal(t, http.StatusOK, c.post(requests, accepted, "Idempotency-Key2", "x").status)
	assert.Equal(t, http.StatusOK, c.do("POST", requests, accepted, keyed...).status, "nor binds its key")
}

func TestAllowTellsTheMethods(t *testing.T) {
	c := newAPI(t, "", service.Options{})
	assert.Equal(t, "GET, HEAD, POST", c.do("PUT", "/v1/environment-requests", "").header.Get("Allow"))
	assert.Equal(t, "GET, HEAD", c.do("POST", "/health", "").header.Get("Allow"))
	head := c.do("HEAD", "/health", "")
	assert.Equal(t, http.StatusOK, head.status)
	assert.Empty(t, head.body)
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

func TestListsArePaged(t *testing.T) {
	c := newAPI(t, profile, service.Options{})
	var ids []string
	for _, name := range []string{"one", "two", "three", "four", "five"} {
		r := c.do("POST", "/v1/environment-requests", strings.Replace(accepted, "checkout\",\"env", name+"\",\"env", 1), "Idempotency-Key", name)
		require.Equal(t, http.StatusOK, r.status, r.body)
		ids = append(ids, r.member(t, "request_id"))
	}
	var paged []string
	for after := ""; ; {
		page := c.get("/v1/environment-requests?limit=2" + after)
		var list struct {
			Items []struct {
				RequestID string `json:"request_id"`
			} `json:"items"`
			Next string `json:"next"`
		}
		require.NoError(t, json.Unmarshal([]byte(page.body), &list), page.body)
		for _, item := range list.Items {
			paged = append(paged, item.RequestID)
		}
		if list.Next == "" {
			break
		}
		after = "&after=" + list.Next
	}
	assert.ElementsMatch(t, ids, paged)
	assert.IsIncreasing(t, paged)
	assert.Contains(t, c.get("/v1/environment-requests?application=two&decision=accepted&environment=production&owner=payments@example.com").body, `"two"`)
	assert.JSONEq(t, `{"items":[]}`, c.get("/v1/environment-requests?decision=denied").body)
}

// ids returns the IDs of a list and where it goes on.
func (r reply) ids(t *testing.T, name string) (ids []string, next string) {
	t.Helper()
	require.Equal(t, http.StatusOK, r.status, r.body)
	var list struct {
		Items []map[string]any `json:"items"`
		Next  string           `json:"next"`
	}
	require.NoError(t, json.Unmarshal([]byte(r.body), &list), r.body)
	for _, item := range list.Items {
		ids = append(ids, item[name].(string))
	}
	return ids, list.Next
}

func TestListsOfTheNewest(t *testing.T) {
	c := newAPI(t, profile, service.Options{})
	var requests, proposals []string
	for _, name := range []string{"one", "two", "three", "four"} {
		r := c.do("POST", "/v1/environment-requests", strings.Replace(accepted, "checkout\",\"env", name+"\",\"env", 1), "Idempotency-Key", name)
		requests = append([]string{r.member(t, "request_id")}, requests...)
		p := c.do("POST", "/v1/deployment-proposals", `{"request_id":"`+requests[0]+`"}`, "Idempotency-Key", name)
		require.Equal(t, http.StatusCreated, p.status, p.body)
		proposals = append([]string{p.member(t, "proposal_id")}, proposals...)
	}
	for path, want := range map[string][]string{"/v1/environment-requests": requests, "/v1/deployment-proposals": proposals} {
		name := map[string]string{"/v1/environment-requests": "request_id", "/v1/deployment-proposals": "proposal_id"}[path]
		first, next := c.get(path+"?order=newest&limit=3").ids(t, name)
		assert.Equal(t, want[:3], first)
		rest, end := c.get(path+"?order=newest&limit=3&after="+next).ids(t, name)
		assert.Equal(t, want[3:], rest)
		assert.Empty(t, end)
		assert.Equal(t, c.get(path).body, c.get(path+"?order=id").body)
		for _, wrong := range []string{"order=oldest", "order=", "order=newest&order=id", "order=newest&after=req-0"} {
			assert.Equal(t, problem.InvalidRequest, c.get(path+"?"+wrong).code, wrong)
		}
	}
	one, _ := c.get("/v1/environment-requests?order=newest&application=two").ids(t, "request_id")
	assert.Equal(t, requests[2:3], one)
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
	encoded, err := json.Marshal(want)
	require.NoError(t, err)
	assert.JSONEq(t, string(encoded), summary.body)
	assert.Equal(t, problem.InvalidRequest, c.get("/v1/deployment-proposals?view=short").code)
	assert.Equal(t, problem.InvalidRequest, c.get("/v1/environment-requests?view=summary").code, "records have no such view")
}

func TestEqualHistoriesGiveEqualMetrics(t *testing.T) {
	history := func() string {
		c := newAPI(t, profile, service.Options{})
		c.post("/v1/environment-requests", accepted)
		c.do("POST", "/v1/environment-requests", strings.Replace(accepted, "10.20.0.0/20", "8.8.0.0/20", 1), "Idempotency-Key", "2")
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
	refused := c.do("POST", "/v1/environment-requests", strings.Replace(accepted, "1000", "1001", 1), "Idempotency-Key", "2")
	assert.Equal(t, problem.CapacityExhausted, refused.code)
	assert.Equal(t, http.StatusOK, c.post("/v1/environment-requests", accepted).status)
}

// TestLengthAndChunks sends both a length and chunks, and a second request
// behind them: the connection must close before it is answered.
func TestLengthAndChunks(t *testing.T) {
	c := newAPI(t, profile, service.Options{})
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(c.base, "http://"))
	require.NoError(t, err)
	defer conn.Close()
	var b bytes.Buffer
	b.WriteString("POST /v1/environment-requests/evaluate HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n")
	b.WriteString("GET /version HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
	_, err = conn.Write(b.Bytes())
	require.NoError(t, err)
	require.NoError(t, conn.SetReadDeadline(time.Now().Add(10*time.Second)))
	answered, err := io.ReadAll(conn)
	require.NoError(t, err, "the connection closes")
	assert.Equal(t, 1, strings.Count(string(answered), "HTTP/1.1 "), string(answered))
}
