package adapter_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter"
)

func TestUnknownCapabilitiesAreIgnored(t *testing.T) {
	d := description()
	d.Capabilities = []string{adapter.CapabilityEstimate, "from-tomorrow"}
	assert.NoError(t, adapter.CheckDescription("provider_t", d))
	assert.True(t, d.Has(adapter.CapabilityEstimate))
	assert.False(t, d.Has(adapter.CapabilityReadiness))
}

func TestCapabilitiesAreSorted(t *testing.T) { assert.True(t, slices.IsSorted(adapter.Capabilities())) }

func TestWhatAnAdapterLacks(t *testing.T) {
	assert.False(t, adapter.Description{}.Lacks(adapter.CapabilityReadiness), "it says nothing")
	assert.False(t, adapter.Description{Capabilities: []string{"unheard-of"}}.Lacks(adapter.CapabilityReadiness))
	some := adapter.Description{Capabilities: []string{adapter.CapabilityEstimate}}
	assert.False(t, some.Lacks(adapter.CapabilityEstimate))
	assert.True(t, some.Lacks(adapter.CapabilityReadiness))
}
