package providerb

import (
	"fmt"
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

var networkAddresses = adapter.NativeRule{
	ID:    ID + ".network.addresses",
	Field: request.NetworkField,
	Level: profile.Mandatory,
	Title: "The network has room for the nodes, the API server and the private endpoints",
	Expected: fmt.Sprintf("a prefix of at most /%d for small, /%d for medium, /%d for large",
		sizing.Sizes[request.Small].longestPrefix(), sizing.Sizes[request.Medium].longestPrefix(), sizing.Sizes[request.Large].longestPrefix()),
	Reads: []string{request.SizeField, request.EnvironmentField, request.NetworkField},
	Check: func(req request.Request) *adapter.Finding {
		size, known := sizeFor(req.ClusterSize, req.Environment)
		longest := size.longestPrefix()
		if !known || req.NetworkCIDR.Bits() <= longest {
			return nil
		}
		suggested := vnets.Suggest(req.NetworkCIDR, longest)
		return &adapter.Finding{
			Message: fmt.Sprintf("The network %s is too small for the nodes, the API server and the private endpoints of a %s cluster.",
				req.NetworkCIDR, req.ClusterSize),
			Remediation: fmt.Sprintf("Type a range of /%d or larger, such as %s.", longest, suggested),
			Suggestion:  request.Text(suggested.String()),
		}
	},
}

var networkClusterRange = adapter.NativeRule{
	ID:       ID + ".network.cluster-range",
	Field:    request.NetworkField,
	Level:    profile.Advisory,
	Title:    "The network lies outside the ranges of clusters' services and pods",
	Expected: "a range that overlaps none of " + adapter.ListOf(insideClusters),
	Reads:    []string{request.NetworkField},
	Check: func(req request.Request) *adapter.Finding {
		taken, overlaps := adapter.Overlapped(insideClusters, req.NetworkCIDR)
		if !overlaps {
			return nil
		}
		use := "pods"
		if slices.Contains(network.Services.Value, taken) {
			use = "services"
		}
		suggested := vnets.Other(req.NetworkCIDR)
		return &adapter.Finding{
			Message: fmt.Sprintf("Other clusters may use %s for their %s, and through a hub those could not reach the network %s.",
				taken, use, req.NetworkCIDR),
			Remediation: fmt.Sprintf("Type a range beside it, such as %s, where the environment is to be reached from others.", suggested),
			Suggestion:  request.Text(suggested.String()),
		}
	},
}
