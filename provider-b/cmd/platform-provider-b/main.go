// Command platform-provider-b serves the adapter of provider_b to the platform,
// which starts it; it is of no use by hand.
package main

import (
	"platform.internal/platform-core/adapter/plugin"
	providerb "platform.internal/provider-b"
)

func main() { plugin.Serve(providerb.New()) }
