// Command platform-provider-template is the adapter process of provider_template.
package main

import (
	"platform.internal/platform-core/adapter/plugin"

	"platform.internal/platform-core/adapter/adaptertool/template"
)

func main() { plugin.Serve(template.New()) }
