package terraform_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// identities are the roots with the identities of the guarded workflows, with inputs, by cloud.
var identities = map[string]map[string]any{
	"aws": {
		"account_id": "000000000006", "regions": []string{"eu-west-1"}, "repository": "example/environments",
		"permissions_boundary": "platform/boundary", "state_bucket": "states", "state_key_arn": "arn:aws:kms:eu-west-1:000000000005:key/a",
	},
	"azurerm": {
		"identity_subscription_id": "00000000-0000-0000-0000-000000000003", "location": "northeurope", "repository": "example/environments",
		"resource_group_name": "rg-workflows", "state_container_id": "/subscriptions/x/containers/states",
		"subscription_id": "00000000-0000-0000-0000-000000000006",
		"grants":          []map[string]string{{"role": "Network Contributor", "scope": "/subscriptions/y/hub"}},
	},
}

// identityRoot returns the workspace of a cloud's identities.
func identityRoot(t *testing.T, cloud string) workspace {
	t.Helper()
	for _, c := range clouds {
		if c.name == cloud {
			root, err := os.ReadFile(filepath.Join("..", "..", "examples", "workflows", "terraform", c.id, "main.tf"))
			require.NoError(t, err)
			return initialised(t, c, filepath.Join("testdata", "identities."+cloud+".json"), t.TempDir(), root)
		}
	}
	t.Fatal("no cloud is ", cloud)
	return workspace{}
}

// TestIdentities checks that the roots are formatted, fit the providers, and make scanners find nothing.
func TestIdentities(t *testing.T) {
	for cloud, declared := range identities {
		w := identityRoot(t, cloud)
		w.must(t, "fmt", "-check", "-diff", "main.tf")
		w.must(t, "validate", "-no-color")
		write(t, filepath.Join(w.folder, "terraform.tfvars.json"), encoded(t, declared))
		for name, scan := range scanners {
			assert.Empty(t, scan(t, w.folder), "%s: %s", name, cloud)
		}
		inputs := maps.Clone(declared)
		inputs["repository"] = "example@12/environments@34"
		out, err := w.tryPlan(t, encoded(t, inputs))
		require.NoError(t, err, out)
		assert.Contains(t, out, "repo:example@12/environments@34:environment:apply", "%s: an immutable subject", cloud)
		for input, value := range map[string]any{
			"repository":         "example/*",
			"issuer":             "gitlab.com", // without subjects
			"subjects":           map[string]string{"plan": "project_path:example/environments:*", "apply": "a"},
			"state_container_id": "/subscriptions/00000000-0000-0000-0000-000000000006/states", // of the environments
		} {
			if declared[input] == nil && strings.HasPrefix(input, "state_") {
				continue
			}
			inputs := maps.Clone(declared)
			inputs[input] = value
			out, err := w.tryPlan(t, encoded(t, inputs))
			assert.Error(t, err, "%s: %s", cloud, input)
			assert.Regexp(t, `(?s)repository must be|subjects\s+is\s+required|subjects must differ|state_container_id\s+must\s+be`, out, "%s: %s", cloud, input)
		}
	}
}

// TestRolesAreBoundToTheirEnvironments compares who gets which role of AWS, and what an administrator must not find in them.
func TestRolesAreBoundToTheirEnvironments(t *testing.T) {
	w := identityRoot(t, "aws")
	planned, _ := w.plan(t, encoded(t, identities["aws"]))
	size := map[string]int{}
	for address, c := range planned {
		if c.Type != "aws_iam_role_policy" {
			continue
		}
		var policy struct {
			Statement []struct {
				Effect    string
				Action    any
				Resource  any
				Condition map[string]any
			}
		}
		text := c.Change.After["policy"].(string)
		require.NoError(t, json.Unmarshal([]byte(text), &policy))
		size[strings.SplitN(c.Change.After["name"].(string), "-", 2)[0]] += len(text)
		for _, s := range policy.Statement {
			actions := string(encoded(t, map[string]any{"": s.Action}))
			assert.NotContains(t, actions, `:*"`, address)
			switch {
			case strings.Contains(actions, "iam:CreateRole\"") || strings.Contains(actions, "iam:PutRolePolicy"):
				assert.Equal(t, map[string]any{"iam:PermissionsBoundary": "arn:aws:iam::000000000006:policy/platform/boundary"}, s.Condition["StringEquals"])
			case strings.Contains(actions, "iam:PassRole"):
				assert.Contains(t, s.Condition["StringEquals"], "iam:PassedToService")
			}
			if strings.HasSuffix(address, `"apply-environments"]`) {
				assert.True(t, s.Resource != "*" || s.Condition != nil, "%s: %v", address, s.Action)
				assert.NotContains(t, string(encoded(t, map[string]any{"": s.Resource})), ":role/*\"", "no role but those of environments")
			} else if strings.HasPrefix(c.Change.After["name"].(string), "plan") || strings.Contains(address, "read") {
				assert.NotRegexp(t, `:(Put|Create|Delete|Update|Modify|Attach|Pass|Tag)`, actions, address)
			}
		}
	}
	for role, n := range size {
		assert.Less(t, n, 10240, "the inline policies of a role have at most 10,240 characters: %s", role)
	}
	for role, session := range map[string]float64{"plan": 3600, "apply": 14400} {
		after := planned[`aws_iam_role.workflow["`+role+`"]`].Change.After
		assert.JSONEq(t, `{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "sts:AssumeRoleWithWebIdentity",
			"Principal": {"Federated": "arn:aws:iam::000000000006:oidc-provider/token.actions.githubusercontent.com"},
			"Condition": {"StringEquals": {"token.actions.githubusercontent.com:aud": "sts.amazonaws.com",
			"token.actions.githubusercontent.com:sub": "repo:example/environments:environment:`+role+`"}}}]}`, after["assume_role_policy"].(string))
		assert.InDelta(t, session, after["max_session_duration"], 0)
	}
}

// TestIdentitiesAreBoundToTheirEnvironments does the same for Azure, whose page has the condition of grants.
func TestIdentitiesAreBoundToTheirEnvironments(t *testing.T) {
	w := identityRoot(t, "azurerm")
	planned, _ := w.plan(t, encoded(t, identities["azurerm"]))
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "terraform-provider-b.md"))
	require.NoError(t, err)
	_, text, _ := strings.Cut(string(page), "```json\n")
	text, _, _ = strings.Cut(text, "```")
	var document struct{ Condition string }
	require.NoError(t, json.Unmarshal([]byte(text), &document))
	assignment := func(name string) map[string]any {
		return planned[`azurerm_role_assignment.workflow["`+name+`"]`].Change.After
	}
	assert.Equal(t, document.Condition, assignment("apply_grants")["condition"])
	for _, name := range []string{"plan_state", "apply_state"} {
		assert.Contains(t, assignment(name)["condition"], "StringLike 'provider_b/*'", name)
	}
	assert.Equal(t, "Network Contributor", assignment("Network Contributor /subscriptions/y/hub")["role_definition_name"])
	given, actions := []string{}, map[string][]any{}
	for address, c := range planned {
		if c.Type == "azurerm_role_assignment" && strings.Contains(address, `["apply`) {
			given = append(given, c.Change.After["role_definition_name"].(string))
		} else if c.Type == "azurerm_role_definition" {
			permissions := c.Change.After["permissions"].([]any)[0].(map[string]any)
			for _, kind := range []string{"actions", "data_actions"} {
				more, _ := permissions[kind].([]any)
				actions[address] = append(actions[address], more...)
			}
		}
	}
	assert.ElementsMatch(t, []string{"Contributor", "Key Vault Crypto Officer", "Role Based Access Control Administrator",
		"Platform workflow: locks (00000000-0000-0000-0000-000000000006)", "Platform workflow: states (00000000-0000-0000-0000-000000000006)"}, given,
		"no role can change a role")
	assert.Equal(t, map[string][]any{
		"azurerm_role_definition.locks": {"Microsoft.Authorization/locks/*"},
		"azurerm_role_definition.states": {"Microsoft.Storage/storageAccounts/blobServices/containers/blobs/read",
			"Microsoft.Storage/storageAccounts/blobServices/containers/blobs/write"},
		"azurerm_role_definition.plan": {"*/read", "Microsoft.ContainerService/managedClusters/listClusterUserCredential/action"},
	}, actions)
	for _, role := range []string{"plan", "apply"} {
		after := planned[`azurerm_federated_identity_credential.workflow["`+role+`"]`].Change.After
		assert.Equal(t, "repo:example/environments:environment:"+role, after["subject"])
	}
}
