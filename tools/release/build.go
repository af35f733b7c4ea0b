package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"platform.internal/platform-core/adapterhost"
)

// programs are the patterns of main packages, by the folder of their binaries.
var programs = map[string][]string{
	".":        {"./platform-server/cmd/platform-server", "./platform-cli/cmd/platform", "./portal/cmd/platform-portal"},
	"adapters": {"./provider-*/cmd/platform-provider-*"},
}

// buildFlags are those of `make build`, so that both make the same adapters.
var buildFlags = []string{"-trimpath", "-buildvcs=false", "-tags", "grpcnotrace", "-ldflags", "-s -w"}

// mains returns the main packages of patterns.
func mains(patterns []string) (packages []string, err error) {
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			return nil, errors.Join(err, fmt.Errorf("no package is at %s", pattern))
		}
		for _, name := range found {
			packages = append(packages, "./"+name)
		}
	}
	return packages, nil
}

// dir is the folder of the programs of a target.
func (r *release) dir(t target) string { return filepath.Join(r.work, t.String()) }

// build compiles every program for every target.
func (r *release) build() error {
	for _, t := range targets {
		for folder, patterns := range programs {
			packages, err := mains(patterns)
			if err != nil {
				return err
			}
			to := filepath.Join(r.dir(t), folder) + "/"
			if err := os.MkdirAll(to, 0o755); err != nil {
				return err
			}
			args := slices.Concat([]string{"build"}, buildFlags, []string{"-o", to}, packages)
			if _, err := t.command(args...); err != nil {
				return err
			}
		}
	}
	return nil
}

// lock writes the lock file of each target. It asks the adapters for this machine for their names and versions.
// Adapters for other machines come from the same source, and only their hashes differ.
func (r *release) lock() error {
	here := target{runtime.GOOS, runtime.GOARCH}
	if !slices.Contains(targets, here) {
		return fmt.Errorf("a release is made on one of %v, and this is %s", targets, here)
	}
	adapters := filepath.Join(r.dir(here), "adapters")
	if _, err := run("", filepath.Join(r.dir(here), "platform"), "provider", "lock", adapters); err != nil {
		return err
	}
	entries, err := adapterhost.ReadLock(adapters, "")
	if err != nil {
		return err
	}
	for _, t := range targets {
		if err := r.lockFor(t, slices.Clone(entries)); err != nil {
			return err
		}
	}
	return nil
}

func (r *release) lockFor(t target, entries []adapterhost.LockEntry) error {
	dir := filepath.Join(r.dir(t), "adapters")
	for i, entry := range entries {
		binary, err := os.ReadFile(filepath.Join(dir, entry.File))
		if err != nil {
			return err
		}
		sum := sha256.Sum256(binary)
		entries[i].SHA256 = hex.EncodeToString(sum[:])
	}
	if err := adapterhost.WriteLock(dir, entries); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(dir, adapterhost.LockFile))
	if err != nil {
		return err
	}
	name := lockName(t)
	return errors.Join(os.WriteFile(filepath.Join(r.out, name), text, 0o644), r.sign(name, dir))
}

func lockName(t target) string { return "adapters_" + t.String() + ".lock.json" }

// publicKey is the file of the key that verifies the signatures, in their folder.
const publicKey = "release.pub"

// sign puts the signature of a lock file beside it and into the release. It returns an error for a signature that the
// programs would refuse. Without a folder of signatures it does nothing.
func (r *release) sign(name, dir string) error {
	if r.signatures == "" {
		return nil
	}
	signature, err := os.ReadFile(filepath.Join(r.signatures, name+".sig"))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s has no %s.sig; sign %s as docs/signatures.md describes it",
			r.signatures, name, filepath.Join(r.out, name))
	}
	if err != nil {
		return err
	}
	for _, path := range []string{filepath.Join(dir, adapterhost.LockSignature), filepath.Join(r.out, name+".sig")} {
		if err := os.WriteFile(path, signature, 0o644); err != nil {
			return err
		}
	}
	_, err = adapterhost.ReadLock(dir, filepath.Join(r.signatures, publicKey))
	return err
}
