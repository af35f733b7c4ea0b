package service_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
)

// clock returns a time at which the policy accepts the example requests.
func clock() time.Time { return time.Date(2026, 11, 21, 23, 59, 0, 0, time.UTC) }

func newService(t testing.TB, impl adapter.Adapter) *service.Service {
	t.Helper()
	return service.New(service.Options{Adapters: catalogOf{impl: impl}, Now: clock})
}

func draft(t testing.TB, yaml string) profile.Draft {
	t.Helper()
	d, err := profile.Parse(document.Source{Format: document.YAML, Data: []byte(yaml)})
	require.NoError(t, err)
	return d
}

// installed returns a service of one adapter with a profile.
func installed(t testing.TB, impl adapter.Adapter, profile string) *service.Service {
	t.Helper()
	return installedWith(t, service.Options{Adapters: catalogOf{impl: impl}}, profile)
}

// installedWith returns a service with a profile. Without a time in its options, it has the one of [clock].
func installedWith(t testing.TB, o service.Options, profile string) *service.Service {
	t.Helper()
	if o.Now == nil {
		o.Now = clock
	}
	s := service.New(o)
	_, created, err := s.Install(t.Context(), draft(t, profile))
	require.NoError(t, err)
	require.True(t, created)
	return s
}

// evaluated returns the evaluation of a request, with the fixes that a user can see.
func evaluated(t testing.TB, s *service.Service, r request.Request) *service.Evaluated {
	t.Helper()
	e, err := s.Evaluate(t.Context(), r, service.EvaluateOptions{Alternatives: service.MaxAlternatives})
	require.NoError(t, err)
	return e
}

// decided returns the evaluation of a request without a search for fixes.
func decided(t testing.TB, s *service.Service, r request.Request) *service.Evaluated {
	t.Helper()
	e, err := s.Evaluate(t.Context(), r, service.EvaluateOptions{})
	require.NoError(t, err)
	return e
}

func submitted(t testing.TB, s *service.Service, key store.Key, r request.Request) service.Submission {
	t.Helper()
	stored, err := s.Submit(t.Context(), key, r)
	require.NoError(t, err)
	return stored
}

func proposed(t testing.TB, s *service.Service, key store.Key, requestID string) *store.Proposal {
	t.Helper()
	p, err := s.Propose(t.Context(), key, requestID)
	require.NoError(t, err)
	return p
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
