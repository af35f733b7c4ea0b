package template

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// nativeRules are the provider's own rules.
var nativeRules = []adapter.NativeRule{
	adapter.NamespaceRule(ID, adapter.MustDecode[adapter.Fact[adapter.Namespaces]](data, "data/namespaces.json")),
	names.LengthRule(ID),
	prices.CurrentRule(ID),
	{
		ID: ID + ".cluster.production-size", Field: request.SizeField, Level: profile.Mandatory,
		Title:    "Production clusters survive the loss of a node",
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
		Message:     "A small cluster has too few nodes for production.",
		Remediation: "Choose medium.",
		Suggestion:  request.Text(request.Medium),
	}
}
