package service_test

import (
	"cmp"
	"context"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// scripted is an adapter whose speed and failures a test controls. Its answers keep the contract. Other
// packages test the real adapters.
type scripted struct {
	calls atomic.Int64
	// release, if not nil, delays every Evaluate and Generate until it is closed.
	release chan struct{}
	// fail, if set, is the error of the next Evaluate or Generate.
	fail atomic.Pointer[problem.Problem]
	// panics makes Evaluate and Generate panic.
	panics atomic.Bool
	// changed makes Evaluate return another estimate.
	changed atomic.Bool
	// silent makes Generate return no placement.
	silent bool
	// capabilities are the capabilities in the description.
	capabilities []string
	// ending, if it has an ID, is an additional rule with an end.
	ending adapter.Rule
}

func (s *scripted) Describe(context.Context) (adapter.Description, error) {
	d := adapter.Description{
		Provider: profile.Provider{
			ID: "provider_t", DisplayName: "Provider T", DefaultRegion: "north-1",
			Regions: []profile.Region{{Name: "north-1"}, {Name: "south-1"}},
			Boundaries: []profile.Boundary{
				{Name: "sandbox", Mode: profile.Sandbox, Pattern: `\d{3}`, Form: "3 digits", Placeholder: "000"},
				{Name: "production", Mode: profile.Enterprise, Pattern: `[a-f]{3}`, Form: "3 letters", Placeholder: "aaa", FoldCase: true, Separate: true},
				{Name: "security", Mode: profile.Enterprise, Pattern: `[a-f]{3}`, Form: "3 letters", Placeholder: "bbb", FoldCase: true, Separate: true},
				{Name: "test", Mode: profile.Enterprise, Pattern: `[a-f]{3}`, Form: "3 letters", Placeholder: "ccc", FoldCase: true},
			},
			Settings: []profile.Setting{
				{Name: "egress", DisplayName: "Egress", Purpose: "p", Kind: profile.ChoiceSetting, Choices: []string{"own", "hub"}, Default: "own"},
				{Name: "next_hop", DisplayName: "Next hop", Purpose: "p", Kind: profile.AddressSetting, Example: "10.0.0.4"},
			},
		},
		Version: "1.2.3", Capabilities: s.capabilities,
		Rules: []adapter.Rule{{
			ID: "provider_t.application.reserved", Title: "The name is free", Field: "application",
			Level: profile.Mandatory, Expected: "a name other than reserved", Reads: []string{"application"},
		}},
		EstimateReads: []string{"region"},
	}
	if s.ending.ID != "" {
		d.Rules = append(d.Rules, s.ending)
	}
	return d, nil
}

func (*scripted) CheckInstallation(_ context.Context, p profile.Profile) ([]profile.Check, error) {
	checks := []profile.Check{{ID: "provider_t.check", Title: "Check", Status: profile.Passed, Message: "Good."}}
	if p.Settings["egress"] == "hub" && p.Settings["next_hop"] == "" {
		checks = append(checks, profile.Check{
			ID: "provider_t.settings.next_hop", Field: "settings.next_hop", Title: "Next hop", Status: profile.Failed,
			Message: "is missing; egress hub needs it", Remediation: "Change it.",
		})
	}
	return checks, nil
}

func (s *scripted) answer(ctx context.Context) error {
	s.calls.Add(1)
	if s.release != nil {
		select {
		case <-s.release:
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

func (s *scripted) Evaluate(ctx context.Context, order adapter.Input) (adapter.Evaluation, error) {
	if err := s.answer(ctx); err != nil {
		return adapter.Evaluation{}, err
	}
	address := "network.main"
	cost := request.Cents(20_050)
	e := adapter.Evaluation{
		Resources: []request.Resource{{
			Address: address, Type: "network", Name: order.Request.Application, Region: order.Request.Region,
			Controls: request.AllControls(), Properties: request.NewProperties(map[string]string{"b": "2", "a": "1"}), MonthlyCost: cost,
		}},
		Estimate: request.Estimate{
			Currency: "USD", KnownTotal: cost, MonthlyTotal: cost, PriceTable: "2026-11",
			Items: []request.EstimateItem{{Basis: request.Fixed, Address: address, Item: "network", Quantity: "1", Unit: "month", UnitPrice: "200.50", MonthlyCost: cost}},
		},
	}
	if s.changed.Load() {
		e.Estimate.Items[0].Item = "another"
	}
	if order.Request.Application == "reserved" {
		e.Violations = []request.Violation{{
			PolicyID: "provider_t.application.reserved", Source: request.SourceProvider, Field: "application",
			Message: "The name is reserved.", Remediation: "Choose another.", Expected: "a name other than reserved",
			Actual: request.Text("reserved"), Suggestion: request.Text("unreserved"),
		}}
	}
	return e, nil
}

func (s *scripted) Generate(ctx context.Context, order adapter.Input) (adapter.Generation, error) {
	if err := s.answer(ctx); err != nil {
		return adapter.Generation{}, err
	}
	g := adapter.Generation{
		Files: []adapter.File{
			{Name: adapter.RootFile, Content: []byte("# root\n")},
			{Name: adapter.InputsFile, Content: []byte(`{"application":"` + order.Request.Application + "\"}\n")},
		},
		Placement: []adapter.PlacementPart{{
			Name: "environment", Boundary: "sandbox", ID: cmp.Or(order.Boundary("sandbox"), "000"), Holds: "every declared resource",
		}},
		Rationale:    []adapter.Reason{{Field: "cluster_size", Text: "small: 2 nodes"}},
		Replacements: []adapter.Replacement{{Type: "test_cluster", Properties: []string{"name"}}},
		Needs:        []adapter.Need{{Kind: adapter.NeedQuota, Name: "vCPU", Text: "8 in the region"}},
	}
	if s.silent {
		g.Placement = nil
	}
	return g, nil
}

// catalogOf is a catalog with one adapter. Without a digest, it has the one of the catalogs of most tests.
type catalogOf struct {
	impl   adapter.Adapter
	digest string
}

func (catalogOf) Providers() []string { return []string{"provider_t"} }

func (c catalogOf) Adapter(context.Context, string) (adapter.Adapter, error) {
	return adapter.Checked("provider_t", c.impl), nil
}

func (c catalogOf) Status(ctx context.Context, _ string) (adapter.Status, error) {
	d, err := c.impl.Describe(ctx)
	digest := cmp.Or(c.digest, "sha256:00")
	return adapter.Status{Description: d, ContractVersion: 1, Digest: digest, Verified: true}, err
}

// TestWhatAnAdapterLacksIsNotAskedFor checks that Propose fails without a call of an adapter that lacks
// infrastructure, and that the readiness shows the lacking capabilities.
func TestWhatAnAdapterLacksIsNotAskedFor(t *testing.T) {
	impl := &scripted{capabilities: []string{adapter.CapabilityEstimate, adapter.CapabilityNativeRules}}
	s := installed(t, impl, simulation)
	readiness, err := s.Validate(t.Context(), draft(t, simulation))
	require.NoError(t, err)
	assert.Equal(t, []string{adapter.CapabilityClaims, adapter.CapabilityInfrastructure, adapter.CapabilityReadiness}, readiness.Adapter.Lacking)
	assert.False(t, readiness.Ready)
	last := readiness.Checks[len(readiness.Checks)-1]
	assert.Equal(t, "installation.adapter-capabilities", last.ID)
	assert.Contains(t, last.Message, "infrastructure, readiness")
	record := submitted(t, s, "k", theRequest(t, "checkout"))
	calls := impl.calls.Load()
	_, err = s.Propose(t.Context(), "k", record.RequestID)
	var p *problem.Problem
	require.ErrorAs(t, err, &p)
	assert.Equal(t, problem.ProposalNotOffered, p.Code)
	assert.Equal(t, calls, impl.calls.Load())
}
