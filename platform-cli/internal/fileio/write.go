package fileio

import (
	"bytes"
	"io/fs"
	"syscall"
)

// CheckFile returns the refusal that Write would return for what is at path
// now. A command asks before it does its work.
func CheckFile(path string, force bool) error {
	return inFolder(path, func(p *target) error { return p.checkFile(force) })
}

// Write writes data to path. An existing file is replaced with force only.
func Write(path string, data []byte, force bool) error {
	return inFolder(path, func(p *target) error {
		if err := p.checkFile(force); err != nil {
			return err
		}
		return p.writeFile(data, force, nil)
	})
}

// Rewrite puts a new file in place of one, with data in place of what was read from it. It
// keeps the permissions, and owner and group where the system lets it. A file that was
// changed since stays as it is.
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
		if now, err := p.folder.ReadFile(p.name); err != nil {
			return err
		} else if !bytes.Equal(now, read) {
			return Protected(p.path, "was changed by somebody else meanwhile; run the command again")
		}
		return p.writeFile(data, true, old)
	})
}

// checkFile refuses what must not be replaced.
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

// writeFile writes a new file, with permissions and owner of the old one if that is given.
func (p *target) writeFile(data []byte, force bool, old fs.FileInfo) error {
	temp := temporaryName()
	defer func() { _ = p.folder.Remove(temp) }() // there only if a step failed
	if err := create(p.folder, temp, data, old); err != nil {
		return err
	}
	if err := p.publish(temp, force); err != nil {
		return err
	}
	return sync(p.handle)
}

// Links returns the number of names that a file has; 1 where nobody knows.
func Links(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink) //nolint:unconvert // its type differs between systems
	}
	return 1
}
