//go:build amd64 || arm64

package process

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// allSeals makes a memory file immutable: nobody can write, grow or shrink it, or remove a seal.
const allSeals = unix.F_SEAL_SEAL | unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_WRITE

// hold returns an Image with an empty memory file, for [Image.fill] to copy source into. If the
// kernel has no executable memory files, hold returns an Image of the file itself.
func hold(source *os.File) (*Image, error) {
	const flags = unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate("adapter", flags|unix.MFD_EXEC)
	if err == unix.EINVAL { // before Linux 6.3, all memory files are executable
		fd, err = unix.MemfdCreate("adapter", flags)
	}
	switch {
	case NoDescriptors(err):
		return nil, err
	case err != nil:
		return plain(source), nil //nolint:nilerr // the file is used instead
	}
	return &Image{Sealed: true, held: os.NewFile(uintptr(fd), "adapter"), path: fmt.Sprintf("/proc/self/fd/%d", fd)}, nil
}

// fill copies source into the memory file, hashes the copied bytes, and seals them. So the hashed
// bytes are the bytes that run.
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

// sealAttempts is the number of attempts to seal a file. Each waits about 150 ms if the file is
// busy.
const sealAttempts = 8

// seal makes a memory file immutable. The kernel refuses with EBUSY while it uses a page itself,
// for example when it moves memory (mm/memfd.c, memfd_wait_for_pins).
func seal(memory *os.File) (err error) {
	for range sealAttempts {
		if _, err = unix.FcntlInt(memory.Fd(), unix.F_ADD_SEALS, allSeals); err != unix.EBUSY {
			return err
		}
	}
	return err
}
