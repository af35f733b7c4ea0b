package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/problem"
)

// judge returns the function that checks an adapter's binary against the contract. The log of the
// adapter's process goes to w, but only the first of the lines that the adapter prints.
func judge(w io.Writer) func(ctx context.Context, path string, a host.Adapters) (adaptertest.Report, error) {
	return func(ctx context.Context, path string, a host.Adapters) (adaptertest.Report, error) {
		subject := adaptertest.Binary(path, adapterhost.Options{Logger: loggerFrom(slog.LevelInfo, w, a.Quiet, new(sync.Once)), RequireConfinement: a.Confined})
		return adaptertest.Check(ctx, subject, adaptertest.Options{})
	}
}

// lock returns the function that writes the lock file of a folder. The warnings about adapters go to w.
func lock(w io.Writer) func(ctx context.Context, dir string, quiet bool) (*host.Result, error) {
	return func(ctx context.Context, dir string, quiet bool) (*host.Result, error) {
		locked, err := adapterhost.LockFolder(ctx, dir, logger(w, quiet))
		var named *problem.Problem
		switch {
		case errors.As(err, &named):
			return nil, err
		case err != nil:
			return nil, problem.New(problem.AdapterUnavailable, "The folder is not locked: %v.", err)
		}
		var lines []string
		for _, e := range locked.Adapters {
			lines = append(lines, fmt.Sprintf("locked %s %s: %s", e.ID, e.Version, e.File), "  SHA-256 "+e.SHA256)
		}
		return host.Encoded(locked, problem.ExitDone, lines...)
	}
}

// locked returns the adapters of the lock file, or none if it cannot be read.
func locked(a host.Adapters) (list []host.LockedAdapter) {
	dir, err := folder(a)
	if err != nil {
		return nil
	}
	entries, err := adapterhost.ReadLock(dir, a.LockKey)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		list = append(list, host.LockedAdapter{ID: e.ID, Version: e.Version, Digest: "sha256:" + e.SHA256})
	}
	return list
}
