package output

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
)

// CheckFile returns the refusal that File would return for what is at path
// now. A command asks before it does its work.
func CheckFile(path string, force bool) error {
	p, err := open(path)
	if err != nil {
		return err
	}
	defer p.close()
	return notWritten(path, p.checkFile(force))
}

// File writes data to path. An existing file is replaced with force only.
func File(path string, data []byte, force bool) error {
	p, err := open(path)
	if err != nil {
		return err
	}
	defer p.close()
	return notWritten(path, p.writeFile(data, force))
}

// Rewrite puts a new file in place of one, with data in place of what was read from it. It
// keeps the permissions, and owner and group where the system lets it. A file that was
// changed since stays as it is.
func Rewrite(path string, read, data []byte) error {
	p, err := open(path)
	if err != nil {
		return err
	}
	defer p.close()
	return notWritten(path, p.rewrite(read, data))
}

func (p *target) rewrite(read, data []byte) error {
	info, err := p.existing()
	if err != nil {
		return err
	}
	if info == nil {
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
	return p.replaceFile(data, true, info)
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

func (p *target) exists() error {
	return Protected(p.path, "exists already; add --force to replace it, or write another path")
}

func (p *target) writeFile(data []byte, force bool) error {
	if err := p.checkFile(force); err != nil {
		return err
	}
	return p.replaceFile(data, force, nil)
}

// replaceFile writes a new file, with permissions and owner of the old one if that is given.
func (p *target) replaceFile(data []byte, force bool, old fs.FileInfo) error {
	p.sweepFiles()
	temp, err := p.newFile()
	if err != nil {
		return err
	}
	defer func() { _ = temp.file.Close() }()
	defer func() { _ = p.folder.Remove(temp.name) }() // there only if a step failed
	mode := fileMode
	if old != nil {
		mode = old.Mode().Perm()
		keepOwner(temp.file, old)
	}
	if err := fill(temp.file, data, mode); err != nil {
		return err
	}
	if err := p.publish(temp.name, force); err != nil {
		return err
	}
	return p.sync()
}

// publish gives the temporary file its name. Without force the step itself fails
// when something took the name meanwhile.
func (p *target) publish(temp string, force bool) error {
	if force {
		return p.folder.Rename(temp, p.name)
	}
	err := p.renameNew(temp)
	if errors.Is(err, fs.ErrExist) {
		return p.exists()
	}
	return err
}

// create writes a new file and brings it to the disk.
func create(folder *os.Root, name string, data []byte) error {
	file, err := folder.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return err
	}
	return errors.Join(fill(file, data, fileMode), file.Close())
}

// fill writes an open file and brings it to the disk.
func fill(file *os.File, data []byte, mode fs.FileMode) error {
	_, err := file.Write(data)
	return errors.Join(err, file.Chmod(mode), file.Sync())
}
