package portal_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/portal/internal/portaltest"
)

func TestProbes(t *testing.T) {
	ready := portaltest.JSON(map[string]any{"status": "ready", "installed": false})
	for name, c := range map[string]struct {
		address, path string
		status        int
		body          string
	}{
		"alive":             {portaltest.Down(t), "/health", 200, `{"status":"ok"}`},
		"ready":             {portaltest.Start(t, portaltest.Answers{"/ready": ready}), "/ready", 200, `{"status":"ready"}`},
		"no adapter":        {portaltest.Start(t, portaltest.Answers{"/ready": portaltest.Problem(problem.AdapterUnavailable)}), "/ready", 503, `"adapter_unavailable"`},
		"an older platform": {portaltest.Start(t, portaltest.Answers{}), "/ready", 503, `"route_not_found"`},
		"no API":            {portaltest.Down(t), "/ready", 503, `"api_unavailable"`},
		"another service":   {portaltest.Start(t, portaltest.Answers{"/ready": portaltest.Raw(200, "text/html", "<p>")}), "/ready", 503, `"api_answer_not_understood"`},
	} {
		w := get(t, c.address, c.path)
		require.Equal(t, c.status, w.Code, name)
		require.Equal(t, "application/json", w.Header().Get("Content-Type"), name)
		require.Contains(t, w.Body.String(), c.body, name)
	}
}
