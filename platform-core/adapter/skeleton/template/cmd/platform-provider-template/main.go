// Command platform-provider-template serves the adapter of provider_template to
// the platform, which starts it; it is of no use by hand.
package main

import (
	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/adapter/skeleton/template"
)

func main() { adapterhost.Serve(template.New()) }
