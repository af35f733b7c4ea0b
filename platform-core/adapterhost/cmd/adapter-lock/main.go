// Command adapter-lock writes the lock file of a folder of adapters:
//
//	adapter-lock DIR
//
// It starts every executable file of DIR, asks it who it is, and writes
// DIR/adapters.lock.json with the ID, file name, version and SHA-256 of each,
// sorted by ID. The build runs it; its exit code is 1 when a file is no adapter.
package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"

	"platform.internal/platform-core/adapterhost"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) != 1 {
		_, _ = fmt.Fprintln(stderr, "usage: adapter-lock DIR")
		return 2
	}
	log := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	entries, err := adapterhost.LockFolder(ctx, args[0], log)
	if err != nil {
		_, _ = fmt.Fprintln(stderr, "adapter-lock:", err)
		return 1
	}
	for _, e := range entries {
		_, _ = fmt.Fprintf(stdout, "locked adapter %s %s (%s), SHA-256 %s\n", e.ID, e.Version, e.File, e.SHA256)
	}
	return 0
}
