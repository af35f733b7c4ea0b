package fileio

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"syscall"
)

// unsupported reports whether the system or the file system lacks a call.
func unsupported(err error) bool {
	return errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOSYS)
}

// renameNew gives what is called temp the target's name, which must be free.
func (p *target) renameNew(temp string) error {
	err := p.renameExclusive(temp)
	if !unsupported(err) {
		return err
	}
	info, err := p.existing()
	if err != nil {
		return err
	}
	if info != nil {
		return fs.ErrExist
	}
	return p.folder.Rename(temp, p.name)
}

// exchange swaps the names of temp and the target. Where that cannot be done in
// one step, the old one is renamed first, and gets its name back if the new one
// cannot have it.
func (p *target) exchange(temp string) error {
	err := p.renameExchange(temp)
	if !unsupported(err) {
		return err
	}
	aside := ".platform-replaced-" + rand.Text() // for a moment it is the only one
	if err := p.folder.Rename(p.name, aside); err != nil {
		return err
	}
	if err := p.folder.Rename(temp, p.name); err != nil {
		return errors.Join(err, p.folder.Rename(aside, p.name))
	}
	return p.folder.Rename(aside, temp)
}
