package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
)

// longList returns the address of a portal before an API with that many
// proposals.
func longList(t *testing.T, count int) string {
	t.Helper()
	content := strings.Repeat("x", 4_000)
	proposal := func(i int) string {
		return fmt.Sprintf(`{"schema":"platform.deployment-proposal/v1","proposal_id":"prop-%020d","request_id":"req-%020d",`+
			`"provider":"provider_a","mode":"simulation","status":"ready_for_review","artifacts":[{"path":"x","content":%q}],`+
			`"guarded_stages":[]}`, i, i, content)
	}
	api := http.NewServeMux()
	answer := func(w http.ResponseWriter, mediaType, body string) {
		w.Header().Set("Content-Type", mediaType)
		_, _ = w.Write([]byte(body))
	}
	api.HandleFunc("GET /v1/platform/installation", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, "application/json", `{"provider":"provider_a","mode":"simulation","allowed_regions":["eu-west-1"]}`)
	})
	api.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, "text/plain", fmt.Sprintf("platform_cloud_changes 0\nplatform_deployment_proposals %d\n"+
			"platform_environment_requests{decision=\"accepted\"} %d\nplatform_environment_requests{decision=\"denied\"} 0\n", count, count))
	})
	api.HandleFunc("GET /v1/deployment-proposals", func(w http.ResponseWriter, r *http.Request) {
		first, _ := strconv.Atoi(strings.TrimLeft(strings.TrimPrefix(r.URL.Query().Get("after"), "prop-"), "0"))
		limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
		if err != nil {
			t.Error(err)
		}
		var items []string
		for i := first + 1; i <= min(first+limit, count); i++ {
			items = append(items, proposal(i))
		}
		next := ""
		if first+limit < count {
			next = fmt.Sprintf(`,"next":"prop-%020d"`, first+limit)
		}
		answer(w, "application/json", `{"items":[`+strings.Join(items, ",")+`]`+next+`}`)
	})
	server := httptest.NewServer(api)
	t.Cleanup(server.Close)
	return servePortal(t, server.URL).URL
}
