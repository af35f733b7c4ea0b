// Command platform checks environment requests against policy and prepares
// review proposals. See `platform --help`.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	_ "platform.internal/platform-core/envguard" // must be first: it clears the environment

	cli "platform.internal/platform-cli"
)

func main() { os.Exit(run()) }

// run cancels the command at the first signal. The command then ends its adapters and leaves no
// incomplete file. A second signal ends the process at once.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return cli.Main(ctx, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
}
