package portal_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/portal/internal/apitest"
)

func TestProbes(t *testing.T) {
	ready := apitest.JSON(map[string]any{"status": "ready", "installed": false})
	for name, c := range map[string]struct {
		address, path string
		status        int
		body          string
	}{
		"alive":             {apitest.Down(t), "/health", 200, `{"status":"ok"}`},
		"ready":             {apitest.Start(t, apitest.Answers{"/ready": ready}), "/ready", 200, `{"status":"ready"}`},
		"no adapter":        {apitest.Start(t, apitest.Answers{"/ready": apitest.Problem(problem.AdapterUnavailable)}), "/ready", 503, `"adapter_unavailable"`},
		"an older platform": {apitest.Start(t, apitest.Answers{}), "/ready", 503, `"route_not_found"`},
		"no API":            {apitest.Down(t), "/ready", 503, `"api_unavailable"`},
		"another service":   {apitest.Start(t, apitest.Answers{"/ready": apitest.Raw(200, "text/html", "<p>")}), "/ready", 503, `"api_answer_not_understood"`},
	} {
		w := ask(t, c.address, http.MethodGet, c.path)
		require.Equal(t, c.status, w.Code, name)
		require.Equal(t, "application/json", w.Header().Get("Content-Type"), name)
		require.Contains(t, w.Body.String(), c.body, name)
	}
}
