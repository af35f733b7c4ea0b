package portal_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/portal"
	"platform.internal/portal/internal/portaltest"
)

const evaluatePath = "/v1/environment-requests/evaluate"

const host = "127.0.0.1:8081"

// start returns the handler of a portal for the API at address.
func start(t *testing.T, address, prefix string) http.Handler {
	t.Helper()
	handler, err := portal.New(portal.Options{API: address, Hosts: []string{host}, PathPrefix: prefix})
	require.NoError(t, err)
	return handler
}

// exchange sends a request with a form, or without one, and returns the answer.
func exchange(to http.Handler, method, path string, form url.Values) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(form.Encode()))
	r.Host = host
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	to.ServeHTTP(w, r)
	return w
}

// get requests a path of a portal for the API at address.
func get(t *testing.T, address, path string) *httptest.ResponseRecorder {
	t.Helper()
	return exchange(start(t, address, ""), http.MethodGet, path, nil)
}

// page returns the page at path and requires the status.
func page(t *testing.T, address, path string, status int) *portaltest.Page {
	t.Helper()
	w := get(t, address, path)
	require.Equal(t, status, w.Code, path)
	return portaltest.Parse(t, w.Body.String())
}

// send posts a form to a portal for the API at address.
func send(t *testing.T, address, path string, values url.Values) *httptest.ResponseRecorder {
	t.Helper()
	return exchange(start(t, address, ""), http.MethodPost, path, values)
}

// redirected posts a form and returns the address that the answer leads to.
func redirected(t *testing.T, address, path string, values url.Values) string {
	t.Helper()
	w := send(t, address, path, values)
	require.Equal(t, http.StatusSeeOther, w.Code, path)
	return w.Header().Get("Location")
}

// posted returns the page that answers a form and requires the status.
func posted(t *testing.T, address, path string, values url.Values, status int) *portaltest.Page {
	t.Helper()
	w := send(t, address, path, values)
	require.Equal(t, status, w.Code, path)
	return portaltest.Parse(t, w.Body.String())
}

// filled returns the values of a complete form.
func filled() url.Values {
	return url.Values{
		"key": {"the-key"}, "application": {"billing"}, "environment": {"development"}, "owner": {"team@example.com"},
		"cost_centre": {"CC-1"}, "data_classification": {"internal"}, "region": {"eu-west-1"}, "network_cidr": {"10.20.0.0/20"},
		"cluster_size": {"small"}, "monthly_budget": {"500"}, "business_justification": {"A reason that is long enough."}, "expiry_date": {""},
	}
}

// denied returns a record with an advisory and two denials: one about a field of the form, one
// about an unknown field.
func denied() request.Record {
	record := portaltest.Record("billing", request.Denied)
	record.Fingerprint, record.Provider, record.Mode = "sha256:0", "provider_a", "simulation"
	record.Violations = []request.Violation{
		{PolicyID: "common.expiry.required", Field: "expiry_date", Message: "It needs an expiry date.", Remediation: "Write one.",
			Expected: "a date", Suggestion: request.Text("2026-12-21")},
		{PolicyID: "organisation.unusual", Field: "elsewhere", Message: "Something <b>elsewhere</b>.", Remediation: "Change it."},
	}
	record.Advisories = []request.Violation{{PolicyID: "common.note", Field: "monthly_budget", Message: "No price.", Remediation: "Ask."}}
	return record
}

// value returns the value of the input with the name.
func value(p *portaltest.Page, name string) string {
	for _, input := range p.All("input") {
		if portaltest.Attribute(input, "name") == name {
			return portaltest.Attribute(input, "value")
		}
	}
	return ""
}

// buttons returns the texts of the buttons in the page's main element.
func buttons(p *portaltest.Page) []string {
	var names []string
	for n := range p.All("main")[0].Descendants() {
		if n.Data == "button" || n.Data == "a" && strings.HasPrefix(portaltest.Attribute(n, "class"), "button") {
			names = append(names, portaltest.Text(n))
		}
	}
	return names
}

func accepted(mode profile.Mode) request.Record {
	record := portaltest.Record("checkout", request.Accepted)
	record.Mode, record.Fingerprint, record.RecordPath = string(mode), "sha256:0", "environments/requests/x.yaml"
	if mode.ReturnsResources() {
		record.SimulatedResources = []request.Resource{
			{Address: "aws_vpc.this", Type: "aws_vpc", Name: "net", Region: "eu-west-1"},
			{Address: "aws_subnet.this", Type: "aws_subnet", Name: "part", Region: "eu-west-1", Parent: "aws_vpc.this", Controls: []request.Control{request.PrivateCluster}},
		}
	}
	return record
}
