// Command platform-provider-template serves the adapter of provider_template to
// the platform, which starts it; it is of no use by hand.
package main

import (
	"platform.internal/platform-core/adapter/plugin"
	"platform.internal/platform-core/adapter/skeleton/template"
)

func main() { plugin.Serve(template.New()) }
