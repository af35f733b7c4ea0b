// Command platform-provider-a serves the adapter of provider_a to the platform,
// which starts it; it is of no use by hand.
package main

import (
	"platform.internal/platform-core/adapter/plugin"
	providera "platform.internal/provider-a"
)

func main() { plugin.Serve(providera.New()) }
