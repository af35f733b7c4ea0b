package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"platform.internal/platform-core/adapterhost"
)

// lockAdapters writes the lock file of a folder of adapters.
func lockAdapters(ctx context.Context, args []string, stderr io.Writer) (string, error) {
	if len(args) != 1 {
		return "", usageError("adaptertool lock DIR")
	}
	log := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	entries, err := adapterhost.LockFolder(ctx, args[0], log)
	var locked strings.Builder
	for _, e := range entries {
		fmt.Fprintf(&locked, "locked adapter %s %s (%s), SHA-256 %s\n", e.ID, e.Version, e.File, e.SHA256)
	}
	return locked.String(), err
}
