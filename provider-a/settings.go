package providera

import (
	"cmp"
	"net/netip"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// The names of the settings, which an enterprise may choose.
const (
	egressSetting         = "egress"
	transitGatewaySetting = "transit_gateway_id"
	hubRangeSetting       = "hub_cidr"
	podRangeSetting       = "pod_range"
	boundarySetting       = "permissions_boundary"
	registrySetting       = "registry_account_id"
	bucketAccountsSetting = "bucket_account_ids"
	keyOversightSetting   = "key_oversight"
	logDestinationSetting = "log_archive_destination"
)

// The choices of settings.
const (
	ownEgress, hubEgress  = "own", "hub"
	overseen, notOverseen = "security", "none"
)

var defaultPodRange = network.PodRanges.Value[0].String()

var settings = []profile.Setting{
	{
		Name: egressSetting, DisplayName: "Way to the internet", Kind: profile.ChoiceSetting,
		Purpose: "own makes NAT gateways in each environment; hub sends everything to the transit gateway, and makes no gateway to the internet",
		Choices: []string{ownEgress, hubEgress}, Default: ownEgress,
	},
	{
		Name: transitGatewaySetting, DisplayName: "Transit gateway", Kind: profile.TextSetting,
		Purpose: "the network account's, which each environment is attached to; belongs with hub_cidr",
		Pattern: `tgw-[0-9a-f]{17}`, Form: "the ID of a transit gateway, tgw- and 17 hex digits", Example: "tgw-00000000000000000",
	},
	{
		Name: hubRangeSetting, DisplayName: "Range of the hub", Kind: profile.RangeSetting,
		Purpose: "private range that is reached through the transit gateway, and from which the Kubernetes API is",
		Example: "10.0.0.0/8",
	},
	{
		Name: podRangeSetting, DisplayName: "Range of pods", Kind: profile.RangeSetting,
		Purpose: "range in 100.64.0.0/10, /16 to /20, of the pods of each environment whose network is smaller than /21; known in its VPC only",
		Default: defaultPodRange, Example: "100.66.0.0/16",
	},
	{
		Name: boundarySetting, DisplayName: "Permissions boundary", Kind: profile.TextSetting,
		Purpose: "policy that every account of an environment has by this path and name, and that bounds every role",
		Pattern: `([\w+=,.@-]+/)*[\w+=,.@-]{1,128}`, Form: "the path and name of an IAM policy, such as platform/boundary", Example: "platform/boundary",
	},
	{
		Name: registrySetting, DisplayName: "Account of the registry", Kind: profile.TextSetting,
		Purpose: "account whose ECR registry, with its pull-through caches, environments take images from; it has to admit theirs",
		Pattern: account.Pattern, Form: account.Form, Example: "000000000005",
	},
	{
		Name: bucketAccountsSetting, DisplayName: "Accounts of shared buckets", Kind: profile.TextSetting, List: true,
		Purpose: "accounts beside the environment's whose S3 buckets its network reaches",
		Pattern: account.Pattern, Form: account.Form, Example: "000000000005",
	},
	{
		Name: keyOversightSetting, DisplayName: "Oversight of keys", Kind: profile.ChoiceSetting,
		Purpose: "whether the security account sees how each key is set; it can use none",
		Choices: []string{overseen, notOverseen}, Default: overseen,
	},
	{
		Name: logDestinationSetting, DisplayName: "Destination of logs", Kind: profile.TextSetting,
		Purpose: "CloudWatch Logs destination that the log archive account has in every region",
		Pattern: `[!-)+-9;-~]{1,512}`, Form: "the name of a destination, 1 to 512 characters without spaces, : and *", Default: terms.CentralLogDestination.Value, Example: "other-central-logs",
	},
}

// shortestPodRange and longestPodRange bound the range of pods: a VPC takes no
// larger one, and a smaller one cannot hold the largest size's blocks of 16.
const shortestPodRange, longestPodRange = 16, 20

// shortestHubRange is what main.tf accepts.
const shortestHubRange = 8

// checkSettings returns what of the settings does not go together.
func checkSettings(p profile.Profile) (faults []adapter.SettingFault) {
	fault := func(name, message string) {
		faults = append(faults, adapter.SettingFault{Setting: name, Message: message})
	}
	gateway, hub := p.Settings[transitGatewaySetting], p.Settings[hubRangeSetting]
	switch {
	case gateway == "" && p.Settings[egressSetting] == hubEgress:
		fault(transitGatewaySetting, "is missing; egress hub sends everything to it")
	case gateway == "" && hub != "":
		fault(transitGatewaySetting, "is missing; hub_cidr is reached through it")
	case gateway != "" && hub == "":
		fault(hubRangeSetting, "is missing; with transit_gateway_id write the private range behind it")
	}
	if !inside(hub, shortestHubRange, 32, adapter.PrivateRanges()...) {
		fault(hubRangeSetting, "must be a private range, /8 or longer")
	}
	if !inside(p.Settings[podRangeSetting], shortestPodRange, longestPodRange, network.PodSpace.Value) {
		fault(podRangeSetting, "must be in 100.64.0.0/10, /16 to /20: a VPC takes no other private range beside its own")
	}
	if pods, err := netip.ParsePrefix(cmp.Or(p.Settings[podRangeSetting], defaultPodRange)); err == nil && hub != "" && inside(hub, pods.Bits(), 32, pods) {
		fault(hubRangeSetting, "must not be inside pod_range: a VPC has no route out to a part of itself")
	}
	for _, name := range []string{boundarySetting, logDestinationSetting} {
		if slices.ContainsFunc(strings.Split(p.Settings[name], "/"), onlyDots) {
			fault(name, "must have no part of only dots; write a name, with its path where it has one")
		}
	}
	return faults
}

// onlyDots reports whether a part of a path is only dots, as in "../boundary".
func onlyDots(part string) bool { return part != "" && strings.Trim(part, ".") == "" }

// inside reports whether a range is inside one of others and has a prefix between
// two. No range is.
func inside(text string, shortest, longest int, ranges ...netip.Prefix) bool {
	asked, err := netip.ParsePrefix(text)
	return err != nil || asked.Bits() >= shortest && asked.Bits() <= longest && adapter.Inside(asked, ranges...)
}

// hubRanges returns the range of the hub, where the profile has one.
func hubRanges(in adapter.Input) []netip.Prefix {
	hub, err := netip.ParsePrefix(in.Setting(hubRangeSetting))
	if err != nil {
		return nil
	}
	return []netip.Prefix{hub}
}

// hubAttached reports whether the environment is attached to a transit gateway.
func (p plan) hubAttached() bool { return p.in.Setting(transitGatewaySetting) != "" }

// settingInputs returns the inputs of main.tf that settings have a value for. The
// workflow may give the others.
func (p plan) settingInputs() map[string]any {
	inputs := map[string]any{}
	for _, name := range []string{transitGatewaySetting, hubRangeSetting, registrySetting} {
		if value := p.in.Setting(name); value != "" {
			inputs[name] = value
		}
	}
	if name := p.in.Setting(boundarySetting); name != "" {
		inputs["permissions_boundary_arn"] = "arn:aws:iam::" + p.in.Boundary(p.in.OwnBoundary()) + ":policy/" + name
	}
	if accounts := p.in.SettingList(bucketAccountsSetting); len(accounts) > 0 {
		inputs[bucketAccountsSetting] = accounts
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

// podRanges returns where pods may take addresses beside a network: the setting's
// range, and another one for a network that overlaps it.
func podRanges(in adapter.Input) []netip.Prefix {
	chosen, err := netip.ParsePrefix(in.Setting(podRangeSetting))
	if err != nil {
		return network.PodRanges.Value
	}
	return append([]netip.Prefix{chosen}, network.PodRanges.Value...)
}
