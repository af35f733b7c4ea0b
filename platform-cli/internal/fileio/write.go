package fileio

import (
	"bytes"
	"io/fs"
	"os"
	"slices"
	"syscall"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// CheckFile returns the error that [Write] would return for the current content of path, or an error
// if path is one of the inputs. A command calls it before its work.
func CheckFile(path string, force bool, inputs ...string) error {
	for _, in := range inputs {
		if sameFile(path, in) {
			return problem.New(problem.UsageError,
				"The report %q would be written over the input %q; name another file.", path, in)
		}
	}
	return inFolder(path, func(p *target) error { return p.checkFile(force) })
}

// Write writes data to path. It replaces an existing file only with force, and fails with
// [problem.FileProtected] otherwise.
func Write(path string, data []byte, force bool) error {
	return inFolder(path, func(p *target) error { return p.write(data, force) })
}

// CheckNew is [CheckFile] for a command that replaces no file.
func CheckNew(path string) error {
	return inFolder(path, func(p *target) error { p.isNew = true; return p.checkFile(false) })
}

// WriteNew is [Write] for a command that replaces no file.
func WriteNew(path string, data []byte) error {
	return inFolder(path, func(p *target) error { p.isNew = true; return p.write(data, false) })
}

// write writes a file if it may be written.
func (p *target) write(data []byte, force bool) error {
	if err := p.checkFile(force); err != nil {
		return err
	}
	return p.writeFile(data, force, nil)
}

// Discard removes a file that the command wrote. If it cannot be removed, it stays.
func Discard(path string) { _ = os.Remove(path) }

// Rewrite replaces the content of a file: read is the old content and data the new one, both without a byte order mark.
// It keeps the permissions and a byte order mark of the file, and the owner and the group if possible. It fails if the
// file has changed.
func Rewrite(path string, read, data []byte) error {
	return inFolder(path, func(p *target) error {
		old, err := p.existing()
		if err != nil {
			return err
		}
		if old == nil {
			return fs.ErrNotExist
		}
		if err := p.checkFile(true); err != nil {
			return err
		}
		now, err := p.folder.ReadFile(p.name)
		if err != nil {
			return err
		}
		text := document.WithoutMark(now)
		if !bytes.Equal(text, read) {
			return Protected(p.path, "was changed by somebody else meanwhile; run the command again")
		}
		mark := now[:len(now)-len(text)]
		return p.writeFile(slices.Concat(mark, data), true, old)
	})
}

// checkFile returns an error if the target must not be replaced.
func (p *target) checkFile(force bool) error {
	info, err := p.existing()
	switch {
	case err != nil || info == nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		return Protected(p.path, "is a symbolic link; write to the file that it leads to by its own path")
	case info.IsDir():
		return Protected(p.path, "is a folder; write a file name")
	case !info.Mode().IsRegular():
		return Protected(p.path, "is not a plain file; write another path")
	case Links(info) > 1:
		return Protected(p.path, "has a second name (a hard link); write another path, or remove it first")
	case !force:
		return p.exists()
	}
	return nil
}

// writeFile writes a new file. If old is not nil, the file gets the permissions and the owner of
// old.
func (p *target) writeFile(data []byte, force bool, old fs.FileInfo) error {
	temp := temporaryName()
	defer func() { _ = p.folder.Remove(temp) }() // exists only if a step failed
	if err := create(p.folder, temp, data, old); err != nil {
		return err
	}
	if err := p.publish(temp, force); err != nil {
		return err
	}
	return sync(p.handle)
}

// Links returns the number of names of a file, or 1 if the system does not report it.
func Links(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink) //nolint:unconvert // its type differs between systems
	}
	return 1
}
