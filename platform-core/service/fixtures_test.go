package service_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// clock returns a time at which the policy accepts the example requests.
func clock() time.Time { return time.Date(2026, 11, 21, 23, 59, 0, 0, time.UTC) }

func newService(t testing.TB, adapter *scripted) *service.Service {
	t.Helper()
	return service.New(service.Options{Adapters: one{adapter}, Now: clock})
}

func draft(t testing.TB, yaml string) profile.Draft {
	t.Helper()
	d, err := profile.Parse(document.Source{Format: document.YAML, Data: []byte(yaml)})
	require.NoError(t, err)
	return d
}

func installed(t testing.TB, adapter *scripted, profile string) *service.Service {
	t.Helper()
	s := newService(t, adapter)
	_, created, err := s.Install(t.Context(), draft(t, profile))
	require.NoError(t, err)
	require.True(t, created)
	return s
}

const simulation = "provider: provider_t\n"

func theRequest(t testing.TB, application string) request.Request {
	t.Helper()
	r, err := request.Parse(document.Source{Format: document.YAML, Data: []byte(`
application: ` + application + `
environment: development
owner: payments@example.com
cost_centre: CC-4711
data_classification: internal
region: north-1
network_cidr: 10.20.0.0/20
cluster_size: small
monthly_budget: 500
business_justification: Integration tests of the checkout service.
expiry_date: 2026-12-15
`)})
	require.NoError(t, err)
	return r
}

func counts(t testing.TB, s *service.Service) service.Counts {
	t.Helper()
	c, err := s.Counts(t.Context())
	require.NoError(t, err)
	return c
}

func code(err error) problem.Code {
	if err == nil {
		return ""
	}
	return problem.From(err).Code
}
