package adapterhost

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"platform.internal/platform-core/adapterhost/internal/process"
)

// LockFolder asks every executable file of dir who it is and writes the
// folder's lock file. It returns what it wrote, sorted by ID. The adapters are
// run as they are found, so a folder is locked where it was built, and not
// where it is used.
func LockFolder(ctx context.Context, dir string, log *slog.Logger) ([]LockEntry, error) {
	files, err := executables(dir)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s has no executable file; build the adapters into it first", dir)
	}
	entries := make([]LockEntry, len(files))
	for i, file := range files {
		if entries[i], err = inspect(ctx, file, log); err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Base(file), err)
		}
	}
	if err := WriteLock(dir, entries); err != nil {
		return nil, err
	}
	return ReadLock(dir)
}

func executables(dir string) (files []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if info.Mode().IsRegular() && process.Executable(info) {
			files = append(files, path)
		}
	}
	return files, nil
}

// inspect starts an adapter once and returns its entry.
func inspect(ctx context.Context, file string, log *slog.Logger) (LockEntry, error) {
	run, err := Start(ctx, file, ProcessEnvironment{}, Options{Logger: log})
	if err != nil {
		return LockEntry{}, err
	}
	defer run.Close()
	d := run.Status.Description
	return LockEntry{ID: d.ID, File: filepath.Base(file), Version: d.Version, SHA256: strings.TrimPrefix(run.Status.Digest, "sha256:")}, nil
}
