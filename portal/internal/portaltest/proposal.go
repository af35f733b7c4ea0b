package portaltest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// Proposal returns the platform's proposal for a request with the justification.
func Proposal(t *testing.T, justification string, rules ...proposal.RuleOutcome) proposal.Proposal {
	t.Helper()
	req, err := request.Template("eu-west-1").With(request.JustificationField, request.Text(justification))
	require.NoError(t, err)
	req.Application, req.Owner, req.ExpiryDate = "checkout", "checkout@example.com", "2026-12-15"
	p, err := proposal.Build(proposal.Input{
		Request: req, Profile: Profile(profile.Simulation), PolicyDigest: "00",
		Rules: append([]proposal.RuleOutcome{}, rules...), Resources: []request.Resource{},
		Estimate: request.Estimate{
			Currency: "USD", KnownTotal: request.Cents(100), MonthlyTotal: request.Cents(100), PriceTable: "2026-11",
			Items: []request.EstimateItem{},
		},
		Adapter: proposal.Adapter{ID: "provider_a", DisplayName: "Provider A", Version: "1.0.0", ContractVersion: 1},
		Root:    []byte("terraform {}\n"), Inputs: []byte("{}\n"),
	})
	require.NoError(t, err)
	return p
}
