package serve

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"platform.internal/platform-core/terminal"
)

// lastLines is how long the end of a process waits for its log to be read.
const lastLines = time.Second

// Main runs a program until it returns its exit code, and ends the process with that. The
// context ends where the process is told to end.
func Main(run func(ctx context.Context, args []string, stdout, stderr io.Writer) int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	// A standard error that nobody reads any more must not end the process. It is
	// not ignored, since processes that this one starts would inherit that.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	stderr := terminal.NewLogQueue(os.Stderr, Text.handler)
	code := run(ctx, os.Args[1:], os.Stdout, stderr)
	stop()
	stderr.Close(lastLines)
	os.Exit(code)
}
