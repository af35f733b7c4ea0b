// Package portaltest is a fake of the platform's HTTP API for tests, and checks the rules that every
// page must follow.
//
// A test calls [Start] with [Answers] and gives the returned address to the portal. [JSON],
// [Problem] and [Raw] make the answers; [Profile], [Record] and [Proposal] make documents for them.
// Then it calls [Parse] with the HTML of a page, and reads the page with [Page.Text], [Page.Texts]
// and [Page.All].
package portaltest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
)

// The API paths that most pages call.
const (
	InstallationPath = "/v1/platform/installation"
	RequestsPath     = "/v1/environment-requests"
	MetricsPath      = "/metrics"
)

// Answers maps a path to its handler. Every other path answers with code route_not_found.
type Answers map[string]http.HandlerFunc

// Start starts a server with the answers and returns its address. The server closes at the end of
// the test.
func Start(t *testing.T, answers Answers) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if answer, ok := answers[r.URL.Path]; ok {
			answer(w, r)
			return
		}
		Problem(problem.RouteNotFound)(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// Down returns an address where no server listens.
func Down(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	return server.URL
}

// JSON answers 200 with v as JSON.
func JSON(v any) http.HandlerFunc { return encoded(http.StatusOK, "application/json", v) }

// Problem answers with a problem that has the code; see [Refusal] for a complete problem.
func Problem(code problem.Code) http.HandlerFunc {
	return Refusal(problem.New(code, "A reason for %s.", code))
}

func encoded(status int, mediaType string, v any) http.HandlerFunc {
	body, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return Raw(status, mediaType, string(body))
}

// Raw answers with the body unchanged.
func Raw(status int, mediaType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", mediaType)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

// Metrics answers with counts in the format of the API.
func Metrics(accepted, denied, proposals int) http.HandlerFunc {
	return Raw(http.StatusOK, "text/plain; version=0.0.4; charset=utf-8; escaping=values", fmt.Sprintf(
		"# HELP platform_cloud_changes Changes made to a cloud. This service makes none.\n"+
			"# TYPE platform_cloud_changes gauge\n"+
			"platform_cloud_changes 0\nplatform_deployment_proposals %d\n"+
			"platform_environment_requests{decision=\"accepted\"} %d\nplatform_environment_requests{decision=\"denied\"} %d\n",
		proposals, accepted, denied))
}

// Profile returns an installation profile with the mode.
func Profile(mode profile.Mode) profile.Profile {
	return profile.Profile{
		Schema: profile.ProfileSchema, Provider: "provider_a", Mode: mode,
		AllowedRegions: []string{"eu-west-1", "eu-central-1"}, Boundaries: map[string]string{}, Policies: []profile.Rule{},
	}
}

// Record returns the record of a request for the application. A denied record has one violation.
func Record(application string, decision request.Decision) request.Record {
	record := request.Record{
		Schema: request.RecordSchema, RequestID: "req-0123456789abcdef0123", Decision: decision,
		Request: request.Request{
			Application: application, Environment: request.Development, Region: "eu-west-1",
			NetworkCIDR: netip.MustParsePrefix("10.40.0.0/20"), MonthlyBudget: 12500,
		},
		Estimate: request.Estimate{Currency: "USD", KnownTotal: request.Cents(126034), MonthlyTotal: request.Cents(126034)},
	}
	if decision == request.Denied {
		record.Violations = []request.Violation{{PolicyID: "common.expiry.required", Field: request.ExpiryField}}
	}
	return record
}

// List is one page of a list of records. Its JSON has summaries, as in the API.
type List struct {
	Items          []request.Record
	Next, Previous string
}

// Received is the arrival time of the first record of a [List]. Each further record arrived one
// hour before the previous one.
var Received = time.Date(2026, time.November, 23, 14, 5, 59, 0, time.UTC)

// MarshalJSON returns the list in the format of the API.
func (l List) MarshalJSON() ([]byte, error) {
	list := wire.List[api.Summary]{Items: []api.Summary{}, Next: l.Next, Previous: l.Previous}
	for i, r := range l.Items {
		s := wire.Summary{
			RequestID: r.RequestID, EnvironmentID: r.Request.EnvironmentID(r.Provider), Brief: r.Request.Brief(), Decision: r.Decision,
			KnownTotal: r.Estimate.KnownTotal, MonthlyTotal: r.Estimate.MonthlyTotal,
			ReceivedAt: Received.Add(-time.Duration(i) * time.Hour),
		}
		for _, v := range r.Violations {
			s.ViolatedPolicies = append(s.ViolatedPolicies, v.PolicyID)
		}
		for _, e := range r.Exceptions {
			s.ExceptedPolicies = append(s.ExceptedPolicies, e.PolicyID)
		}
		list.Items = append(list.Items, api.Summary{Summary: s})
	}
	return json.Marshal(list)
}

// Refusal answers with the problem unchanged.
func Refusal(p *problem.Problem) http.HandlerFunc {
	return encoded(p.Code.Status(), problem.MediaType, p)
}
