// Command platform-server serves the platform's HTTP API.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	// First: the environment is empty before any other package looks at it.
	_ "platform.internal/platform-core/envguard"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stderr)
	stop()
	os.Exit(code)
}
