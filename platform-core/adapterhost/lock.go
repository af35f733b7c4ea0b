package adapterhost

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// LockFile is the name of the lock file in a folder of adapters; LockSchema
// marks its content.
const (
	LockFile   = "adapters.lock.json"
	LockSchema = "platform.adapters-lock/v1"
)

// maxLock bounds a lock file, in bytes.
const maxLock = 1 << 20

// LockEntry names one adapter of a folder and fixes its binary.
type LockEntry struct {
	// ID is the provider's ID.
	ID string `json:"id"`
	// File is the binary's name in the folder.
	File string `json:"file"`
	// Version is the adapter's own release, for people.
	Version string `json:"version"`
	// SHA256 is the hash of the binary, as 64 hex digits.
	SHA256 string `json:"sha256"`
}

type lock struct {
	Schema   string      `json:"schema"`
	Adapters []LockEntry `json:"adapters"`
}

// ReadLock returns the entries of the folder's lock file, sorted by ID. The
// error is a *problem.Problem that lists every fault of the file.
func ReadLock(dir string) ([]LockEntry, error) {
	data, err := readBounded(filepath.Join(dir, LockFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, unavailable(retryLater, problem.AdaptersNotLocked, err, "There is no "+LockFile+" in the adapters folder.",
			"Build the adapters, or name the folder that has them.")
	case err != nil:
		return nil, unavailable(retryLater, problem.AdaptersLockUnreadable, err, "The adapters' "+LockFile+" cannot be read.",
			"Give the platform's user the right to read it; the log says more.")
	}
	var read lock
	reading := document.Read(document.Source{Name: LockFile, Format: document.JSON, Data: data}, &read)
	if !reading.Malformed() {
		read.check(reading.Add)
	}
	if faults := reading.Faults(); len(faults) > 0 {
		return nil, badLock(faults)
	}
	return read.Adapters, nil
}

func badLock(faults []problem.Fault) error {
	p := unavailable(retryLater, "", nil, "The adapters' "+LockFile+" is not usable.", "Build the adapters again.")
	p.Faults = faults
	return p
}

func readBounded(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	data, err := io.ReadAll(io.LimitReader(file, maxLock+1))
	if err == nil && len(data) > maxLock {
		err = fmt.Errorf("%s has more than %d bytes", LockFile, maxLock)
	}
	return data, err
}

// WriteLock writes the folder's lock file with entries, which it sorts by ID.
// The file is there whole or as it was before.
func WriteLock(dir string, entries []LockEntry) error {
	entries = slices.SortedFunc(slices.Values(entries), func(a, b LockEntry) int { return cmp.Compare(a.ID, b.ID) })
	written := lock{Schema: LockSchema, Adapters: append([]LockEntry{}, entries...)}
	var faults []problem.Fault
	written.check(func(field string, code problem.FaultCode, format string, args ...any) {
		faults = append(faults, problem.Fault{Field: field, Code: code, Message: fmt.Sprintf(format, args...)})
	})
	if len(faults) > 0 {
		return badLock(faults)
	}
	data, err := json.MarshalIndent(written, "", "  ")
	if err != nil {
		return err
	}
	return replaceFile(filepath.Join(dir, LockFile), append(data, '\n'))
}

// replaceFile writes data beside path and renames it into place.
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

var (
	idForm     = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)
	sha256Form = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// check reports every fault of the lock to add.
func (l lock) check(add func(field string, code problem.FaultCode, format string, args ...any)) {
	if l.Schema != LockSchema {
		add("schema", problem.FaultUnsupported, "must be %s", LockSchema)
	}
	for i, e := range l.Adapters {
		at := fmt.Sprintf("adapters[%d].", i)
		switch {
		case !idForm.MatchString(e.ID):
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
		if !sha256Form.MatchString(e.SHA256) {
			add(at+"sha256", problem.FaultForm, "must be 64 hex digits in lower case")
		}
	}
}
