package adapters_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/problem"
)

// TestAmountsAreCheckedWhereTheyEnter: no wrong amount gets into a record, and the largest right one is shown everywhere.
func TestAmountsAreCheckedWhereTheyEnter(t *testing.T) {
	layout := build.Binaries(t)
	server := build.Server(t, "--adapter", "faulty="+compile(t, "faulty", nil))
	portal := build.Start(t, exec.Command(layout.Portal, "--listen", "127.0.0.1:0", "--api", server.URL))
	calls := 0
	call := func(method, url, body string) (int, string) {
		request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
		require.NoError(t, err)
		request.Header.Set("Content-Type", "application/json")
		calls++
		request.Header.Set("Idempotency-Key", fmt.Sprintf("k-%d", calls))
		response, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		defer response.Body.Close()
		answer, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		return response.StatusCode, string(answer)
	}
	status, answer := call(http.MethodPost, server.URL+"/v1/platform/installations", theProfile)
	require.Equal(t, http.StatusCreated, status, answer)
	submit := func(application string) (int, string) {
		return call(http.MethodPost, server.URL+"/v1/environment-requests", `{"application":"`+application+`","environment":"test","owner":"payments@example.com",
"cost_centre":"CC-4711","data_classification":"internal","region":"north-1","network_cidr":"10.20.0.0/20","cluster_size":"small","monthly_budget":800,
"business_justification":"Integration tests of amounts of money."}`)
	}
	for application, want := range map[string]struct{ fault, field, words string }{
		"negative": {"contract_estimate", "estimate.items[0].monthly_cost", `"thing" of faulty_thing.n0 costs -0.01 a month`},
		"smallest": {"contract_estimate", "estimate.items[0].monthly_cost", "costs -92,233,720,368,547,758.08 a month"},
		"wrapping": {"contract_estimate", "estimate.items[0].monthly_cost", "a cost is from 0.00 to 10,000,000,000.00"},
		"too-dear": {"contract_estimate", "estimate.items[1].monthly_cost", "faulty_thing.n1 costs 10,000,000,000.01 a month"},
		"cycle":    {"contract_parent", "resources[0]", "faulty_thing.n0 is inside itself"},
	} {
		status, answer := submit(application)
		assert.Equal(t, problem.AdapterContractViolation.Status(), status, application)
		var p problem.Problem
		require.NoError(t, json.Unmarshal([]byte(answer), &p), answer)
		require.Len(t, p.Faults, 1, answer)
		assert.Equal(t, want.fault, string(p.Faults[0].Code), application)
		assert.Equal(t, want.field, p.Faults[0].Field, application)
		assert.Contains(t, p.Faults[0].Message, want.words, application)
	}
	for application, total := range map[string]string{"free": `"known_total": "0.00"`, "dearest": `"known_total": "20000000000.00"`} {
		status, answer := submit(application)
		assert.Equal(t, http.StatusOK, status, answer)
		assert.Contains(t, answer, total)
	}
	status, answer = call(http.MethodGet, portal.URL+"/requests", "")
	assert.Equal(t, http.StatusOK, status)
	assert.Contains(t, answer, "20,000,000,000.00")
	assert.NotContains(t, answer, "negative")
}
