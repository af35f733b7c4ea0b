package adapter_test

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter"
)

func TestEmbeddedFilesAreDecoded(t *testing.T) {
	files := fstest.MapFS{
		"data/nodes.json":  {Data: []byte(`{"nodes": 3, "source": "our choice"}`)},
		"data/broken.json": {Data: []byte(`{"nodes": "three"}`)},
	}
	type table struct {
		Nodes int `json:"nodes"`
	}
	assert.Equal(t, table{3}, adapter.MustDecode[table](files, "data/nodes.json"), "a source is passed over")
	for _, name := range []string{"data/broken.json", "data/absent.json"} {
		assert.Contains(t, panicOf(func() { adapter.MustDecode[table](files, name) }), name)
	}
}

func TestFactsHaveASource(t *testing.T) {
	files := fstest.MapFS{
		"facts.json":      {Data: []byte(`{"reserved": {"value": 5, "source": "the manual"}}`)},
		"sourceless.json": {Data: []byte(`{"reserved": {"value": 5}}`)},
		"broken.json":     {Data: []byte(`{"reserved": {"value": "five", "source": "the manual"}}`)},
	}
	type table struct {
		Reserved adapter.Fact[int] `json:"reserved"`
	}
	assert.Equal(t, adapter.Fact[int]{Value: 5, Source: "the manual"}, adapter.MustDecode[table](files, "facts.json").Reserved)
	assert.Contains(t, panicOf(func() { adapter.MustDecode[table](files, "sourceless.json") }), "a fact has no source")
	assert.Contains(t, panicOf(func() { adapter.MustDecode[table](files, "broken.json") }), "cannot unmarshal")
}

// TestWhatTablesShare decodes what the tables of many adapters have in common: an
// adapter embeds it beside what is its own.
func TestWhatTablesShare(t *testing.T) {
	files := fstest.MapFS{"data/sizes.json": {Data: []byte(`{
		"prefix": {"shortest": 16, "longest": 28},
		"sizes": {"small": {"machine": "m", "min_nodes": 1, "first_nodes": 2, "max_nodes": 3, "disk_gib": 40, "log_gb": 5}},
		"machines": {"m": {"vcpus": 2, "memory_gib": 8, "burstable": true}}
	}`)}}
	type size struct {
		Machine string `json:"machine"`
		adapter.NodePool
	}
	type machine struct {
		adapter.Machine
		Burstable bool `json:"burstable"`
	}
	type table struct {
		Prefix   adapter.PrefixRange `json:"prefix"`
		Sizes    map[string]size     `json:"sizes"`
		Machines map[string]machine  `json:"machines"`
	}
	assert.Equal(t, table{
		Prefix:   adapter.PrefixRange{Shortest: 16, Longest: 28},
		Sizes:    map[string]size{"small": {"m", adapter.NodePool{MinNodes: 1, FirstNodes: 2, MaxNodes: 3, DiskGiB: 40, LogGB: 5}}},
		Machines: map[string]machine{"m": {adapter.Machine{VCPUs: 2, MemoryGiB: 8}, true}},
	}, adapter.MustDecode[table](files, "data/sizes.json"))
}

func panicOf(f func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	f()
	return ""
}
