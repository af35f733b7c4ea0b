package apitest

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// ProposalsPath is the path of the proposals, ValidatePath and ProvidersPath are
// those of what the Readiness page asks.
const (
	ProposalsPath = "/v1/deployment-proposals"
	ValidatePath  = "/v1/platform/installation/validate"
	ProvidersPath = "/v1/platform/providers"
)

// Proposal returns the proposal of a request with the justification, as the
// platform builds it.
func Proposal(t *testing.T, justification string) proposal.Proposal {
	t.Helper()
	data, err := json.Marshal(map[string]any{
		"application": "checkout", "environment": "development", "owner": "checkout@example.com", "cost_centre": "CC-4711",
		"data_classification": "internal", "region": "eu-west-1", "network_cidr": "10.20.0.0/20", "cluster_size": "small",
		"monthly_budget": 500, "business_justification": justification, "expiry_date": "2026-12-15",
	})
	require.NoError(t, err)
	req, err := request.Parse(document.Source{Format: document.JSON, Data: data})
	require.NoError(t, err)
	p, err := proposal.Build(proposal.Input{
		Request: req, Profile: Profile(profile.Simulation), PolicyDigest: "00",
		Rules: []proposal.RuleOutcome{}, Resources: []request.Resource{},
		Estimate: request.Estimate{Currency: "USD", MonthlyTotal: request.Cents(100), PriceTable: "2026-11", Items: []request.EstimateItem{}},
		Adapter:  proposal.Adapter{ID: "provider_a", DisplayName: "Provider A", Version: "1.0.0", ContractVersion: 1},
		Root:     []byte("terraform {}\n"), Inputs: []byte("{}\n"),
	})
	require.NoError(t, err)
	return p
}

// Proposals is a page of the list of proposals as the API sends it.
type Proposals struct {
	Items []proposal.Proposal `json:"items"`
	Next  string              `json:"next,omitempty"`
}
