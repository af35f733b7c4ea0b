package service_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/provider"
)

// scripted is an adapter whose speed and failures a test decides. What it
// answers keeps to the contract; the real adapters are tested elsewhere.
type scripted struct {
	calls atomic.Int64
	// gate, where set, holds every Evaluate until it is closed.
	gate chan struct{}
	// fail, where set, is what the next Evaluate or Generate returns.
	fail atomic.Pointer[problem.Problem]
	// panics makes Evaluate panic.
	panics atomic.Bool
	// capabilities are those that it names.
	capabilities []string
}

func (s *scripted) Describe(context.Context) (provider.Description, error) {
	return provider.Description{
		Provider: installation.Provider{
			ID: "provider_t", DisplayName: "Provider T", DefaultRegion: "north-1",
			Regions: []installation.Region{{Name: "north-1"}, {Name: "south-1"}},
			Boundaries: []installation.Boundary{
				{Name: "sandbox", Mode: installation.Sandbox, Pattern: `\d{3}`, Form: "3 digits", Placeholder: "000"},
				{Name: "production", Mode: installation.Enterprise, Pattern: `[a-f]{3}`, Form: "3 letters", Placeholder: "aaa", FoldCase: true, Separate: true},
				{Name: "security", Mode: installation.Enterprise, Pattern: `[a-f]{3}`, Form: "3 letters", Placeholder: "bbb", FoldCase: true, Separate: true},
				{Name: "test", Mode: installation.Enterprise, Pattern: `[a-f]{3}`, Form: "3 letters", Placeholder: "ccc", FoldCase: true},
			},
		},
		Version: "1.2.3", Capabilities: s.capabilities,
		Rules: []provider.Rule{{
			ID: "provider_t.application.reserved", Title: "The name is free", Field: "application",
			Level: installation.Mandatory, Expected: "a name other than reserved",
		}},
	}, nil
}

func (*scripted) CheckInstallation(context.Context, installation.Profile) ([]installation.Check, error) {
	return []installation.Check{{ID: "provider_t.check", Title: "Check", Status: installation.Passed, Message: "Good."}}, nil
}

func (s *scripted) answer(ctx context.Context) error {
	s.calls.Add(1)
	if s.gate != nil {
		select {
		case <-s.gate:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if s.panics.Load() {
		panic("adapter")
	}
	if p := s.fail.Swap(nil); p != nil {
		return p
	}
	return nil
}

func (s *scripted) Evaluate(ctx context.Context, order provider.Order) (provider.Evaluation, error) {
	if err := s.answer(ctx); err != nil {
		return provider.Evaluation{}, err
	}
	address := "network.main"
	cost := environment.Cents(20_050)
	e := provider.Evaluation{
		Resources: []environment.Resource{{
			Address: address, Type: "network", Name: order.Request.Application, Region: order.Request.Region,
			Controls: environment.AllControls(), Properties: environment.Properties{"b": "2", "a": "1"}, MonthlyCost: cost,
		}},
		Estimate: environment.Estimate{
			Currency: "USD", MonthlyTotal: cost, PriceTable: "2026-11",
			Items: []environment.EstimateItem{{Address: address, Item: "network", Quantity: "1", Unit: "month", UnitPrice: "200.50", MonthlyCost: cost}},
		},
	}
	if order.Request.Application == "reserved" {
		e.Violations = []environment.Violation{{
			PolicyID: "provider_t.application.reserved", Source: environment.SourceProvider, Field: "application",
			Message: "The name is reserved.", Remediation: "Choose another.", Expected: "a name other than reserved",
			Actual: environment.Text("reserved"), Suggestion: environment.Text("unreserved"),
		}}
	}
	return e, nil
}

func (s *scripted) Generate(ctx context.Context, order provider.Order) ([]provider.File, error) {
	if err := s.answer(ctx); err != nil {
		return nil, err
	}
	return []provider.File{
		{Name: provider.RootFile, Content: []byte("# root\n")},
		{Name: provider.InputsFile, Content: []byte(`{"application":"` + order.Request.Application + "\"}\n")},
	}, nil
}

// one is a catalog of one adapter.
type one struct{ *scripted }

func (one) Providers() []string { return []string{"provider_t"} }

func (o one) Adapter(context.Context, string) (provider.Adapter, error) {
	return provider.Checked("provider_t", o.scripted), nil
}

func (o one) Status(ctx context.Context, _ string) (provider.Status, error) {
	d, err := o.Describe(ctx)
	return provider.Status{Description: d, ContractVersion: 1, Digest: "sha256:00", Verified: true}, err
}

// An adapter is not asked for what it says it lacks, and Readiness tells of it.
func TestWhatAnAdapterLacksIsNotAskedFor(t *testing.T) {
	adapter := &scripted{capabilities: []string{provider.CapabilityEstimate, provider.CapabilityNativeRules}}
	s := installed(t, adapter, simulation)
	readiness, err := s.Validate(t.Context(), draft(t, simulation))
	require.NoError(t, err)
	assert.Equal(t, []string{provider.CapabilityInfrastructure, provider.CapabilityReadiness}, readiness.Adapter.Lacking)
	assert.False(t, readiness.Ready)
	last := readiness.Checks[len(readiness.Checks)-1]
	assert.Equal(t, "installation.adapter-capabilities", last.ID)
	assert.Contains(t, last.Message, "infrastructure, readiness")
	record, err := s.Submit(t.Context(), "k", request(t, "checkout"))
	require.NoError(t, err)
	calls := adapter.calls.Load()
	_, err = s.Propose(t.Context(), "k", record.RequestID)
	var p *problem.Problem
	require.ErrorAs(t, err, &p)
	assert.Equal(t, problem.ProposalNotOffered, p.Code)
	assert.Equal(t, calls, adapter.calls.Load())
}
