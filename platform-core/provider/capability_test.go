package provider_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/provider"
)

func TestUnknownCapabilitiesAreIgnored(t *testing.T) {
	d := description()
	d.Capabilities = []string{provider.CapabilityEstimate, "from-tomorrow"}
	assert.NoError(t, provider.CheckDescription("provider_t", d))
	assert.True(t, d.Has(provider.CapabilityEstimate))
	assert.False(t, d.Has(provider.CapabilityReadiness))
}

func TestHostOfACall(t *testing.T) {
	assert.Equal(t, provider.Host{}, provider.HostOf(t.Context()), "an older host says nothing of itself")
	ctx := provider.WithHost(t.Context(), provider.Host{Capabilities: provider.Capabilities()})
	for _, c := range provider.Capabilities() {
		assert.True(t, provider.HostOf(ctx).Understands(c))
	}
	assert.False(t, provider.HostOf(ctx).Understands("from-tomorrow"))
	assert.True(t, slices.IsSorted(provider.Capabilities()))
}

func TestWhatAnAdapterLacks(t *testing.T) {
	assert.False(t, provider.Description{}.Lacks(provider.CapabilityReadiness), "it says nothing")
	assert.False(t, provider.Description{Capabilities: []string{"unheard-of"}}.Lacks(provider.CapabilityReadiness))
	some := provider.Description{Capabilities: []string{provider.CapabilityEstimate}}
	assert.False(t, some.Lacks(provider.CapabilityEstimate))
	assert.True(t, some.Lacks(provider.CapabilityReadiness))
}
