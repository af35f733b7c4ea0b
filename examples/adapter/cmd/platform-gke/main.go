// Command platform-gke is the adapter process of Google Cloud.
package main

import (
	"platform.internal/platform-core/adapter/plugin"

	"example.com/platform/gke"
)

func main() { plugin.Serve(gke.New()) }
