package adapter_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// claiming returns the description and the resources of an adapter that states what upholds each control.
func claiming(t *testing.T) (adapter.Description, []request.Resource) {
	t.Helper()
	a := adapter.New(definition(t))
	d, err := a.Describe(t.Context())
	require.NoError(t, err)
	e, err := a.Evaluate(t.Context(), identified())
	require.NoError(t, err)
	return d, e.Resources
}

func TestUpheldControlsNameTheArguments(t *testing.T) {
	d, resources := claiming(t)
	upheld, err := adapter.UpheldControls(d, identified(), resources)
	require.NoError(t, err)
	assert.Equal(t, []adapter.UpheldControl{
		{Control: request.CentralLogging, Upheld: adapter.CentralLogs, Claims: []adapter.Claim{{Address: "n.c", Argument: "archive", Value: "001"}}},
		{Control: request.EncryptionAtRest, Upheld: adapter.OwnKeys, Claims: []adapter.Claim{
			{Address: "n.b", Argument: "key", Value: "n.a"}, {Address: "n.c", Argument: "key", Value: "n.a"},
		}},
		{Control: request.LeastPrivilege, Upheld: adapter.OwnIdentity, Claims: []adapter.Claim{{Address: "n.b", Argument: "account", Value: "checkout"}}},
		{Control: request.PrivateCluster, Upheld: adapter.PrivateAPI, Claims: []adapter.Claim{{Address: "n.b", Argument: "private", Value: "true"}}},
	}, upheld)

	none, err := adapter.UpheldControls(d, identified(), nil)
	require.NoError(t, err)
	assert.Empty(t, none, "nothing is built")
	d.Capabilities = nil
	upheld, err = adapter.UpheldControls(d, identified(), resources)
	require.NoError(t, err)
	for _, u := range upheld {
		assert.Equal(t, adapter.Unstated, u.Upheld, "an older adapter")
		assert.Equal(t, []adapter.Claim{}, u.Claims)
	}
}

// TestOwnIdentity has the forms in which providers write a service account of Kubernetes.
func TestOwnIdentity(t *testing.T) {
	for _, account := range []string{
		"checkout", "system:serviceaccount:checkout:checkout", "serviceAccount:project.svc.id.goog[checkout/checkout]",
	} {
		d, resources := claiming(t)
		resources[1].Properties = slices.Clone(resources[1].Properties)
		i := slices.IndexFunc(resources[1].Properties, func(p request.Property) bool { return p.Name == "account" })
		resources[1].Properties[i].Value = account
		upheld, err := adapter.UpheldControls(d, identified(), resources)
		require.NoError(t, err, account)
		assert.Equal(t, adapter.OwnIdentity, upheld[2].Upheld, account)
	}
}

// TestOwnLogs: logs of a sandbox may stay in its log store, which is no central one. Elsewhere they must leave.
func TestOwnLogs(t *testing.T) {
	d, resources := claiming(t)
	d.ResourceKinds = append(d.ResourceKinds, profile.ResourceKind{Resource: "n.c", Role: profile.LogsRole, DisplayName: "Logs"})
	resources[2].Upholds = request.NewProperties(map[string]string{"central_logging": "key", "encryption_at_rest": "key"})
	in := identified()
	in.Mode, in.Boundaries = profile.Sandbox, []adapter.Boundary{{Name: "sandbox", ID: "002"}}
	upheld, err := adapter.UpheldControls(d, in, resources)
	require.NoError(t, err)
	assert.Equal(t, adapter.OwnLogs, upheld[0].Upheld)
	_, err = adapter.UpheldControls(d, identified(), resources)
	assertBreach(t, err, "controls-upheld", "resources[2].upholds")
}

// TestEachControlHasItsDefinition: a resource of any kind does not uphold a control.
func TestEachControlHasItsDefinition(t *testing.T) {
	set := func(i int, name, value string) func([]request.Resource) {
		return func(all []request.Resource) {
			all[i].Properties = slices.Clone(all[i].Properties)
			for p := range all[i].Properties {
				if all[i].Properties[p].Name == name {
					all[i].Properties[p].Value = value
				}
			}
		}
	}
	for name, tt := range map[string]struct {
		change func([]request.Resource)
		field  string
	}{
		"public access":           {set(1, "private", "false"), "resources[1].upholds"},
		"no key":                  {set(1, "key", "n.b"), "resources[1].upholds"},
		"the environment's own":   {set(2, "archive", "000"), "resources[2].upholds"},
		"the number in a name":    {set(2, "archive", "logs-001-copy"), "resources[2].upholds"},
		"the account of another":  {set(1, "account", "other"), "resources[1].upholds"},
		"a name within a name":    {set(1, "account", "serviceAccount:p[team/my-checkout]"), "resources[1].upholds"},
		"no such argument":        {func(all []request.Resource) { all[2].Properties = nil }, "resources[2].upholds"},
		"only the cluster's key":  {func(all []request.Resource) { all[2].Upholds = all[2].Upholds[:1] }, "resources"},
		"nothing":                 {func(all []request.Resource) { all[1].Upholds, all[2].Upholds = nil, nil }, "resources"},
		"private, but no cluster": {func(all []request.Resource) { all[0].Upholds, all[0].Properties = all[1].Upholds, all[1].Properties }, "resources[0].upholds"},
	} {
		t.Run(name, func(t *testing.T) {
			d, resources := claiming(t)
			tt.change(resources)
			_, err := adapter.UpheldControls(d, identified(), resources)
			assertBreach(t, err, "controls-upheld", tt.field)
		})
	}
}
