package providerb

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
	"platform.internal/platform-core/profile"
)

// TestWhoReachesTheCluster compares the check with what main.tf makes of the settings.
func TestWhoReachesTheCluster(t *testing.T) {
	for name, tt := range map[string]struct {
		mode     profile.Mode
		settings map[string]string
		status   profile.CheckStatus
		begins   string
	}{
		"simulation":              {profile.Simulation, nil, profile.Passed, "Simulation builds no cluster."},
		"sandbox":                 {profile.Sandbox, nil, profile.Warning, "Nobody outside the environment's network reaches its private Kubernetes API, and nobody administers the cluster."},
		"enterprise, no settings": {profile.Enterprise, nil, profile.Warning, "Nobody outside"},
		"run command":             {profile.Sandbox, map[string]string{"run_command": "on"}, profile.Warning, "Nobody administers the cluster."},
		"sandbox, both":           {profile.Sandbox, map[string]string{"run_command": "on", "cluster_admin_group_object_ids": "00000000-0000-0000-0000-0000000000aa"}, profile.Passed, "with run_command"},
		"no administrators":       {profile.Enterprise, map[string]string{hubNetwork: "hub", "hub_cidrs": "10.0.0.0/16"}, profile.Warning, "Nobody administers the cluster."},
		"no way":                  {profile.Enterprise, map[string]string{"cluster_admin_group_object_ids": "00000000-0000-0000-0000-0000000000aa"}, profile.Warning, "Nobody outside the environment's network reaches its private Kubernetes API."},
		"both":                    {profile.Enterprise, map[string]string{hubNetwork: "hub", "hub_cidrs": "10.0.0.0/16", "cluster_admin_group_object_ids": "00000000-0000-0000-0000-0000000000aa"}, profile.Passed, "is reached from hub_cidrs"},
	} {
		t.Run(name, func(t *testing.T) {
			check := access.Check(profile.Profile{Mode: tt.mode, Settings: tt.settings})
			assert.Equal(t, ID+".cluster-access", check.ID)
			assert.Equal(t, tt.status, check.Status)
			assert.Contains(t, check.Message, tt.begins)
			assert.Equal(t, tt.status == profile.Warning, check.Remediation != "")
		})
	}
}

// TestPeopleHaveTheRolesThatTheyNeed: a deployer writes in one namespace only, and nobody has a role by default.
func TestPeopleHaveTheRolesThatTheyNeed(t *testing.T) {
	roles := map[string]string{}
	chosen := map[string]string{}
	for kind, name := range peopleSettings {
		chosen[name] = "00000000-0000-0000-0000-00000000000" + map[string]string{"admin": "a", "deployer": "b", "viewer": "c"}[kind]
	}
	in := adaptertest.InputWith(description, chosen, goodRequest())
	for _, r := range planOf(t, in).Resources() {
		if strings.HasPrefix(r.Address, "azurerm_role_assignment.people") {
			roles[setting(r, "granted_to")[35:]+" "+r.Name] = setting(r, "scope")
		}
	}
	const login = "Azure Kubernetes Service Cluster User Role"
	assert.Equal(t, map[string]string{
		"a " + login: "the cluster", "b " + login: "the cluster", "c " + login: "the cluster",
		"b Azure Kubernetes Service RBAC Writer": "namespace " + in.Request.Application,
		"c Azure Kubernetes Service RBAC Reader": "the cluster",
	}, roles)
	for _, r := range planOf(t, inputOf(profile.Enterprise)).Resources() {
		assert.NotContains(t, r.Address, "people")
	}
	people := testkit.ResourceBlock(t, testkit.ReadRoot(t, rootText), "azurerm_role_assignment.people")
	assert.Equal(t, `"${azurerm_kubernetes_cluster.this.id}${each.value.within}"`, people.Written("scope"))
	testkit.CheckPlain(t, people, map[string]string{"principal_type": "Group"})
}
