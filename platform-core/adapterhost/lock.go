package adapterhost

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// LockFile is the name of the lock file in a folder of adapters. LockSchema is its schema.
const (
	LockFile   = "adapters.lock.json"
	LockSchema = "platform.adapters-lock/v1"
)

// LockEntry is the locked binary of one adapter.
type LockEntry struct {
	// ID is the provider's ID.
	ID string `json:"id"`
	// File is the name of the binary in the folder.
	File string `json:"file"`
	// Version is the adapter's release. No check uses it.
	Version string `json:"version"`
	// SHA256 is the hash of the binary, in 64 hex digits.
	SHA256 string `json:"sha256"`
}

// maxLock is the size limit of a lock file, a signature or a key, in bytes.
const maxLock = 1 << 20

// Lock is the content of a lock file.
type Lock struct {
	Schema   string      `json:"schema"`
	Adapters []LockEntry `json:"adapters"`
}

// ReadLock returns the entries of a folder's lock file, sorted by ID. keyFile is a PEM file with
// the public key that verifies the signature; if it is empty, no signature is required. The
// error is a [problem.Problem] with every fault of the lock file. If others could change the
// folder or a locked file, it lists these instead. It is for the operator: it has the path dir.
func ReadLock(dir, keyFile string) ([]LockEntry, error) {
	if _, err := os.Lstat(filepath.Join(dir, LockFile)); errors.Is(err, fs.ErrNotExist) {
		return nil, unavailable(retryLater, problem.AdaptersNotLocked, err,
			"There is no "+LockFile+" in the adapters folder.", "Build the adapters, or name the folder that has them.")
	}
	entries, err := readLock(dir, keyFile)
	names := []string{LockFile}
	for _, e := range entries {
		names = append(names, e.File)
	}
	if err != nil { // the entries are unknown, or not trusted
		names = append(names, executables(dir)...)
	}
	if unsafe := findUnsafe(dir, names); len(unsafe) > 0 {
		return nil, unsafeFiles(unsafe)
	}
	return entries, err
}

func readLock(dir, keyFile string) ([]LockEntry, error) {
	data, err := readLocked(dir, LockFile)
	if err == nil && keyFile != "" {
		err = checkSignature(dir, data, keyFile)
	}
	if err != nil {
		return nil, err
	}
	return parseLock(data)
}

// executables returns the names of a folder's executable files and symbolic links. These are the
// files that LockFolder would lock.
func executables(dir string) []string {
	files, _ := os.ReadDir(dir)
	var names []string
	for _, file := range files {
		info, err := file.Info()
		if err != nil || file.Name() == LockFile {
			continue
		}
		if info.Mode()&fs.ModeSymlink != 0 || info.Mode().IsRegular() && process.Executable(info) {
			names = append(names, file.Name())
		}
	}
	return names
}

// unsafeFiles returns the Problem that refuses all locked adapters when the platform starts. The
// lock file is only as safe as its folder.
func unsafeFiles(unsafe []*unsafeFileError) *problem.Problem {
	var faults []problem.Fault
	var reasons []string
	for _, e := range unsafe {
		reasons = append(reasons, e.summary())
		faults = append(faults, problem.Fault{
			Field: "adapter", Code: problem.AdapterFileUnsafe, Message: e.summary() + ".",
		})
	}
	p := unavailable(retryLater, problem.AdapterFileUnsafe, unsafe[0],
		"No adapter of the adapters folder is used: "+strings.Join(reasons, "; ")+".", remedy(whole, unsafe...))
	p.Faults = faults
	return p
}

// readLocked returns the content of a file in a folder of locked adapters. The error is a
// [problem.Problem].
func readLocked(dir, name string) ([]byte, error) {
	data, err := readBounded(filepath.Join(dir, name))
	var exposed *unsafeFileError
	switch {
	case errors.As(err, &exposed):
		return nil, exposed.problem()
	case err != nil:
		return nil, unavailable(retryLater, problem.AdaptersLockUnreadable, err, "The adapters' "+name+" cannot be read.",
			"Give the platform's user the right to read it; the log says more.")
	}
	return data, nil
}

func readBounded(path string) ([]byte, error) {
	file, err := openOwned(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	data, err := io.ReadAll(io.LimitReader(file, maxLock+1))
	if err == nil && len(data) > maxLock {
		err = fmt.Errorf("%s has more than %d bytes", path, maxLock)
	}
	return data, err
}

func parseLock(data []byte) ([]LockEntry, error) {
	var read Lock
	reading := document.Read(document.Source{Name: LockFile, Format: document.JSON, Data: data}, &read)
	if !reading.Malformed() {
		read.check(reading.Add)
	}
	if faults := reading.Faults(); len(faults) > 0 {
		p := unavailable(retryLater, "", nil, "The adapters' "+LockFile+" is not usable.", "Build the adapters again.")
		p.Faults = faults
		return nil, p
	}
	return read.Adapters, nil
}

// WriteLock writes a folder's lock file with the entries, sorted by ID. If it fails, the old file
// remains.
func WriteLock(dir string, entries []LockEntry) error {
	sorted := append([]LockEntry{}, entries...)
	slices.SortFunc(sorted, func(a, b LockEntry) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.File, b.File)) })
	for i := 1; i < len(sorted); i++ {
		if a, b := sorted[i-1], sorted[i]; a.ID == b.ID {
			return unavailable(retryLater, "", nil, fmt.Sprintf("Two files are the adapter of %s: %s (%s) and %s (%s).",
				a.ID, a.File, a.Version, b.File, b.Version), "Keep one in the folder; use one folder for each version.")
		}
	}
	data, err := json.MarshalIndent(Lock{Schema: LockSchema, Adapters: sorted}, "", "  ")
	if err != nil {
		return err
	}
	if _, err := parseLock(data); err != nil {
		return err
	}
	return replaceFile(filepath.Join(dir, LockFile), append(data, '\n'))
}

// replaceFile writes a new file in the same folder and renames it to path.
func replaceFile(path string, data []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".lock-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	_, err = file.Write(data)
	err = errors.Join(err, file.Chmod(0o644), file.Sync(), file.Close())
	if err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// LockFolder starts every executable file of dir, asks it for its description, and writes the
// folder's lock file, which it returns. It runs the files without any check.
// So lock a folder where it was built, and not where it is used. LockFolder also removes the
// write permission of group and others, because a host requires that.
func LockFolder(ctx context.Context, dir string, log *slog.Logger) (Lock, error) {
	if err := protect(dir); err != nil {
		return Lock{}, err
	}
	var entries []LockEntry
	for _, name := range executables(dir) {
		path := filepath.Join(dir, name)
		if _, err := os.Readlink(path); err == nil {
			return Lock{}, fmt.Errorf("%s is a symbolic link; put the file itself in its place", path)
		}
		if err := protect(path); err != nil {
			return Lock{}, err
		}
		entry, err := inspect(ctx, path, log)
		if err != nil {
			return Lock{}, fmt.Errorf("%s: %w", name, err)
		}
		entries = append(entries, entry)
	}
	if len(entries) == 0 {
		return Lock{}, fmt.Errorf("%s has no executable file; build the adapters into it first", dir)
	}
	if err := WriteLock(dir, entries); err != nil {
		return Lock{}, err
	}
	entries, err := ReadLock(dir, "")
	return Lock{LockSchema, entries}, err
}

// protect removes the write permission of group and others.
func protect(path string) error {
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm()&othersWrite == 0 {
		return err
	}
	return os.Chmod(path, info.Mode()&^othersWrite)
}

// inspect starts an adapter and returns its entry.
func inspect(ctx context.Context, path string, log *slog.Logger) (LockEntry, error) {
	run, err := Start(ctx, path, ProcessEnvironment{}, Options{Logger: log})
	if err != nil {
		return LockEntry{}, err
	}
	defer run.Close()
	d := run.Status.Description
	hash := strings.TrimPrefix(run.Status.Digest, "sha256:")
	return LockEntry{ID: d.ID, File: filepath.Base(path), Version: d.Version, SHA256: hash}, nil
}

var (
	providerID = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)
	hexDigest  = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// check calls add for every fault of the lock file.
func (l Lock) check(add func(field string, code problem.FaultCode, format string, args ...any)) {
	if l.Schema != LockSchema {
		add("schema", problem.FaultUnsupported, "must be %s", LockSchema)
	}
	for i, e := range l.Adapters {
		at := fmt.Sprintf("adapters[%d].", i)
		switch {
		case !providerID.MatchString(e.ID):
			add(at+"id", problem.FaultForm, "must be a provider's ID, such as provider_a")
		case i > 0 && l.Adapters[i-1].ID >= e.ID:
			add(at+"id", problem.FaultRepeated, "must come after %q: adapters are sorted, each once", l.Adapters[i-1].ID)
		}
		if e.File == "." || e.File == "" || e.File != filepath.Base(e.File) || !filepath.IsLocal(e.File) {
			add(at+"file", problem.FaultForm, "must be the name of a file in the same folder")
		}
		if e.Version == "" {
			add(at+"version", problem.FaultMissing, "is missing; write the adapter's release, such as 1.0.0")
		}
		if !hexDigest.MatchString(e.SHA256) {
			add(at+"sha256", problem.FaultForm, "must be 64 hex digits in lower case")
		}
	}
}
