package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// UnsafeFileError is a file or folder that somebody besides the platform's user and
// root could change. Its text has the whole path.
type UnsafeFileError struct {
	path string
	// Name is the last part of the path, Reason what is wrong with it, Fix what to
	// run or do.
	Name, Reason, Fix string
}

func (e *UnsafeFileError) Error() string { return e.path + " " + e.Reason }

func exposed(path, reason, fix string) error {
	name := filepath.Base(path)
	return &UnsafeFileError{path, name, reason, fmt.Sprintf(fix, name)}
}

// OpenLocked opens a file of a folder of locked adapters. The error is an
// *UnsafeFileError where somebody else could change the file or replace it: folder
// and file have to be owned by this user or root, and be writable by nobody else, and
// the file must not be a symbolic link. The path to the folder may have links; it is
// followed once, and all that is checked is what was opened.
func OpenLocked(path string) (*os.File, error) {
	dir := filepath.Dir(path)
	folder, err := os.OpenFile(dir, os.O_RDONLY|unix.O_DIRECTORY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = folder.Close() }()
	if err := checkOwned(folder); err != nil {
		return nil, err
	}
	// Not blocking: a named pipe would wait for its writer.
	fd, err := unix.Openat(int(folder.Fd()), filepath.Base(path), unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_CLOEXEC|unix.O_NONBLOCK, 0) // #nosec G115 -- a descriptor
	switch {
	case errors.Is(err, unix.ELOOP), errors.Is(err, unix.EMLINK): // Linux and macOS, FreeBSD
		return nil, exposed(path, "is a symbolic link", "Put the file itself in the place of the link %s.")
	case err != nil:
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	file := os.NewFile(uintptr(fd), path)
	if err := errors.Join(checkRegular(file), checkOwned(file)); err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}

// checkOwned checks that nobody but this user and root can write to an open file or
// folder. A sticky folder is no better: others may still add files to it.
func checkOwned(opened *os.File) error {
	info, err := opened.Stat()
	if err != nil {
		return err
	}
	stat, known := info.Sys().(*syscall.Stat_t)
	switch owner := os.Geteuid(); {
	case !known:
		return exposed(opened.Name(), "has an owner that cannot be found out", "Put %s on another file system.")
	case stat.Uid != 0 && int(stat.Uid) != owner:
		return exposed(opened.Name(), fmt.Sprintf("is owned by user %d, who is neither root nor the platform's user", stat.Uid),
			"Run `chown "+strconv.Itoa(owner)+" %s`.")
	case info.Mode().Perm()&0o022 != 0:
		return exposed(opened.Name(), fmt.Sprintf("can be written to by others (mode %04o)", info.Mode().Perm()), "Run `chmod go-w %s`.")
	}
	return nil
}

// LoadLocked is Load for a file of a folder of locked adapters: see OpenLocked.
func LoadLocked(path string) (*Image, error) {
	source, err := OpenLocked(path)
	if err != nil {
		return nil, err
	}
	return loadOpened(source)
}
