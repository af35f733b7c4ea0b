package process

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// allSeals fixes a memory file for good: nobody can write, grow or shrink it,
// nor take a seal off.
const allSeals = unix.F_SEAL_SEAL | unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_WRITE

// hold returns an Image that is a memory file, into which source has to be copied:
// sealed, so that the bytes that were hashed are the bytes that run. Where the kernel
// has no memory file that may run, or /proc is absent, the file itself has to do.
func hold(source *os.File) (*Image, error) {
	memory, err := newMemoryFile()
	if NoDescriptors(err) {
		return nil, err
	}
	if memory == nil {
		return plain(source), nil
	}
	image := &Image{Sealed: true, held: memory, path: fmt.Sprintf("/proc/self/fd/%d", memory.Fd())}
	if _, err := os.Stat(image.path); err != nil {
		return plain(source), memory.Close()
	}
	return image, nil
}

// newMemoryFile asks for a file that may run, which kernels before 6.3 grant
// without being asked and do not understand to be asked for.
func newMemoryFile() (*os.File, error) {
	const flags = unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate("adapter", flags|unix.MFD_EXEC)
	if err == unix.EINVAL {
		fd, err = unix.MemfdCreate("adapter", flags)
	}
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), "adapter"), nil
}

// fill copies source into the memory file, hashes the very bytes that it copies, and
// seals them. One goroutine does both while each part is in the processor's cache; the
// other processors have the rest of the start to do.
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

// seal fixes a memory file. The kernel refuses with EBUSY while it holds a page itself, as it does for a
// moment when it moves memory; nobody else has this file (mm/memfd.c, memfd_wait_for_pins).
func seal(memory *os.File) (err error) {
	for range sealAttempts {
		if _, err = unix.FcntlInt(memory.Fd(), unix.F_ADD_SEALS, allSeals); err != unix.EBUSY {
			return err
		}
	}
	return err
}
