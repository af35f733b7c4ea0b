package adaptertest_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/request"
)

const instancesText = `
variable "names" {
  type = list(string)
}

variable "zone" {
  type    = string
  default = null
}

variable "count_of" {
  type = object({ nodes = number, spare = optional(number, 2) })

  validation {
    condition     = var.count_of.nodes > 0
    error_message = "none"
  }
}

locals {
  shout = upper(local.last)
  last  = element(var.names, length(var.names) - 1)
  hash  = sha256(local.last)
}

data "x_images" "all" {}

resource "x_node" "counted" {
  count = var.count_of.nodes
  name  = "node-${count.index}"
}

resource "x_disk" "keyed" {
  for_each = toset(var.names)

  block {
    size  = 3
    label = each.key
  }

  settings = {
    encrypted = true
    spare     = var.count_of.spare
  }
  image = data.x_images.all.id
  hash  = local.hash
  shout = local.shout
}
`

func module(t *testing.T, inputs string) (*adaptertest.Module, error) {
	t.Helper()
	root, err := adaptertest.ParseRoot([]byte(instancesText))
	require.NoError(t, err)
	return root.With([]byte(inputs))
}

func TestInstances(t *testing.T) {
	m, err := module(t, `{"names": ["a", "b"], "count_of": {"nodes": 2}}`)
	require.NoError(t, err)
	all, err := m.Instances()
	require.NoError(t, err)
	assert.Equal(t, []string{`x_disk.keyed["a"]`, `x_disk.keyed["b"]`, "x_node.counted[0]", "x_node.counted[1]"}, slices.Sorted(maps.Keys(all)))
	disk := all[`x_disk.keyed["b"]`]
	for setting, want := range map[string]string{"label": "b", "size": "3", "encrypted": "true", "spare": "2", "shout": "B"} {
		got, ok := disk.Setting(setting)
		assert.True(t, ok, setting)
		assert.Equal(t, want, got)
	}
	for _, setting := range []string{"image", "hash", "colour"} {
		_, ok := disk.Setting(setting)
		assert.False(t, ok, "%s needs a provider, or is not there", setting)
	}
	name, _ := all["x_node.counted[1]"].Setting("name")
	assert.Equal(t, "node-1", name)
}

func TestInputsThatDoNotFit(t *testing.T) {
	for inputs, want := range map[string]string{
		`{"names": []}`: "the input count_of is missing",
		`{"names": [], "count_of": {"nodes": 1}, "more": 1}`:       "the input more is declared by no variable",
		`{"names": 3, "count_of": {"nodes": 1}}`:                   "the input names does not fit",
		`{"names": [], "count_of": {"nodes": 1}} {"and": "again"}`: "extraneous data",
		`[]`:  "no JSON object",
		`{"n`: "unexpected EOF",
	} {
		_, err := module(t, inputs)
		assert.ErrorContains(t, err, want, inputs)
	}
}

func TestWhatNeedsAProviderIsNotGuessed(t *testing.T) {
	root, err := adaptertest.ParseRoot([]byte("data \"x\" \"y\" {}\nresource \"x\" \"z\" {\n  count = data.x.y.number\n}\n"))
	require.NoError(t, err)
	m, err := root.With([]byte("{}"))
	require.NoError(t, err)
	_, err = m.Instances()
	assert.ErrorContains(t, err, "the number of x.z is not known")
}

func TestARootThatIsNoHCLIsAnError(t *testing.T) {
	_, err := adaptertest.ParseRoot([]byte("resource {"))
	assert.Error(t, err)
}

func inventory() []request.Resource {
	return []request.Resource{
		{Address: "x_net.this", Name: "it-north", Properties: request.NewProperties(map[string]string{"note": "only of the inventory"})},
		{Address: `x_node.this["large"]`, Name: "it-north-large", Properties: request.NewProperties(map[string]string{"gib": "20", "encrypted": "true", "size": "3"})},
		{Address: `x_node.this["small"]`, Name: "it-north-small", Properties: request.NewProperties(map[string]string{"size": "1"})},
	}
}

// TestEachWrongInventoryIsCaught checks the error for each kind of wrong inventory.
func TestEachWrongInventoryIsCaught(t *testing.T) {
	root, err := adaptertest.ParseRoot([]byte(right))
	require.NoError(t, err)
	m, err := root.With([]byte(`{"region": "south"}`), []byte(`{"region": "north", "sizes": {"large": 3, "small": 1}}`))
	require.NoError(t, err)
	require.NoError(t, adaptertest.CheckInventory(m, inventory(), "name", "tags.Name"))
	for want, spoil := range map[string]func([]request.Resource) []request.Resource{
		"x_node.this[\"small\"] is only in main.tf": func(r []request.Resource) []request.Resource { return r[:2] },
		"x_net.that is only in the inventory": func(r []request.Resource) []request.Resource {
			return append(r, request.Resource{Address: "x_net.that"})
		},
		"x_net.this is named \"its\" in the inventory and \"it-north\" in main.tf": func(r []request.Resource) []request.Resource {
			r[0].Name = "its"
			return r
		},
		"x_node.this[\"large\"] has gib \"30\" in the inventory and \"20\" in main.tf": func(r []request.Resource) []request.Resource {
			r[1].Properties = request.NewProperties(map[string]string{"gib": "30", "encrypted": "true", "size": "3"})
			return r
		},
		"x_node.this[\"small\"] has size \"3\"": func(r []request.Resource) []request.Resource {
			r[2].Properties = request.NewProperties(map[string]string{"size": "3"})
			return r
		},
	} {
		require.ErrorContains(t, adaptertest.CheckInventory(m, spoil(inventory()), "name", "tags.Name"), want)
	}
}

// TestRequiredInputs: only an input that the workflow must bring needs no value and no default.
func TestRequiredInputs(t *testing.T) {
	root, err := adaptertest.ParseRoot([]byte(`variable "billing_account" {}`))
	require.NoError(t, err)
	a := adaptertest.Answer{Generation: adapter.Generation{Files: []adapter.File{{Name: adapter.InputsFile, Content: []byte("{}")}}}}
	_, err = root.WithAnswer(a)
	require.ErrorContains(t, err, "the input billing_account is missing, and its variable has no default; give it, or name it in the needs")
	a.Needs = []adapter.Need{{Kind: adapter.NeedInput, Name: "billing_account", Text: "who pays"}}
	_, err = root.WithAnswer(a)
	require.NoError(t, err)
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
	require.ErrorContains(t, err, "no local.tags that is a known object")
	_, err = with("tags = 3").Texts("tags")
	require.ErrorContains(t, err, "no local.tags that is a known object")
	_, err = with("").Texts("tags")
	require.ErrorContains(t, err, "no local.tags")
}
