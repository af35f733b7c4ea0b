package providera

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
)

// TestSettingsThatDoNotGoTogether: the profile has a value for each setting that has
// one.
func TestSettingsThatDoNotGoTogether(t *testing.T) {
	const gateway, hub = "tgw-00000000000000000", "10.0.0.0/8"
	cases := map[string]struct {
		given map[string]string
		fault string
	}{
		"defaults":                    {nil, ""},
		"attached":                    {map[string]string{transitGatewaySetting: gateway, hubRangesSetting: hub}, ""},
		"out through the hub":         {map[string]string{egressSetting: hubEgress, transitGatewaySetting: gateway, hubRangesSetting: hub}, ""},
		"out through no hub":          {map[string]string{egressSetting: hubEgress}, transitGatewaySetting},
		"a hub without a gateway":     {map[string]string{hubRangesSetting: hub}, transitGatewaySetting},
		"a gateway without its range": {map[string]string{transitGatewaySetting: gateway}, hubRangesSetting},
		"a public hub":                {map[string]string{transitGatewaySetting: gateway, hubRangesSetting: "8.0.0.0/8"}, hubRangesSetting},
		"a hub among the pods":        {map[string]string{transitGatewaySetting: gateway, hubRangesSetting: "100.64.8.0/24"}, hubRangesSetting},
		"a hub around the pods":       {map[string]string{transitGatewaySetting: gateway, hubRangesSetting: "100.64.0.0/10"}, ""},
		"one of two hubs is public":   {map[string]string{transitGatewaySetting: gateway, hubRangesSetting: hub + ",8.0.0.0/8"}, hubRangesSetting},
		"eleven hubs":                 {map[string]string{transitGatewaySetting: gateway, hubRangesSetting: strings.Repeat("10.0.0.0/9,", 10) + hub}, hubRangesSetting},
		"tags":                        {map[string]string{adapter.TagsSetting: "BusinessUnit=retail,Team=checkout"}, ""},
		"a tag twice":                 {map[string]string{adapter.TagsSetting: "Team=a,team=b"}, adapter.TagsSetting},
		"a tag of the environment":    {map[string]string{adapter.TagsSetting: "owner=somebody"}, adapter.TagsSetting},
		"the name of resources":       {map[string]string{adapter.TagsSetting: "Name=somebody"}, adapter.TagsSetting},
		"a tag whose key became free": {map[string]string{adapter.TagsSetting: "Owner=platform", adapter.TagKeysSetting: "Owner=team-mail"}, ""},
		"a tag of AWS":                {map[string]string{adapter.TagsSetting: "AWS:x=y"}, adapter.TagsSetting},
		"a key of AWS":                {map[string]string{adapter.TagKeysSetting: "Owner=aws:owner"}, adapter.TagKeysSetting},
		"two keys alike":              {map[string]string{adapter.TagKeysSetting: "Owner=who,CostCentre=Who"}, adapter.TagKeysSetting},
		"a key for two":               {map[string]string{adapter.TagKeysSetting: "Owner=who,Owner=whom"}, adapter.TagKeysSetting},
		"too many tags":               {map[string]string{adapter.TagsSetting: manyTags(31)}, adapter.TagsSetting},
		"a hub of everything":         {map[string]string{transitGatewaySetting: gateway, hubRangesSetting: "0.0.0.0/0"}, hubRangesSetting},
		"pods beside every network":   {map[string]string{podRangeSetting: "100.127.240.0/20"}, ""},
		"public pods":                 {map[string]string{podRangeSetting: "9.0.0.0/16"}, podRangeSetting},
		"pods in a VPC's own range":   {map[string]string{podRangeSetting: "10.40.0.0/16"}, podRangeSetting},
		"pods where services are":     {map[string]string{podRangeSetting: "172.20.0.0/16"}, podRangeSetting},
		"pods beside few networks":    {map[string]string{podRangeSetting: "192.168.0.0/16"}, podRangeSetting},
		"pods just outside":           {map[string]string{podRangeSetting: "100.128.0.0/16"}, podRangeSetting},
		"a path of dots":              {map[string]string{boundarySetting: "../boundary"}, boundarySetting},
		"a policy of dots":            {map[string]string{boundarySetting: "platform/.."}, boundarySetting},
		"a policy with dots":          {map[string]string{boundarySetting: "v1.2/boundary.v2"}, ""},
		"a destination of dots":       {map[string]string{logDestinationSetting: ".."}, logDestinationSetting},
		"a destination out of dots":   {map[string]string{logDestinationSetting: "../x"}, logDestinationSetting},
		"a destination with dots":     {map[string]string{logDestinationSetting: "logs..central/eu"}, ""},
		"few pods":                    {map[string]string{podRangeSetting: "100.64.0.0/21"}, podRangeSetting},
		"pods of no VPC":              {map[string]string{podRangeSetting: "100.64.0.0/15"}, podRangeSetting},
	}
	for name, c := range cases {
		p := adaptertest.Profile(description, profile.Enterprise, defaultRegion)
		p.Settings = c.given
		checks, err := New().CheckInstallation(t.Context(), p)
		require.NoError(t, err)
		var faults []string
		for _, f := range adapter.SettingFaults(checks) {
			faults = append(faults, f.Field)
		}
		if c.fault == "" {
			assert.Empty(t, faults, name)
			continue
		}
		assert.Equal(t, []string{adapter.SettingsField + "." + c.fault}, faults, name)
	}
}

// manyTags returns tags with different keys.
func manyTags(count int) string {
	var tags []string
	for i := range count {
		tags = append(tags, fmt.Sprintf("Key%d=x", i))
	}
	return strings.Join(tags, ",")
}

// TestNamesInSettings checks what the form of a setting takes and refuses.
func TestNamesInSettings(t *testing.T) {
	long := strings.Repeat("x", 128)
	for name, c := range map[string]struct{ taken, refused []string }{
		boundarySetting: {
			[]string{"boundary", "platform/boundary", "a/b.c/_+=,.@-", long},
			[]string{"/boundary", "a//b", "platform/", "arn:aws:iam::000000000006:policy/b", "a b", long + "x"},
		},
		logDestinationSetting: {
			[]string{"x", "other-central-logs", "logs#eu/(1)", strings.Repeat(long, 4)},
			[]string{"a:b", "a*", "a b", strings.Repeat(long, 4) + "x"},
		},
	} {
		setting, ok := description.SettingNamed(name)
		require.True(t, ok, name)
		for _, value := range c.taken {
			_, err := setting.Normal(value)
			assert.NoError(t, err, "%s %s", name, value)
		}
		for _, value := range c.refused {
			_, err := setting.Normal(value)
			assert.EqualError(t, err, "must be "+setting.Expected(), "%s %s", name, value)
		}
	}
}

// TestSettingsReachTheInputs checks each setting by what main.tf gets of it.
func TestSettingsReachTheInputs(t *testing.T) {
	p := planOf(t, adaptertest.InputWith(description, map[string]string{
		egressSetting: hubEgress, transitGatewaySetting: "tgw-00000000000000000", hubRangesSetting: "10.0.0.0/8,192.168.0.0/16", podRangeSetting: "100.66.0.0/16",
		resolverRulesSetting: "rslvr-rr-1", adapter.TagsSetting: "BusinessUnit=retail,Path=a=b", adapter.TagKeysSetting: "Owner=owner",
		boundarySetting: "platform/boundary", registrySetting: "000000000005", bucketAccountsSetting: "000000000005,000000000003",
		keyOversightSetting: notOverseen, logDestinationSetting: "other-central-logs",
	}, goodRequest(adaptertest.With("network_cidr", "10.40.0.0/24"))))
	inputs := p.Inputs()
	for name, want := range map[string]any{
		"transit_gateway_id": "tgw-00000000000000000", "hub_cidrs": []string{"10.0.0.0/8", "192.168.0.0/16"}, "resolver_rule_ids": []string{"rslvr-rr-1"},
		"tags": map[string]string{"BusinessUnit": "retail", "Path": "a=b"}, "tag_keys": map[string]string{"Owner": "owner"}, "pod_cidr": "100.66.0.0/16",
		"permissions_boundary_arn": "arn:aws:iam::000000000006:policy/platform/boundary", "registry_account_id": "000000000005",
		"bucket_account_ids": []string{"000000000005", "000000000003"}, "key_oversight_account_id": "", "log_archive_destination": "other-central-logs",
	} {
		assert.Equal(t, want, inputs[name], name)
	}
	assert.Empty(t, p.layout.egress, "the hub is the way out")
	kinds := map[string]int{}
	for _, r := range p.Resources() {
		kinds[r.Type]++
	}
	for _, kind := range []string{"aws_internet_gateway", "aws_nat_gateway", "aws_eip"} {
		assert.Zero(t, kinds[kind], kind)
	}
	assert.Equal(t, 1, kinds["aws_ec2_transit_gateway_vpc_attachment"])
}

// TestTheRangeOfPodsGivesWay: a network may lie in the range that the setting names.
func TestTheRangeOfPodsGivesWay(t *testing.T) {
	for cidr, want := range map[string]string{
		"10.40.0.0/24":    "100.66.0.0/16",
		"100.66.8.0/24":   "100.64.0.0/16",
		"100.64.8.0/24":   "100.66.0.0/16",
		"100.66.248.0/22": "100.64.0.0/16",
	} {
		p := planOf(t, adaptertest.InputWith(description, map[string]string{podRangeSetting: "100.66.0.0/16"}, goodRequest(adaptertest.With("network_cidr", cidr))))
		assert.Equal(t, want, p.Inputs()["pod_cidr"], cidr)
	}
}
