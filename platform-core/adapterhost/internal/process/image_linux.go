//go:build amd64 || arm64

package process

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// allSeals fixes a memory file for good: nobody can write, grow or shrink it, nor take a seal off.
const allSeals = unix.F_SEAL_SEAL | unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_WRITE

// hold returns an Image that is a memory file, into which source has to be copied: sealed, so that the bytes that were
// hashed are the bytes that run. Where the kernel has no memory file that may run, the file itself has to do.
func hold(source *os.File) (*Image, error) {
	const flags = unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate("adapter", flags|unix.MFD_EXEC)
	if err == unix.EINVAL { // kernels before 6.3 grant it without being asked
		fd, err = unix.MemfdCreate("adapter", flags)
	}
	switch {
	case NoDescriptors(err):
		return nil, err
	case err != nil:
		return plain(source), nil //nolint:nilerr // the file has to do
	}
	return &Image{Sealed: true, held: os.NewFile(uintptr(fd), "adapter"), path: fmt.Sprintf("/proc/self/fd/%d", fd)}, nil
}

// fill copies source into the memory file, hashes the very bytes that it copies, and seals them. One goroutine does
// both while each part is in the processor's cache; the other processors have the rest of the start to do.
func (i *Image) fill(source *os.File) (string, error) {
	if i.held == nil {
		return hash(source)
	}
	digest, err := hash(io.TeeReader(source, i.held))
	if err != nil {
		return "", err
	}
	if err := seal(i.held); err != nil {
		return "", fmt.Errorf("sealing the adapter's bytes: %w", err)
	}
	return digest, nil
}

// sealAttempts bounds how often sealing is tried. Each waits for some 150 ms where the file is busy.
const sealAttempts = 8

// seal fixes a memory file. The kernel refuses with EBUSY while it holds a page itself, as it does for a moment when it
// moves memory; nobody else has this file (mm/memfd.c, memfd_wait_for_pins).
func seal(memory *os.File) (err error) {
	for range sealAttempts {
		if _, err = unix.FcntlInt(memory.Fd(), unix.F_ADD_SEALS, allSeals); err != unix.EBUSY {
			return err
		}
	}
	return err
}
