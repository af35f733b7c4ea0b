package providerb

import (
	"fmt"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// nativeRules are the provider's own rules.
var nativeRules = []adapter.NativeRule{
	adapter.NamespaceRule(ID, adapter.MustDecode[adapter.Fact[adapter.Namespaces]](tables, "data/namespaces.json")),
	access.Rule(),
	names.LengthRule(ID),
	adapter.SupportRule(ID, terms.Kubernetes.Version, adapter.LastDay(terms.Kubernetes.SupportedUntil, 0)),
	adapter.LifespanRule(ID, terms.Kubernetes.Version, adapter.LastDay(terms.Kubernetes.SupportedUntil, 0)),
	prices.CurrentRule(ID),
	applicationReservedWord,
	machines.SoldRule(ID+".cluster.machines-sold", machinesElsewhere),
	clusterProductionSize,
	adapter.EgressRule(ID, "a NAT gateway", "Ask the platform operators for the settings egress hub, hub_virtual_network_id "+
		"and egress_next_hop_ip in a profile of enterprise mode: the firewall of the hub then decides what leaves."),
	dataWorkspaceKey,
	networkAddresses,
	networkClusterRange,
	networkPools,
	vnets.HubRule(ID+".network.hub-range", "hub_cidrs, runner_cidrs, egress_next_hop_ip and dns_servers", inTheHub),
	vnets.ClashRule(ID + ".network.reserved-range"),
	vnets.PrefixRule(ID + ".network.vnet-prefix"),
	machines.KnownRule(ID+".region.machines", regions.All()),
	regionAPIServer,
	regionByRequest,
	regionProductionZones,
	regionWayOut,
	regionZones,
}

// reservedWords must not be anywhere in the name of a resource with an
// address of its own (learn.microsoft.com, azure-resource-manager/templates/
// error-reserved-resource-name). The words that are reserved only as a whole
// name, or at its start, cannot arise: every such name here has a prefix and
// digits of the environment's ID.
var reservedWords = []string{"microsoft", "windows"}

var applicationReservedWord = adapter.NativeRule{
	ID:       ID + ".application.reserved-word",
	Field:    request.ApplicationField,
	Level:    profile.Mandatory,
	Title:    "The application's name is free of the provider's reserved words",
	Expected: "a name without " + strings.Join(reservedWords, " and ") + ", also when hyphens are left out",
	Reads:    []string{request.ApplicationField},
	Check: func(req request.Request) *adapter.Finding {
		word, reserved := reservedWordIn(req.Application)
		if !reserved {
			return nil
		}
		other := withoutReservedWords(req.Application)
		return &adapter.Finding{
			Message: fmt.Sprintf("The vault and the storage account take their names from %s, and the provider reserves the word %s.",
				req.Application, word),
			Remediation: fmt.Sprintf("Type a name without it, such as %s.", other),
			Suggestion:  request.Text(other),
		}
	},
}

// reservedWordIn returns the first reserved word in a name as written or
// without its hyphens, which is how the vault and the storage account have it.
func reservedWordIn(name string) (string, bool) {
	for _, word := range reservedWords {
		if strings.Contains(unhyphenated(name), word) {
			return word, true
		}
	}
	return "", false
}

// withoutReservedWords returns the name with "app" for each reserved word. The
// result can hold another such word made of its neighbours, so it looks again;
// each turn shortens the name, so it ends.
func withoutReservedWords(name string) string {
	for {
		word, reserved := reservedWordIn(name)
		if !reserved {
			return name
		}
		if !strings.Contains(name, word) {
			name = unhyphenated(name)
		}
		name = strings.Replace(name, word, "app", 1)
	}
}

func unhyphenated(name string) string { return strings.ReplaceAll(name, "-", "") }

var clusterProductionSize = adapter.NativeRule{
	ID:       ID + ".cluster.production-size",
	Field:    request.SizeField,
	Level:    profile.Advisory,
	Title:    "Production keeps a node for applications while another is replaced",
	Expected: "medium or large for production",
	Reads:    []string{request.SizeField, request.EnvironmentField},
	Check: func(req request.Request) *adapter.Finding {
		size, ok := sizing.Sizes[req.ClusterSize]
		if !ok || req.Environment != request.Production || size.MinNodes > 1 {
			return nil
		}
		return &adapter.Finding{
			Message: fmt.Sprintf("A %s cluster may run on %d node for applications, which then stop while it is replaced.",
				req.ClusterSize, size.MinNodes),
			Remediation: fmt.Sprintf("Type %s as the cluster size of a production environment that must not stop.",
				request.Medium),
			Suggestion: request.Text(request.Medium),
		}
	},
}

// The rule has no suggestion: what the data is does not change with what a
// cloud can do.
var dataWorkspaceKey = adapter.NativeRule{
	ID:       ID + ".data.workspace-key",
	Field:    request.ClassificationField,
	Level:    profile.Advisory,
	Title:    "Restricted data is encrypted with customer-managed keys only",
	Expected: "a class below restricted, or logs that hold no restricted data",
	Reads:    []string{request.ClassificationField},
	Check: func(req request.Request) *adapter.Finding {
		if req.DataClassification != request.Restricted {
			return nil
		}
		return &adapter.Finding{
			Message: "Everything has a customer-managed key but the log workspace, which takes one only in a dedicated cluster.",
			Remediation: "Keep restricted data out of the application's logs, or have the platform team link the workspace " +
				"to a dedicated cluster with the organisation's key.",
		}
	},
}
