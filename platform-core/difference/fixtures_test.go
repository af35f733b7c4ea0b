package difference_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// resource returns a resource with properties by name and value in turn.
func resource(address, parent string, properties ...string) request.Resource {
	settings := map[string]string{}
	for i := 0; i < len(properties); i += 2 {
		settings[properties[i]] = properties[i+1]
	}
	kind, _, _ := strings.Cut(address, ".")
	return request.Resource{
		Address: address, Type: kind, Name: "shop", Region: "north-1", Parent: parent, Controls: []request.Control{},
		Properties: request.NewProperties(settings), MonthlyCost: request.Cents(0),
	}
}

func item(address string, cost request.Money) request.EstimateItem {
	return request.EstimateItem{Address: address, Item: "hours", Basis: request.Fixed, Quantity: "1", Unit: "month", MonthlyCost: cost}
}

// input returns the input of a proposal: a network, a cluster in the network, nodes in the cluster, and a log.
func input(t testing.TB) proposal.Input {
	t.Helper()
	r := request.Template("north-1")
	r.ExpiryDate = "2026-12-15"
	return proposal.Input{
		Request: r,
		Profile: profile.Profile{Schema: profile.ProfileSchema, Provider: "provider_t", Mode: profile.Simulation, AllowedRegions: []string{"north-1"}},
		Rules: []proposal.RuleOutcome{
			{PolicyID: "a.satisfied", Field: "owner", Level: profile.Mandatory, Outcome: request.Satisfied},
			{PolicyID: "b.advice", Field: "region", Level: profile.Advisory, Outcome: request.Violated, Message: "It is far."},
		},
		Resources: []request.Resource{
			resource("cluster.main", "network.main", "version", "1.35"), resource("log.main", "", "days", "90"),
			resource("network.main", "", "range", "10.20.0.0/20"), resource("nodes.main", "cluster.main", "count", "2"),
		},
		Estimate: request.Estimate{Currency: "USD", PriceTable: "2026-11", Items: []request.EstimateItem{
			item("cluster.main", request.Cents(7300)), item("nodes.main", request.Cents(5000)),
		}},
		Adapter:      proposal.Adapter{ID: "provider_t", Version: "1.0.0"},
		Root:         []byte("terraform {}\n"),
		Inputs:       []byte(`{"count": 2, "list": [1, 2]}`),
		Replacements: []adapter.Replacement{{Type: "cluster", Properties: []string{"name"}}, {Type: "network", Properties: []string{"name", "range"}}},
	}
}

func built(t testing.TB, in proposal.Input) proposal.Proposal {
	t.Helper()
	p, err := proposal.Build(in)
	require.NoError(t, err)
	return p
}

func files(p proposal.Proposal) map[string]string {
	found := map[string]string{}
	for _, a := range p.Files() {
		found[a.Path] = a.Content
	}
	return found
}

func bundleOf(t testing.TB, in proposal.Input) difference.Document {
	t.Helper()
	d, err := difference.ReadBundle("bundle", files(built(t, in)))
	require.NoError(t, err)
	return d
}

func proposalOf(t testing.TB, in proposal.Input) difference.Document {
	t.Helper()
	return read(t, encoded(t, built(t, in)))
}

func requestOf(t testing.TB, in proposal.Input) difference.Document {
	t.Helper()
	return read(t, encoded(t, in.Request))
}

// recordOf returns the record of an input's request: accepted, or denied by a rule.
func recordOf(t testing.TB, in proposal.Input, denied bool) difference.Document {
	t.Helper()
	return read(t, encoded(t, record(in, denied)))
}

func record(in proposal.Input, denied bool) request.Record {
	id := in.Request.Identify()
	r := request.Record{
		Schema: request.RecordSchema, RequestID: id.RequestID, Fingerprint: id.Fingerprint, Provider: in.Profile.Provider,
		Mode: string(in.Profile.Mode), Decision: request.Accepted, EvaluatedOn: "2026-11-21", Request: in.Request,
		Violations: []request.Violation{}, Estimate: in.Estimate, SimulatedResources: []request.Resource{},
		Advisories: []request.Violation{{PolicyID: "b.advice", Source: request.SourceCommon, Field: "region", Message: "It is far."}},
	}
	switch {
	case denied:
		r.Decision = request.Denied
		r.Violations = []request.Violation{{PolicyID: "c.budget", Source: request.SourceCommon, Field: "monthly_budget", Message: "Too little."}}
	case in.Profile.Mode == profile.Simulation:
		r.SimulatedResources = in.Resources
	}
	return r
}

func read(t testing.TB, text []byte) difference.Document {
	t.Helper()
	d, err := difference.Read("file", document.Source{Name: "file", Format: document.JSON, Data: text})
	require.NoError(t, err)
	return d
}

func encoded(t testing.TB, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return text
}
