package providera

import (
	"fmt"
	"regexp"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// nativeRules are the provider's own rules. The rules for regions have no suggestion, because people decide where
// the data may be.
var nativeRules = []adapter.NativeRule{
	access.Rule(),
	names.LengthRule(ID),
	adapter.SupportRule(ID, terms.Kubernetes.Version, terms.Kubernetes.SupportedUntil),
	adapter.LifespanRule(ID, terms.Kubernetes.Version, terms.Kubernetes.SupportedUntil),
	prices.CurrentRule(ID),
	adapter.NamespaceRule(ID, adapter.MustDecode[adapter.Fact[adapter.Namespaces]](data, "data/namespaces.json")),
	machines.SoldRule(ID+".cluster.instance-offered", func(string) string { return defaultRegion }),
	{
		ID: ID + ".cluster.production-size", Field: request.SizeField, Level: profile.Advisory,
		Title:    "Production runs on instances with a steady speed",
		Expected: "medium or large for production",
		Reads:    []string{request.SizeField, request.EnvironmentField, request.RegionField},
		Check:    steadyProduction,
	},
	adapter.EgressRule(ID, "NAT gateways", "Ask the platform operators for the settings egress hub, transit_gateway_id and "+
		"hub_cidrs in a profile of enterprise mode: the firewall of the network account then decides what leaves."),
	networkAddresses,
	{
		ID: ID + ".network.cluster-range", Field: request.NetworkField, Level: profile.Advisory,
		Title:    "The network lies outside the ranges of clusters' services",
		Expected: "a range that overlaps none of " + adapter.ListOf(network.Services.Value),
		Reads:    []string{request.NetworkField},
		Check:    outsideServices,
	},
	{
		ID: ID + ".network.default-vpc", Field: request.NetworkField, Level: profile.Advisory,
		Title:    "The network lies outside the range of default VPCs",
		Expected: "a range that does not overlap " + network.DefaultVPC.Range.String(),
		Reads:    []string{request.NetworkField},
		Check:    outside(network.DefaultVPC),
	},
	{
		ID: ID + ".network.docker-range", Field: request.NetworkField, Level: profile.Advisory,
		Title:    "The network lies outside the range of Docker bridges",
		Expected: "a range that does not overlap " + network.DockerBridge.Range.String(),
		Reads:    []string{request.NetworkField},
		Check:    outside(network.DockerBridge),
	},
	vpcs.HubRule(ID+".network.hub-range", hubRangesSetting, hubRanges),
	vpcs.ClashRule(ID + ".network.reserved-range"),
	vpcs.PrefixRule(ID + ".network.vpc-prefix"),
	{
		ID: ID + ".owner.tag-value", Field: request.OwnerField, Level: profile.Mandatory,
		Title:    "The owner can be written as a tag",
		Expected: "an address of letters, digits and _ . : / = + - @ only",
		Reads:    []string{request.OwnerField},
		Check:    ownerIsATag,
	},
	{
		ID: ID + ".region.control-plane-zones", Field: request.RegionField, Level: profile.Advisory,
		Title:    "The region has two availability zones for the control plane in every account",
		Expected: "a region that leaves every account two availability zones in which a control plane can stand",
		Reads:    []string{request.RegionField},
		Check:    enoughZonesEverywhere,
	},
	machines.KnownRule(ID+".region.machines", regions.All()),
	{
		ID: ID + ".region.opt-in", Field: request.RegionField, Level: profile.Advisory,
		Title:    "Every account has the region",
		Expected: "a region that no account has to enable first",
		Reads:    []string{request.RegionField},
		Check:    everyAccountHasRegion,
	},
	{
		ID: ID + ".region.production-zones", Field: request.RegionField, Level: profile.Advisory,
		Title:    "Production runs in a region with three availability zones",
		Expected: "a region known to have three availability zones for a control plane, for production",
		Reads:    []string{request.EnvironmentField, request.RegionField},
		Check:    productionZones,
	},
}

func steadyProduction(req request.Request) *adapter.Finding {
	asked, ok := sizes[req.ClusterSize]
	if !ok || req.Environment != request.Production || !asked.instance().Burstable {
		return nil
	}
	steady, _ := adapter.NextSize(req.ClusterSize, func(name string) bool { return !sizes[name].instance().Burstable })
	return &adapter.Finding{
		Message: fmt.Sprintf("A %s cluster runs on %s, whose speed drops when its CPU credits are used up.",
			req.ClusterSize, asked.instanceType(req.Region)),
		Remediation: fmt.Sprintf("Type %s as the cluster size of a production environment with steady load.", steady),
		Suggestion:  request.Text(steady),
	}
}

var networkAddresses = vpcs.AddressRule(ID+".network.addresses",
	"The network has an address for every node of the cluster size",
	"nodes, load balancers and control plane",
	func(req request.Request) (int, bool) {
		asked, ok := sizes[req.ClusterSize]
		return asked.longestPrefix(), ok
	}, request.SizeField, request.NetworkField)

func outsideServices(req request.Request) *adapter.Finding {
	taken, overlaps := adapter.Overlapped(network.Services.Value, req.NetworkCIDR)
	if !overlaps || req.NetworkCIDR.Bits() < network.VPCPrefix.Shortest {
		return nil // what is too large for a VPC is refused for that
	}
	suggested := vpcs.Other(req.NetworkCIDR)
	return &adapter.Finding{
		Message: fmt.Sprintf("The network %s overlaps %s, which other clusters use for their services: through a hub their pods could not reach it.",
			req.NetworkCIDR, taken),
		Remediation: fmt.Sprintf("Type a range that is free of it, such as %s, or keep it for an environment that no other cluster calls.", suggested),
		Suggestion:  request.Text(suggested.String()),
	}
}

// outside returns a check that a network does not overlap a range.
func outside(note adapter.RangeNote) func(request.Request) *adapter.Finding {
	return func(req request.Request) *adapter.Finding {
		if !note.Range.Overlaps(req.NetworkCIDR) {
			return nil
		}
		return vpcs.Outside(req.NetworkCIDR, note)
	}
}

// tagValue is the characters of an owner that a tag may contain: letters, digits and _.:/=+-@ (botocore 1.43.11,
// eks TagMap and iam tagValueType).
var tagValue = regexp.MustCompile(`^[A-Za-z0-9_.:/=+@-]*$`)

// ownerIsATag makes no suggestion, because only the team knows its other mailboxes.
func ownerIsATag(req request.Request) *adapter.Finding {
	if tagValue.MatchString(req.Owner) {
		return nil
	}
	return &adapter.Finding{
		Message: fmt.Sprintf("The owner %s has a character that tags cannot hold, so nothing could be traced to it.",
			req.Owner),
		Remediation: "Type another mailbox of the team, of letters, digits and _ . : / = + - @ only, such as payments-team@example.com.",
	}
}

// enoughZonesEverywhere passes a region without known zones.
func enoughZonesEverywhere(req request.Request) *adapter.Finding {
	region, ok := regions.Find(req.Region)
	if !ok || len(region.Zones) == 0 || region.leastZones() >= network.MinimumZones.Value {
		return nil
	}
	missing := strings.Join(region.WithoutControlPlane, " and ")
	return &adapter.Finding{
		Message: fmt.Sprintf("A cluster needs %d availability zones, and an account that has %s among its %d of %s is left with %d: no control plane can stand there.",
			network.MinimumZones.Value, missing, len(region.Zones), region.DisplayName, region.leastZones()),
		Remediation: fmt.Sprintf("Choose another region, such as %s, or have the platform team look for %s among the account's zones first.", defaultRegion, missing),
	}
}

// everyAccountHasRegion also reports that the zones of a region are unknown. All such regions are opt-in.
func everyAccountHasRegion(req request.Request) *adapter.Finding {
	region, ok := regions.Find(req.Region)
	if !ok || !region.OptIn {
		return nil
	}
	unknown := ""
	if len(region.Zones) == 0 {
		unknown = fmt.Sprintf(", and the platform does not know its availability zones: it plans for %d",
			region.clusterZones())
	}
	return &adapter.Finding{
		Message: fmt.Sprintf("An account has to enable %s before anything can be built there%s.", region.DisplayName,
			unknown),
		Remediation: fmt.Sprintf("Have the platform team enable %s for the account, or choose another region, such as %s.",
			region.Name, defaultRegion),
	}
}

func productionZones(req request.Request) *adapter.Finding {
	region, ok := regions.Find(req.Region)
	if !ok || req.Environment != request.Production || region.hasPreferredZones() {
		return nil
	}
	return &adapter.Finding{
		Message: fmt.Sprintf("%s is not known to have three availability zones for a control plane, so the cluster spreads over %d and keeps one when the other fails.",
			region.DisplayName, region.clusterZones()),
		Remediation: fmt.Sprintf("Choose a region with three zones, such as %s, or accept the smaller spread.",
			defaultRegion),
	}
}
