package fileio

import "golang.org/x/sys/unix"

func (p *target) renameExclusive(temp string) error { return p.rename2(temp, unix.RENAME_NOREPLACE) }

func (p *target) renameExchange(temp string) error { return p.rename2(temp, unix.RENAME_EXCHANGE) }

func (p *target) rename2(temp string, flags uint) error {
	folder := int(p.handle.Fd())
	return unix.Renameat2(folder, temp, folder, p.name, flags)
}
