package terraform_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/service"
)

// claim is an argument that upholds a control, as policy-decision.json names it.
type claim struct{ Address, Argument, Value string }

// upheldIn has how each control is upheld, by mode.
var upheldIn = map[profile.Mode]string{
	profile.Simulation: "central_logs own_keys own_identity private_api",
	profile.Sandbox:    "own_logs own_keys own_identity private_api",
	profile.Enterprise: "central_logs own_keys own_identity private_api",
}

// TestTheDecisionNamesArgumentsOfThePlan plans a bundle of each mode and looks for each claim of its decision: the planned
// value or, of a value that is known after the apply only, the reference that main.tf has.
func TestTheDecisionNamesArgumentsOfThePlan(t *testing.T) {
	for _, c := range clouds {
		w := of(t, c)
		for mode, want := range upheldIn {
			record, err := c.platform(t, mode).Evaluate(t.Context(), c.request(t), service.EvaluateOptions{})
			require.NoError(t, err)
			derived, err := c.platform(t, mode).Derive(t.Context(), record)
			require.NoError(t, err)
			var decision struct {
				Controls []struct {
					Control, Upheld string
					Claims          []claim
				}
			}
			require.NoError(t, json.Unmarshal([]byte(derived.Artifacts[3].Content), &decision))
			planned, _ := w.plan(t, []byte(derived.Artifacts[2].Content), encoded(t, c.workflow))
			root := rootBody(t, derived.Artifacts[1].Content)
			var upheld []string
			for _, control := range decision.Controls {
				upheld = append(upheld, control.Upheld)
				assert.NotEmpty(t, control.Claims, "%s: %s", mode, control.Control)
				for _, claim := range control.Claims {
					p, ok := planned[claim.Address]
					require.True(t, ok, "%s: %s is not in the plan", mode, claim.Address)
					values := leaves(claim.Argument, p.Change.After)
					held := slices.Contains(values, claim.Value) ||
						len(values) == 0 && refersTo(root, claim.Address, claim.Argument, derived.Artifacts[1].Content, claim.Value)
					assert.True(t, held, "%s %s: %s of %s is %q and not %q", c.name, mode, claim.Argument, claim.Address, values, claim.Value)
				}
			}
			assert.Equal(t, want, strings.Join(upheld, " "), "%s %s", c.name, mode)
			inside := planned[clusterOf[c.name]].Change.After
			assert.Equal(t, []string{privateAPI[c.name][1]}, leaves(privateAPI[c.name][0], inside), "%s: the API is private", c.name)
		}
	}
}

// clusterOf is the address of the cluster, and privateAPI the argument with the value that makes its API private.
var (
	clusterOf  = map[string]string{"aws": "aws_eks_cluster.this", "azurerm": "azurerm_kubernetes_cluster.this"}
	privateAPI = map[string][2]string{"aws": {"endpoint_public_access", "false"}, "azurerm": {"private_cluster_enabled", "true"}}
)

// leaves returns the known values of an argument, at any depth.
func leaves(argument string, value any) (found []string) {
	switch v := value.(type) {
	case map[string]any:
		for name, inner := range v {
			if text, ok := scalar(inner); ok && name == argument {
				found = append(found, text)
			}
			found = append(found, leaves(argument, inner)...)
		}
	case []any:
		for _, inner := range v {
			found = append(found, leaves(argument, inner)...)
		}
	}
	return found
}

func rootBody(t *testing.T, text string) *hclsyntax.Body {
	t.Helper()
	file, diags := hclsyntax.ParseConfig([]byte(text), "main.tf", hcl.InitialPos)
	require.False(t, diags.HasErrors())
	return file.Body.(*hclsyntax.Body)
}

// refersTo reports whether an argument of a resource is written as a reference to a resource.
func refersTo(root *hclsyntax.Body, address, argument, text, to string) bool {
	var written []string
	var look func(*hclsyntax.Body)
	look = func(b *hclsyntax.Body) {
		if a := b.Attributes[argument]; a != nil {
			written = append(written, text[a.Expr.Range().Start.Byte:a.Expr.Range().End.Byte])
		}
		for _, inner := range b.Blocks {
			look(inner.Body)
		}
	}
	bare, _, _ := strings.Cut(address, "[")
	for _, b := range root.Blocks {
		if b.Type == "resource" && fmt.Sprintf("%s.%s", b.Labels[0], b.Labels[1]) == bare {
			look(b.Body)
		}
	}
	return len(written) == 1 && strings.HasPrefix(written[0], to+".")
}
