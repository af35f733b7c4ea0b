package server_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
)

// TestRoutes asks every route for what it is there for.
func TestRoutes(t *testing.T) {
	aProposal := `{"request_id":"` + requestID + `"}`
	tests := map[string]struct {
		method, path, body string
		status             int
		call, says         string
	}{
		"install":            {"POST", installations, `{"provider":"Provider_T "}`, 201, "install provider_t", `"profile"`},
		"installation":       {"GET", "/v1/platform/installation", "", 200, "installation", `"profile"`},
		"validate":           {"POST", "/v1/platform/installation/validate", `{"provider":"p"}`, 200, "validate p", `"ready"`},
		"providers":          {"GET", "/v1/platform/providers", "", 200, "providers", `"adapter_unavailable"`},
		"modes":              {"GET", "/v1/platform/modes", "", 200, "", `"enterprise"`},
		"policies":           {"GET", "/v1/platform/policies", "", 200, "policies", `"common"`},
		"submit":             {"POST", requests, aRequest, 200, "submit k checkout", `"req-1"`},
		"requests":           {"GET", requests, "", 200, "records {} {}", `"req-2"`},
		"evaluate":           {"POST", requests + "/evaluate", aRequest, 200, "evaluate checkout", "environment-request-evaluation/v1"},
		"evaluate whole":     {"POST", requests + "/evaluate?partial=false", aRequest, 200, "evaluate checkout", "environment-request-evaluation/v1"},
		"evaluate partially": {"POST", requests + "/evaluate?partial=true", `{"region":"eu-west-1"}`, 200, "evaluate partially, 9 missing", "partial-evaluation/v1"},
		"request":            {"GET", requests + "/req-7", "", 200, "record req-7", `"req-7"`},
		"environments":       {"GET", environments, "", 200, "environments {} {}", `"env-1"`},
		"ending":             {"GET", environments + "/ending", "", 200, "20 ending within 42 days", `"latest_expiry": "2027-01-31"`},
		"ending in a week":   {"GET", environments + "/ending?days=7&limit=4", "", 200, "4 ending within 7 days", ""},
		"totals":             {"GET", environments + "/totals", "", 200, "totals", `"cost_centre"`},
		"accepted ranges":    {"GET", environments + "/free/accepted?pool=10.0.0.0/8&length=22", "", 200, "accepted ranges of 10.0.0.0/8 /22", `"10.0.0.0/8"`},
		"free range":         {"GET", environments + "/free?pool=10.0.0.0/8&length=22", "", 200, "free range of 10.0.0.0/8 /22", `"prefix_length": 22`},
		"propose":            {"POST", proposals, aProposal, 201, "propose k " + requestID, `"full"`},
		"proposals":          {"GET", proposals, "", 200, "proposals {} {}", `"full"`},
		"proposal":           {"GET", proposals + "/prop-7", "", 200, "proposal prop-7", `"prop-7"`},
		"handover and patch": {"GET", proposals + "/prop-7/handover?patch=true", "", 200, "handover prop-7 ", `"patch": "From 0`},
		"handover":           {"GET", proposals + "/prop-7/handover?supersedes=" + aProposalID, "", 200, "handover prop-7 " + aProposalID, `"prop-7"`},
		"health":             {"GET", "/health", "", 200, "", `"ok"`},
		"ready":              {"GET", "/ready", "", 200, "ready", `"installed": true`},
		"version":            {"GET", "/version", "", 200, "", `"Self-Service Environment Platform"`},
		"metrics":            {"GET", "/metrics", "", 200, "", "platform_cloud_changes 0\n"},
		"description":        {"GET", "/openapi.json", "", 200, "", `"openapi"`},
		"schema":             {"GET", "/schemas/problem", "", 200, "", `"$schema"`},
		"schema, as a file":  {"GET", "/schemas/environment-request.json", "", 200, "", `"$schema"`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, &fake{})
			got := s.do(test.method, test.path, test.body, keyed()...)
			assert.Equal(t, test.status, got.Code, got.Body)
			assert.Contains(t, got.Body.String(), test.says)
			if test.call == "" {
				assert.Empty(t, s.service.calls)
			} else {
				assert.Equal(t, []string{test.call}, s.service.calls)
			}
		})
	}
}

func TestMediaTypes(t *testing.T) {
	s := newServer(t, &fake{})
	for path, want := range map[string]string{
		"/health": "application/json", requests: "application/json", "/openapi.json": "application/json",
		"/schemas/problem": "application/schema+json", "/nowhere": problem.MediaType,
	} {
		assert.Equal(t, want, s.do("GET", path, "").Header().Get("Content-Type"), path)
	}
	assert.Regexp(t, `^text/plain; version=`, s.do("GET", "/metrics", "").Header().Get("Content-Type"))
}

func TestWhereNewThingsAre(t *testing.T) {
	s := newServer(t, &fake{})
	assert.Equal(t, "/v1/platform/installation", s.do("POST", installations, "{}", typed...).Header().Get("Location"))
	assert.Equal(t, proposals+"/prop-1", s.do("POST", proposals, `{"request_id":"`+requestID+`"}`, keyed()...).Header().Get("Location"))
	again := newServer(t, &fake{installed: true}).do("POST", installations, "{}", typed...)
	assert.Equal(t, http.StatusOK, again.Code, "it was so already")
	assert.Empty(t, again.Header().Get("Location"))
}

func TestAllowNamesTheMethods(t *testing.T) {
	for path, want := range map[string]string{
		requests: "GET, HEAD, POST", proposals: "GET, HEAD, POST", installations: "POST", "/health": "GET, HEAD",
		requests + "/evaluate": "GET, HEAD, POST", // GET is the record of that ID
	} {
		for _, method := range []string{"PUT", "DELETE", "PATCH", "OPTIONS"} {
			s := newServer(t, &fake{})
			got := s.do(method, path, "")
			assert.Equal(t, problem.MethodNotAllowed, got.code(), "%s %s", method, path)
			assert.Equal(t, want, got.Header().Get("Allow"), path)
			assert.Empty(t, s.service.calls)
		}
	}
	head := newServer(t, &fake{}).do("HEAD", "/health", "")
	assert.Equal(t, http.StatusOK, head.Code)
}

// TestNoDangerousRoute keeps out operations that change a cloud.
func TestNoDangerousRoute(t *testing.T) {
	s := newServer(t, &fake{})
	described := s.do("GET", "/openapi.json", "").Body.String()
	for _, word := range []string{"plan", "apply", "rollback", "drift", "destroy"} {
		for _, prefix := range []string{"/v1/", proposals + "/prop-0/", requests + "/req-0/"} {
			for _, method := range []string{"POST", "GET", "PUT", "DELETE"} {
				assert.Contains(t, []int{http.StatusNotFound, http.StatusMethodNotAllowed}, s.do(method, prefix+word, "").Code, "%s %s%s", method, prefix, word)
			}
		}
		assert.NotContains(t, described, "/"+word)
	}
	assert.Empty(t, s.service.calls)
}

// TestTheDescriptionNamesEveryRoute asks each described route with each method.
func TestTheDescriptionNamesEveryRoute(t *testing.T) {
	s := newServer(t, &fake{})
	var described struct {
		Paths map[string]map[string]any `json:"paths"`
	}
	require.NoError(t, json.Unmarshal(s.do("GET", "/openapi.json", "").Body.Bytes(), &described))
	operations := 0
	for path, methods := range described.Paths {
		concrete := strings.NewReplacer("{request_id}", "req-0", "{proposal_id}", "prop-0", "{name}", "problem").Replace(path)
		for method := range methods {
			operations++
			code := s.do(strings.ToUpper(method), concrete, "").code()
			assert.NotContains(t, []problem.Code{problem.MethodNotAllowed, problem.RouteNotFound}, code, "%s %s", method, path)
		}
	}
	assert.Equal(t, 25, operations, "a new route is counted here")
}
