// Command platform-server serves the platform's HTTP API.
package main

import (
	"context"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	// First: the environment is empty before any other package looks at it.
	_ "platform.internal/platform-core/envguard"

	"platform.internal/platform-core/asynclog"
)

// lastLines is how long the end of the process waits for its log to be read.
const lastLines = time.Second

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A standard error that nobody reads any more must not end the process. It is
	// not ignored, since the adapters' processes would inherit that.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	stderr := asynclog.New(os.Stderr, func(w io.Writer) slog.Handler { return slog.NewTextHandler(w, nil) })
	code := run(ctx, os.Args[1:], stderr)
	stop()
	stderr.Close(lastLines)
	os.Exit(code)
}
