package fileio

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"syscall"

	"platform.internal/platform-core/handover"
)

// unsupported reports whether err means that the system or the file system lacks a call.
func unsupported(err error) bool {
	return errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOSYS)
}

// renameNew renames temp to the target's name. It fails if the name is in use.
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

// exchange exchanges the names of temp and the target. If the system cannot do that in one step,
// exchange renames the old item first. It renames it back if the second step fails.
func (p *target) exchange(temp string) error {
	err := p.renameExchange(temp)
	if !unsupported(err) {
		return err
	}
	aside := handover.Unfinished + "replaced-" + rand.Text() // for a moment the old item has only this name
	if err := p.folder.Rename(p.name, aside); err != nil {
		return err
	}
	if err := p.folder.Rename(temp, p.name); err != nil {
		return errors.Join(err, p.folder.Rename(aside, p.name))
	}
	return p.folder.Rename(aside, temp)
}
