package providera

import (
	"net/netip"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// The names of the settings.
const (
	egressSetting         = "egress"
	transitGatewaySetting = "transit_gateway_id"
	hubRangesSetting      = "hub_cidrs"
	resolverRulesSetting  = "resolver_rule_ids"
	podRangeSetting       = "pod_range"
	boundarySetting       = "permissions_boundary"
	registrySetting       = "registry_account_id"
	bucketAccountsSetting = "bucket_account_ids"
	keyOversightSetting   = "key_oversight"
	logDestinationSetting = "log_archive_destination"
	contactSetting        = "budget_contact"
)

// The choices of settings.
const (
	ownEgress, hubEgress  = "own", "hub"
	overseen, notOverseen = "security", "none"
)

// shortestPodRange and longestPodRange limit the prefix of the range of pods. A VPC accepts no larger range, and a
// smaller one is too small for the largest cluster size.
const shortestPodRange, longestPodRange = 16, 20

// shortestHubRange is the shortest prefix that main.tf accepts, and mostHubRanges the number of ranges.
const shortestHubRange, mostHubRanges = 8, 10

// tagKeys are the keys of the environment's tags in main.tf. Name is the tag of each resource's own name, and Network
// that of the range with which the environment was made.
var tagKeys = []string{
	"Application", "CostCentre", "DataClassification", "Environment", environmentTag, "ExpiresOn", "Fingerprint",
	"ManagedBy", "Name", "Network", "Owner", "RequestId",
}

// maxTags is the maximum number of an organisation's tags. A resource has at most 50, and the environment and its
// controllers need the others.
const maxTags = 30

// environmentTag is the tag that the budget counts by.
const environmentTag = "EnvironmentName"

// checkSettings returns the settings that contradict each other.
func checkSettings(p profile.Profile) (faults []adapter.SettingFault) {
	fault := func(name, message string) {
		faults = append(faults, adapter.SettingFault{Setting: name, Message: message})
	}
	gateway, hub := p.Settings[transitGatewaySetting], p.Settings[hubRangesSetting]
	ranges := strings.Split(hub, ",")
	switch {
	case gateway == "" && p.Settings[egressSetting] == hubEgress:
		fault(transitGatewaySetting, "is missing; egress hub sends everything to it")
	case gateway == "" && hub != "":
		fault(transitGatewaySetting, "is missing; hub_cidrs are reached through it")
	case gateway != "" && hub == "":
		fault(hubRangesSetting, "is missing; with transit_gateway_id write the private ranges behind it")
	}
	if len(ranges) > mostHubRanges {
		fault(hubRangesSetting, "must be 10 ranges at most; write the range that has several")
	}
	if slices.ContainsFunc(ranges, func(text string) bool {
		return !inside(text, shortestHubRange, 32, adapter.PrivateRanges()...)
	}) {
		fault(hubRangesSetting, "must be private ranges, /8 or longer")
	}
	if !inside(p.Settings[podRangeSetting], shortestPodRange, longestPodRange, network.PodSpace.Value) {
		fault(podRangeSetting, "must be in 100.64.0.0/10, /16 to /20: a VPC takes no other private range beside its own")
	}
	pods, err := netip.ParsePrefix(p.Settings[podRangeSetting])
	if err == nil && hub != "" && slices.ContainsFunc(ranges, func(text string) bool { return inside(text, pods.Bits(), 32, pods) }) {
		fault(hubRangesSetting, "must not be inside pod_range: a VPC has no route out to a part of itself")
	}
	for _, name := range []string{boundarySetting, logDestinationSetting} {
		if slices.ContainsFunc(strings.Split(p.Settings[name], "/"), onlyDots) {
			fault(name, "must have no part of only dots; write a name, with its path where it has one")
		}
	}
	return append(faults, adapter.TagFaults(p, maxTags, tagKeys, "aws:")...)
}

// onlyDots reports whether a part of a path is only dots, as in "../boundary".
func onlyDots(part string) bool { return part != "" && strings.Trim(part, ".") == "" }

// inside reports whether a range is inside one of others, with a prefix from shortest to longest. It is true for
// a text that is no range.
func inside(text string, shortest, longest int, ranges ...netip.Prefix) bool {
	asked, err := netip.ParsePrefix(text)
	return err != nil || asked.Bits() >= shortest && asked.Bits() <= longest && adapter.Inside(asked, ranges...)
}

// hubRanges returns the ranges of the hub; none if the profile has none.
func hubRanges(in adapter.Input) (ranges []netip.Prefix) {
	for _, text := range in.SettingList(hubRangesSetting) {
		if hub, err := netip.ParsePrefix(text); err == nil {
			ranges = append(ranges, hub)
		}
	}
	return ranges
}

// hubAttached reports whether the environment is attached to a transit gateway.
func (p plan) hubAttached() bool { return p.in.Setting(transitGatewaySetting) != "" }

// settingInputs returns the inputs of main.tf from settings with a value. The workflow may set the others.
func (p plan) settingInputs() map[string]any {
	inputs := p.in.TagInputs()
	for _, name := range []string{transitGatewaySetting, registrySetting} {
		if value := p.in.Setting(name); value != "" {
			inputs[name] = value
		}
	}
	if name := p.in.Setting(boundarySetting); name != "" {
		inputs["permissions_boundary_arn"] = "arn:aws:iam::" + p.in.Boundary(p.in.OwnBoundary()) + ":policy/" + name
	}
	for _, name := range []string{bucketAccountsSetting, hubRangesSetting, resolverRulesSetting} {
		if entries := p.in.SettingList(name); len(entries) > 0 {
			inputs[name] = entries
		}
	}
	return inputs
}

// keyOversightAccount returns the account that sees how keys are set; empty for none.
func (p plan) keyOversightAccount() string {
	if p.in.Setting(keyOversightSetting) == notOverseen {
		return ""
	}
	return p.in.Boundary(securityAccount)
}

// podRanges returns the ranges for pods: that of the setting, and then others for a network that overlaps it.
func podRanges(in adapter.Input) []netip.Prefix {
	chosen, err := netip.ParsePrefix(in.Setting(podRangeSetting))
	if err != nil {
		return network.PodRanges.Value
	}
	return append([]netip.Prefix{chosen}, network.PodRanges.Value...)
}
