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

// lastLines is how long a process that ends waits for its log to be read.
const lastLines = time.Second

// Main runs a program and ends the process with its exit code. The context ends at an interrupt, SIGTERM or SIGHUP.
func Main(run func(ctx context.Context, args []string, stdout, stderr io.Writer) int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	// A closed standard error must not end the process. SIGPIPE is not ignored, since child processes would inherit that.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	terminal.SetColumns(terminal.ColumnsOf(os.Stderr))
	stderr := terminal.NewLogQueue(os.Stderr, Text.handler)
	code := run(ctx, os.Args[1:], os.Stdout, stderr)
	stop()
	stderr.Close(lastLines)
	os.Exit(code)
}
