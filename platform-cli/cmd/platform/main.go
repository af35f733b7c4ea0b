// Command platform checks environment requests against policy and prepares
// review proposals. See `platform --help`.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	_ "platform.internal/platform-core/envguard" // first: empties the environment

	cli "platform.internal/platform-cli"
)

func main() { os.Exit(run()) }

// run gives the first signal to the command, which ends its adapters and leaves
// no half file; a second signal ends the process at once.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return cli.Main(ctx, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
}
