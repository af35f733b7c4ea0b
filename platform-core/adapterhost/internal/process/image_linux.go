package process

import (
	"errors"
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

// fill copies source into the memory file, hashes what is there, part by part as it
// comes, and seals that.
func (i *Image) fill(source *os.File) (string, error) {
	if i.held == nil {
		return hash(source)
	}
	copied := &growing{memory: i.held, sizes: make(chan int64, maxImage/part+1)}
	go copied.from(source)
	digest, err := hash(copied)
	for range copied.sizes { // source is closed after this
	}
	if err = errors.Join(err, copied.failed); err != nil {
		return "", err
	}
	if _, err := unix.FcntlInt(i.held.Fd(), unix.F_ADD_SEALS, allSeals); err != nil {
		return "", fmt.Errorf("sealing the adapter's bytes: %w", err)
	}
	return digest, nil
}

// part is how much is copied at a time, in bytes.
const part = 1 << 20

// growing is a memory file that is read while another goroutine fills it.
type growing struct {
	memory *os.File
	// sizes are the file's, one after the other; failed is set before they end.
	sizes  chan int64
	failed error

	at, size int64
}

// from fills the file, up to one byte more than an image may have.
func (g *growing) from(source *os.File) {
	defer close(g.sizes)
	for size := int64(0); size <= maxImage; {
		n, err := copyPart(g.memory, source, min(part, maxImage+1-size))
		if err != nil {
			g.failed = err
			return
		}
		if n == 0 {
			return
		}
		size += n
		g.sizes <- size
	}
}

// copyPart copies at most so many bytes; none at the end. The kernel copies by itself
// where the file system lets it, so that this process only reads what it hashes.
func copyPart(memory, source *os.File, most int64) (int64, error) {
	for {
		n, err := unix.Sendfile(int(memory.Fd()), int(source.Fd()), nil, int(most)) // #nosec G115 -- descriptors
		switch err {
		case nil:
			return int64(n), nil
		case unix.EINTR:
		case unix.EINVAL, unix.ENOSYS:
			copied, err := io.CopyN(memory, source, most)
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return copied, err
		default:
			return 0, &os.PathError{Op: "read", Path: source.Name(), Err: err}
		}
	}
}

// Read waits until there is more, or will be no more.
func (g *growing) Read(into []byte) (int, error) {
	for g.at == g.size {
		size, more := <-g.sizes
		if !more {
			return 0, io.EOF
		}
		g.size = size
	}
	n, err := g.memory.ReadAt(into[:min(int64(len(into)), g.size-g.at)], g.at)
	g.at += int64(n)
	return n, err
}
