package adaptertest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/request"
)

// right is a root without a fault, of which wrongRoots each change one place.
const right = `terraform {
  required_version = ">= 1.9"
}

provider "x" {
  region = var.region
}

variable "region" {
  type = string

  validation {
    condition     = var.region != "mars"
    error_message = "none"
  }
}

variable "sizes" {
  type    = map(number)
  default = { small = 1 }
}

variable "reason" {
  type    = string
  default = "none"
}

locals {
  base = "it-${var.region}"
  tags = { Name = local.base, Region = var.region }
}

data "x_image" "newest" {
  family = "plain"

  lifecycle {
    postcondition {
      condition     = self.id != ""
      error_message = "none"
    }
  }
}

# Two lines
# of reason.
resource "x_net" "this" {
  tags = local.tags
}

resource "x_node" "this" {
  for_each = var.sizes
  provider = x.west
  name     = "${local.base}-${each.key}"
  image    = data.x_image.newest.id
  net      = x_net.this.id
  size     = each.value

  disk {
    gib       = 20
    encrypted = true
  }

  dynamic "rule" {
    for_each = [1]
    content {
      port = rule.value
    }
  }

  label {
    key = "a"
  }

  lifecycle {
    ignore_changes = [size]

    precondition {
      condition     = each.value > 0
      error_message = "none"
    }
  }
}

output "reason" {
  value = var.reason
}
`

const schemaText = `{"provider_schemas": {"registry.example/y/x": {
  "provider": {"block": {"attributes": {"region": {"required": true}}}},
  "resource_schemas": {
    "x_net": {"block": {"attributes": {"id": {"computed": true}, "tags": {"optional": true}, "owner": {"optional": true}}}},
    "x_node": {"block": {
      "attributes": {
        "id": {"computed": true}, "name": {"required": true}, "image": {"required": true}, "net": {"optional": true},
        "size": {"optional": true}, "label": {"optional": true, "type": ["set", ["object", {"key": "string"}]]}
      },
      "block_types": {
        "disk": {"nesting_mode": "list", "min_items": 1, "max_items": 2, "block": {"attributes": {"gib": {"required": true}, "encrypted": {"optional": true}}}},
        "rule": {"nesting_mode": "set", "min_items": 1, "block": {"attributes": {"port": {"required": true}}}},
        "once": {"nesting_mode": "single", "block": {"attributes": {}}}
      }
    }}
  },
  "data_source_schemas": {"x_image": {"block": {"attributes": {"id": {"computed": true}, "family": {"required": true}}}}}
}}}`

// wrongRoots change old of the right root into new, and tell the check that
// finds it and what it says.
var wrongRoots = map[string]struct{ check, old, new, says string }{
	"argument unknown":            {"schema", "tags = local.tags", "tags = local.tags\n  colour = 1", "x_net.this has no argument colour"},
	"argument of the provider":    {"schema", "tags = local.tags", "tags = local.tags\n  id = 1", "x_net.this has no argument id that could be written"},
	"argument required":           {"schema", `  name     = "${local.base}-${each.key}"`, "", "x_node.this lacks the argument name"},
	"argument in the provider":    {"schema", "region = var.region\n}", "region = var.region\n  zone = 1\n}", "provider.x has no argument zone"},
	"argument missing there":      {"schema", "  region = var.region\n}", "}", "provider.x lacks the argument region"},
	"argument of a data source":   {"schema", `family = "plain"`, "family = \"plain\"\n  newest = true", "data.x_image.newest has no argument newest"},
	"argument in a block":         {"schema", "gib       = 20", "gib = 20\n    speed = 3", "x_node.this.disk has no argument speed"},
	"argument missing in a block": {"schema", "gib       = 20", "", "x_node.this.disk lacks the argument gib"},
	"argument in dynamic content": {"schema", "port = rule.value", "port = rule.value\n      from = 1", "x_node.this.rule has no argument from"},
	"member of an object":         {"schema", `key = "a"`, "key = \"a\"\n    value = \"b\"", "x_node.this.label has no argument value"},
	"block in an object":          {"schema", `key = "a"`, "key = \"a\"\n    inner {}", "x_node.this.label has no block inner"},
	"block unknown":               {"schema", "tags = local.tags", "tags = local.tags\n  disk {}", "x_net.this has no block disk"},
	"block missing":               {"schema", "  disk {\n    gib       = 20\n    encrypted = true\n  }\n", "", "x_node.this.disk stands 0 times and must 1"},
	"block too often":             {"schema", "  disk {", "  disk {\n    gib = 1\n  }\n  disk {\n    gib = 2\n  }\n  disk {", "x_node.this.disk stands 3 times and may 2"},
	"block twice":                 {"schema", "  disk {", "  once {}\n  once {}\n  disk {", "x_node.this.once stands 2 times and may once"},
	"type unknown":                {"schema", `resource "x_net" "this"`, `resource "x_web" "this"`, "x_web.this: the schema has no resource of this type"},
	"data source unknown":         {"schema", `data "x_image"`, `data "x_net"`, "data.x_net.newest: the schema has no data of this type"},
	"provider unknown":            {"schema", `provider "x" {`, `provider "z" {`, "provider.z: the schema has no provider of this type"},
	"no resource":                 {"schema", right, "locals {\n}\n", "declares no resource"},
	"variable undeclared":         {"references", `family = "plain"`, "family = var.family", "data.x_image.newest refers to var.family, which main.tf does not declare"},
	"resource undeclared":         {"references", "x_net.this.id", "x_net.that.id", "x_node.this refers to x_net.that"},
	"local undeclared":            {"references", "it-${var.region}", "it-${local.region}", "local.base refers to local.region"},
	"data source undeclared":      {"references", "data.x_image.newest.id", "data.x_image.oldest.id", "x_node.this refers to data.x_image.oldest"},
	"attribute undeclared":        {"references", "x_net.this.id", "x_net.this.arn", "x_node.this reads arn of x_net.this, which the provider does not have"},
	"attribute of a data source":  {"references", "data.x_image.newest.id", "data.x_image.newest.arn", "reads arn of data.x_image.newest"},
	"reference in a block":        {"references", "gib       = 20", "gib = var.gib", "x_node.this refers to var.gib"},
	"reference in a precondition": {"references", "each.value > 0", "var.value > 0", "x_node.this refers to var.value"},
	"reference in an output":      {"references", "value = var.reason", "value = var.why", "output.reason refers to var.why"},
	"reference in a validation":   {"references", `var.region != "mars"`, `var.place != "mars"`, "var.region refers to var.place"},
	"iterator of another block":   {"references", "gib       = 20", "gib = rule.value", "x_node.this refers to rule.value"},
	"locals in a cycle":           {"cycles", "it-${var.region}", "it-${local.tags.Name}", "local.base, local.tags wait for each other"},
	"resource of itself":          {"cycles", "x_net.this.id", "x_node.this", "x_node.this wait for each other"},
	"variable in vain":            {"unused", "value = var.reason", "value = 1", "nothing reads var.reason"},
	"local in vain":               {"unused", "tags = local.tags", "", "nothing reads local.tags"},
	"data source in vain":         {"unused", "data.x_image.newest.id", `"plain"`, "nothing reads data.x_image.newest"},
	"free text in a resource":     {"output only", "size     = each.value", "size = var.reason", "x_node.this reads var.reason, which is for outputs alone"},
	"free text in a local":        {"output only", "Region = var.region", "Region = var.reason", "local.tags reads var.reason"},
}

func check(t *testing.T, name, text string) error {
	t.Helper()
	root, err := adaptertest.ParseRoot([]byte(text))
	require.NoError(t, err)
	schema, err := adaptertest.ParseSchema([]byte(schemaText))
	require.NoError(t, err)
	switch name {
	case "schema":
		return adaptertest.CheckSchema(root, schema)
	case "references":
		return adaptertest.CheckReferences(root, schema)
	case "cycles":
		return adaptertest.CheckCycles(root)
	case "unused":
		return adaptertest.CheckUnused(root)
	default:
		return adaptertest.CheckOutputOnly(root, "reason")
	}
}

func TestARightRootPasses(t *testing.T) {
	for _, name := range []string{"schema", "references", "cycles", "unused", "output only"} {
		require.NoError(t, check(t, name, right), name)
	}
}

func TestEachWrongRootIsCaught(t *testing.T) {
	for name, w := range wrongRoots {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, right, w.old)
			err := check(t, w.check, strings.Replace(right, w.old, w.new, 1))
			require.ErrorContains(t, err, w.says)
			assert.NotContains(t, err.Error(), "\n", "one fault, one line")
		})
	}
}

// A variable that its own validation alone reads is in vain.
func TestAValidationIsNoUse(t *testing.T) {
	text := strings.NewReplacer("region = var.region", "region = 1", "it-${var.region}", "it", "Region = var.region", "Region = 1").Replace(right)
	require.EqualError(t, check(t, "unused", text), "nothing reads var.region")
}

func TestChecksNameEveryFaultInOrder(t *testing.T) {
	text := strings.NewReplacer("x_net.this.id", "x_net.that.id", "each.value > 0", "var.value > 0").Replace(right)
	err := check(t, "references", text)
	assert.EqualError(t, err, "x_node.this refers to var.value, which main.tf does not declare\n"+
		"x_node.this refers to x_net.that, which main.tf does not declare")
}

func TestReferencesNeedNoSchema(t *testing.T) {
	root, err := adaptertest.ParseRoot([]byte(strings.Replace(right, "x_net.this.id", "x_net.this.arn", 1)))
	require.NoError(t, err)
	require.NoError(t, adaptertest.CheckReferences(root, nil))
}

func TestSchemas(t *testing.T) {
	for text, want := range map[string]string{`{`: "unexpected end", `{}`: "it has no provider_schemas"} {
		_, err := adaptertest.ParseSchema([]byte(text))
		require.ErrorContains(t, err, want)
	}
	schema, err := adaptertest.ParseSchema([]byte(schemaText))
	require.NoError(t, err)
	assert.True(t, schema.Takes("x_node", "name"))
	assert.True(t, schema.Takes("x_node", "disk"), "a block")
	assert.False(t, schema.Takes("x_node", "id"), "the provider alone writes it")
	assert.False(t, schema.Takes("x_web", "name"))
}

func inventory() []request.Resource {
	return []request.Resource{
		{Address: "x_net.this", Name: "it-north", Properties: request.Properties{"note": "of the inventory alone"}},
		{Address: `x_node.this["large"]`, Name: "it-north-large", Properties: request.Properties{"gib": "20", "encrypted": "true", "size": "3"}},
		{Address: `x_node.this["small"]`, Name: "it-north-small", Properties: request.Properties{"size": "1"}},
	}
}

// TestEachWrongInventoryIsCaught is the table of wrong inventories.
func TestEachWrongInventoryIsCaught(t *testing.T) {
	root, err := adaptertest.ParseRoot([]byte(right))
	require.NoError(t, err)
	m, err := root.With([]byte(`{"region": "south"}`), []byte(`{"region": "north", "sizes": {"large": 3, "small": 1}}`))
	require.NoError(t, err)
	require.NoError(t, adaptertest.CheckLocals(m))
	require.NoError(t, adaptertest.CheckInventory(m, inventory(), "name", "tags.Name"))
	for want, spoil := range map[string]func([]request.Resource) []request.Resource{
		"x_node.this[\"small\"] is in main.tf alone": func(r []request.Resource) []request.Resource { return r[:2] },
		"x_net.that is in the inventory alone": func(r []request.Resource) []request.Resource {
			return append(r, request.Resource{Address: "x_net.that"})
		},
		"x_net.this is named \"its\" in the inventory and \"it-north\" in main.tf": func(r []request.Resource) []request.Resource {
			r[0].Name = "its"
			return r
		},
		"x_node.this[\"large\"] has gib \"30\" in the inventory and \"20\" in main.tf": func(r []request.Resource) []request.Resource {
			r[1].Properties["gib"] = "30"
			return r
		},
		"x_node.this[\"small\"] has size \"3\"": func(r []request.Resource) []request.Resource {
			r[2].Properties["size"] = "3"
			return r
		},
	} {
		require.ErrorContains(t, adaptertest.CheckInventory(m, spoil(inventory()), "name", "tags.Name"), want)
	}
}

func TestLocals(t *testing.T) {
	with := func(locals string) *adaptertest.Module {
		root, err := adaptertest.ParseRoot([]byte("variable \"n\" {\n}\nlocals {\n" + locals + "\n}\n"))
		require.NoError(t, err)
		m, err := root.With([]byte(`{"n": 3}`))
		require.NoError(t, err)
		return m
	}
	texts, err := with("tags = { A = var.n, B = local.b }\nb = \"x\"").Texts("tags")
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"A": "3", "B": "x"}, texts)
	_, err = with("tags = { A = timestamp() }").Texts("tags")
	require.ErrorContains(t, err, "local.tags.A cannot be told")
	_, err = with("tags = 3").Texts("tags")
	require.ErrorContains(t, err, "no local.tags that is a known object")
	_, err = with("").Texts("tags")
	require.ErrorContains(t, err, "no local.tags")
	require.ErrorContains(t, adaptertest.CheckLocals(with("a = var.n.name\nb = local.a")), "local.a cannot be evaluated")
	require.ErrorContains(t, adaptertest.CheckLocals(with("a = local.b\nb = local.a")), "local.a cannot be evaluated: it waits for itself")
}

func TestBlocks(t *testing.T) {
	root, err := adaptertest.ParseRoot([]byte(right))
	require.NoError(t, err)
	var addresses []string
	for _, b := range root.Blocks("resource", "data", "variable", "output") {
		addresses = append(addresses, b.Address())
	}
	assert.Equal(t, []string{"var.region", "var.sizes", "var.reason", "data.x_image.newest", "x_net.this", "x_node.this", "output.reason"}, addresses)
	net, node := root.Blocks("resource")[0], root.Blocks("resource")[1]
	assert.Equal(t, "# Two lines\n# of reason.", net.Comment())
	assert.Empty(t, node.Comment())
	assert.Equal(t, "resource \"x_net\" \"this\" {\n  tags = local.tags\n}", net.Text())
	disk := node.Nested("disk")[0]
	assert.Equal(t, "true", disk.Plain("encrypted"))
	assert.Empty(t, node.Plain("net"), "inputs and providers decide")
	assert.Equal(t, "x_net.this.id", node.Written("net"))
	assert.Empty(t, node.Written("colour"))
	assert.True(t, node.RefersTo("net", "x_net"))
	assert.False(t, node.RefersTo("image", "x_net"))
	assert.Equal(t, []string{"data.x_image.newest", "local.base", "var.sizes", "x_net.this"}, node.References())
	assert.Len(t, node.Nested(), 4)
	assert.Contains(t, node.Names(), "gib")
}
