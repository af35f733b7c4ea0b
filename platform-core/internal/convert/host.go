package convert

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/providerv1"
)

// HostToMessage returns h as a message.
func HostToMessage(h adapter.Host) *providerv1.Host {
	return &providerv1.Host{Capabilities: h.Capabilities}
}

// HostFromMessage returns the host that m carries; nil carries the zero one,
// which is an older host.
func HostFromMessage(m *providerv1.Host) adapter.Host {
	return adapter.Host{Capabilities: same(m.GetCapabilities())}
}
