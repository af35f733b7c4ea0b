package providerb

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/hashicorp/hcl/v2/hclwrite"
	hcljson "github.com/hashicorp/hcl/v2/json"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestRootIsFormatted(t *testing.T) {
	assert.Equal(t, string(rootText), string(hclwrite.Format(rootText)), "run terraform fmt")
}

func TestRootIsTheSameForEveryOrder(t *testing.T) {
	for name, order := range scenarios() {
		assert.Equal(t, rootText, generated(t, order)[0].Content, name)
	}
}

// TestInputs compares the inputs of each scenario with its golden file.
func TestInputs(t *testing.T) {
	for name, order := range scenarios() {
		golden := filepath.Join("testdata", name+".tfvars.json")
		content := generated(t, order)[1].Content
		if *update {
			require.NoError(t, os.WriteFile(golden, content, 0o644))
		}
		want, err := os.ReadFile(golden)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(content), "%s; go test -update writes it anew", name)
	}
}

// TestInventoryIsWhatRootDeclares resolves every resource block of main.tf with
// the inputs of each scenario and compares it with the inventory, both ways.
func TestInventoryIsWhatRootDeclares(t *testing.T) {
	blocks := readRoot(t)
	for name, order := range scenarios() {
		t.Run(name, func(t *testing.T) {
			declared := evaluate(t, blocks, generated(t, order)[1].Content, workflowInputs).instances(t)
			for _, r := range evaluated(t, order).Resources {
				i, found := declared[r.Address]
				if !assert.True(t, found, "%s is in the inventory alone", r.Address) {
					continue
				}
				delete(declared, r.Address)
				if name, known := i.name(); known {
					assert.Equal(t, name, r.Name, r.Address)
				}
				for setting, value := range r.Properties {
					if written, known := i.text(setting); known {
						assert.Equal(t, written, value, "%s %s", r.Address, setting)
					}
				}
			}
			for address := range declared {
				assert.Fail(t, address+" is in main.tf alone")
			}
		})
	}
}

// TestParentsFormATree holds that no resource lives in itself.
func TestParentsFormATree(t *testing.T) {
	for name, order := range scenarios() {
		parents := map[string]string{}
		for _, r := range evaluated(t, order).Resources {
			parents[r.Address] = r.Parent
		}
		for address := range parents {
			steps := 0
			for at := address; at != ""; at = parents[at] {
				steps++
				require.Less(t, steps, 10, "%s: %s has no root", name, address)
			}
		}
	}
}

// hostileJustifications are texts that would do something in a careless place.
var hostileJustifications = []string{
	`"} resource "null_resource" "x" {} {"`,
	`${file("/etc/passwd")} and %{ if true }yes%{ endif }`,
	`$${not} a \u0022 template \n at all`,
	`{"name": "other"}, "account_id": "666666666666"`,
	`<script>alert(1)</script> & 'quotes' "quotes" \ backslash`,
	"Ünïcödé 环境 with a long s: ſ and an em dash: —",
}

// TestHostileTextStaysAString reads the inputs as Terraform does: a text of the
// request comes back as it was, and changes nothing else.
func TestHostileTextStaysAString(t *testing.T) {
	for _, text := range hostileJustifications {
		request := goodRequest()
		request.BusinessJustification = text
		content := generated(t, orderOf(installation.Simulation, request))[1].Content
		file, diags := hcljson.Parse(content, provider.InputsFile)
		require.False(t, diags.HasErrors(), diags.Error())
		attributes, diags := file.Body.JustAttributes()
		require.False(t, diags.HasErrors(), diags.Error())
		assert.Len(t, attributes, len(jsonValues(t, content)))
		value, diags := attributes["business_justification"].Expr.Value(nil)
		require.False(t, diags.HasErrors(), diags.Error())
		assert.Equal(t, text, value.AsString())
		assert.Equal(t, 1, bytes.Count(content, []byte("business_justification")))
	}
}

// TestJustificationIsNeverInterpreted holds that main.tf uses the text in an
// output alone.
func TestJustificationIsNeverInterpreted(t *testing.T) {
	for _, b := range readRoot(t) {
		if bytes.Contains(b.Range().SliceBytes(rootText), []byte("var.business_justification")) {
			assert.Equal(t, "output", b.Type)
		}
	}
}

// TestEveryInputIsUsed finds variables that main.tf declares and never reads.
func TestEveryInputIsUsed(t *testing.T) {
	for _, b := range readRoot(t) {
		if b.Type == "variable" {
			use := regexp.MustCompile(`\bvar\.` + b.Labels[0] + `\b`)
			own := len(use.FindAll(b.Range().SliceBytes(rootText), -1))
			assert.Greater(t, len(use.FindAll(rootText, -1)), own, "nothing uses %s", b.Labels[0])
		}
	}
}

// TestRootHoldsNothingOfARequest looks for what must come from the inputs.
func TestRootHoldsNothingOfARequest(t *testing.T) {
	for name, order := range scenarios() {
		for _, own := range []string{order.Request.Application, order.Request.Region, order.Request.CostCentre,
			order.Identity.RequestID, order.Request.NetworkCIDR.String()} {
			assert.NotContains(t, string(rootText), own, name)
		}
	}
}
