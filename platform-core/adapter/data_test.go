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

func panicOf(f func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	f()
	return ""
}
