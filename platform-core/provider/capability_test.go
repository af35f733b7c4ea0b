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
