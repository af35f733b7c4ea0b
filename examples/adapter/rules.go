package gke

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// rules are the provider's own rules.
var rules = []adapter.NativeRule{
	adapter.NamespaceRule(ID, adapter.MustDecode[adapter.Fact[adapter.Namespaces]](data, "data/namespaces.json")),
	names.LengthRule(ID),
	prices.CurrentRule(ID),
	vpcs.ClashRule(ID + ".network.reserved-range"),
	vpcs.PrefixRule(ID + ".network.prefix"),
	{
		ID: ID + ".cluster.production-size", Field: request.SizeField, Level: profile.Mandatory,
		Title:    "Production has two nodes in each zone",
		Expected: "medium or large in production",
		Reads:    []string{request.SizeField, request.EnvironmentField},
		Check:    productionSize,
	},
}

func productionSize(r request.Request) *adapter.Finding {
	if r.Environment != request.Production || r.ClusterSize != request.Small {
		return nil
	}
	return &adapter.Finding{
		Message:     "A small cluster has one node in each zone, and none of them while it is updated.",
		Remediation: "Type medium as the cluster size.",
		Suggestion:  request.Text(request.Medium),
	}
}
