package adaptertest_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
)

const text = `
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
	root, err := adaptertest.ParseRoot([]byte(text))
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
		got, known := disk.Setting(setting)
		assert.True(t, known, setting)
		assert.Equal(t, want, got)
	}
	for _, setting := range []string{"image", "hash", "colour"} {
		_, known := disk.Setting(setting)
		assert.False(t, known, "%s needs a provider, or is not there", setting)
	}
	name, _ := all["x_node.counted[1]"].Setting("name")
	assert.Equal(t, "node-1", name)
}

func TestInputsThatDoNotFit(t *testing.T) {
	for inputs, want := range map[string]string{
		`{"names": []}`: "the input count_of is missing",
		`{"names": [], "count_of": {"nodes": 1}, "more": 1}`:       "the input more is declared by no variable",
		`{"names": 3, "count_of": {"nodes": 1}}`:                   "the input names does not fit",
		`{"names": [], "count_of": {"nodes": 0}}`:                  "the input count_of is refused",
		`{"names": [], "names": [], "count_of": {"nodes": 1}}`:     "the member .names is there twice",
		`{"names": [], "count_of": {"nodes": 1}} {"and": "again"}`: "more follows",
		`[]`:  "no JSON object",
		`{"n`: "unexpected EOF",
	} {
		_, err := module(t, inputs)
		assert.ErrorContains(t, err, want, inputs)
	}
}

// A validation may read locals; one that fails is no validation.
func TestValidations(t *testing.T) {
	with := func(condition string) error {
		root, err := adaptertest.ParseRoot([]byte("locals {\n  most = 3\n}\nvariable \"n\" {\n  validation {\n    condition = " + condition + "\n  }\n}\n"))
		require.NoError(t, err)
		_, err = root.With([]byte(`{"n": 3}`))
		return err
	}
	require.NoError(t, with("var.n <= local.most"))
	require.ErrorContains(t, with("var.n < local.most"), "the input n is refused")
	require.ErrorContains(t, with("var.n.many"), "the input n has a validation that fails")
}

func TestWhatNeedsAProviderIsNotGuessed(t *testing.T) {
	root, err := adaptertest.ParseRoot([]byte("data \"x\" \"y\" {}\nresource \"x\" \"z\" {\n  count = data.x.y.number\n}\n"))
	require.NoError(t, err)
	m, err := root.With([]byte("{}"))
	require.NoError(t, err)
	_, err = m.Instances()
	assert.ErrorContains(t, err, "the count of x.z cannot be told")
}

func TestARootThatIsNoHCLIsAnError(t *testing.T) {
	_, err := adaptertest.ParseRoot([]byte("resource {"))
	assert.Error(t, err)
}
