// Command platform-server serves the platform's HTTP API.
package main

import (
	// First: the environment is empty before any other package looks at it.
	_ "platform.internal/platform-core/envguard"

	"platform.internal/platform-core/serve"
)

func main() { serve.Main(run) }
