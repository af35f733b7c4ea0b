package process

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
)

// The reasons why a file cannot be an [Image].
var (
	ErrNotRegular    = errors.New("is not a regular file")
	ErrNotExecutable = errors.New("is not executable")
	ErrTooLarge      = errors.New("is too large for an adapter")
)

// Image is the binary of an adapter. It is read while the process is prepared. Close it after the
// start of the process.
type Image struct {
	// Sealed reports that the hashed bytes cannot change before they run. Otherwise the file is read
	// again when the process starts.
	Sealed bool

	path string
	held *os.File
	// read is closed when digest and failed are set.
	read   chan struct{}
	digest string
	failed error
}

// Load starts to hash an open executable file, and closes the file. The error wraps an error of
// this package, or is that of the operating system.
func Load(source *os.File) (*Image, error) {
	err := check(source)
	var image *Image
	if err == nil {
		image, err = hold(source)
	}
	if err != nil {
		return nil, errors.Join(err, source.Close())
	}
	image.read = make(chan struct{})
	go func() {
		defer close(image.read)
		defer func() { _ = source.Close() }()
		image.digest, image.failed = image.fill(source)
	}()
	return image, nil
}

// Digest waits until the file is read. It returns "sha256:" and the hash of the bytes that will
// run, in hex digits. The error is [ErrTooLarge], or that of the operating system.
func (i *Image) Digest() (string, error) {
	<-i.read
	return i.digest, i.failed
}

func check(source *os.File) error {
	info, err := source.Stat()
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		err = ErrNotRegular
	case !Executable(info):
		err = ErrNotExecutable
	case info.Size() > maxImage:
		err = ErrTooLarge
	default:
		return nil
	}
	return fmt.Errorf("%s %w", source.Name(), err)
}

// Executable reports whether a file has an execute permission.
func Executable(info os.FileInfo) bool { return info.Mode().Perm()&0o111 != 0 }

// Close releases the bytes. A started process keeps them.
func (i *Image) Close() error {
	<-i.read
	if i.held == nil {
		return nil
	}
	return i.held.Close()
}

// NoDescriptors reports whether an error says that this process or its system has too many open
// files.
func NoDescriptors(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
}

// plain returns an Image of the file itself.
func plain(source *os.File) *Image { return &Image{path: source.Name()} }

// hash returns the digest of source. The error may be [ErrTooLarge].
func hash(source io.Reader) (string, error) {
	sum := sha256.New()
	n, err := io.Copy(sum, io.LimitReader(source, maxImage+1))
	if err == nil && n > maxImage {
		err = ErrTooLarge
	}
	if err != nil {
		return "", err
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil)), nil
}
