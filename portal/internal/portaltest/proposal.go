package portaltest

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
)

// ProposalsPath is the path of the proposals. The Readiness page calls ValidatePath and
// ProvidersPath.
const (
	ProposalsPath = "/v1/deployment-proposals"
	ValidatePath  = "/v1/platform/installation/validate"
	ProvidersPath = "/v1/platform/providers"
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

// Proposals is one page of the list of proposals. Its JSON has summaries, as in the API.
type Proposals struct {
	Items []proposal.Proposal
	Next  string
}

// MarshalJSON returns the list in the format of the API. Each proposal is for application checkout.
// Its time is 30 minutes before the entry at the same index of a [List].
func (p Proposals) MarshalJSON() ([]byte, error) {
	list := wire.List[api.Listed]{Items: []api.Listed{}, Next: p.Next}
	for i, made := range p.Items {
		list.Items = append(list.Items, api.Listed{
			ProposalID: made.ProposalID, RequestID: made.RequestID, Status: made.Status,
			Placeholders: made.Placeholders, GuardedStages: made.GuardedStages,
			ProposalOrigin: wire.ProposalOrigin{
				Brief:      Record("checkout", request.Accepted).Request.Brief(),
				KnownTotal: request.Cents(100), ReceivedAt: Received.Add(-time.Duration(i)*time.Hour - 30*time.Minute),
			},
		})
	}
	return json.Marshal(list)
}
