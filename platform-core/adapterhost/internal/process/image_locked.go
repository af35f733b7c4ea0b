package process

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// UnsafeFileError is a file or folder that somebody besides the platform's user and
// root could change. Its text has the whole path.
type UnsafeFileError struct {
	// Path is the path as it was named, Name its last part, Reason what is wrong.
	Path, Name, Reason string
	// command puts it right when the path is added; empty where none can.
	command string
}

func (e *UnsafeFileError) Error() string { return e.Path + " " + e.Reason }

// Fix says what to run or do, and names no folder.
func (e *UnsafeFileError) Fix() string {
	return Remedy([]*UnsafeFileError{e}, func(e *UnsafeFileError) string { return e.Name })
}

// Remedy says what to run or do about all of them: one command, of characters that JSON
// does not escape, and the links to replace. named is the path to write of each.
func Remedy(unsafe []*UnsafeFileError, named func(*UnsafeFileError) string) string {
	var steps []string
	commands := map[string]string{}
	for _, e := range unsafe {
		if e.command == "" {
			steps = append(steps, "Put the file itself in the place of the link "+quoted(named(e))+".")
			continue
		}
		commands[e.command] += " " + quoted(named(e))
	}
	var parts []string
	for _, command := range slices.Backward(slices.Sorted(maps.Keys(commands))) { // chown is before chmod
		parts = append(parts, command+commands[command])
	}
	if len(parts) > 0 {
		steps = append(steps, "Run `"+strings.Join(parts, "; ")+"`.")
	}
	return strings.Join(steps, " ")
}

var plainPath = regexp.MustCompile(`^[A-Za-z0-9_./][A-Za-z0-9_./-]*$`)

// quoted returns a path as a shell takes it for one word, and no command for an option.
func quoted(path string) string {
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	if plainPath.MatchString(path) {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

// OpenLocked opens a file of a folder of locked adapters. The error is an
// *UnsafeFileError where somebody else could change the file or replace it: folder
// and file have to be owned by this user or root, and be writable by nobody else, and
// the file must not be a symbolic link. The path to the folder may have links; it is
// followed once, and all that is checked is what was opened.
func OpenLocked(path string) (*os.File, error) {
	folder, err := openFolder(filepath.Dir(path))
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
		return nil, isLink(path)
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

// Unsafe returns everything that is unsafe of a folder and its files with the names, in
// that order. It is for people, who want to know all at once: what cannot be looked at
// is left out, and OpenLocked decides.
func Unsafe(dir string, names []string) []*UnsafeFileError {
	folder, err := openFolder(dir)
	if err != nil {
		return nil
	}
	defer func() { _ = folder.Close() }()
	fd := int(folder.Fd()) // #nosec G115 -- a descriptor
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return nil
	}
	found := unsafe(dir, stat)
	for _, name := range names {
		path := filepath.Join(dir, name)
		switch err := unix.Fstatat(fd, name, &stat, unix.AT_SYMLINK_NOFOLLOW); {
		case err != nil:
		case stat.Mode&unix.S_IFMT == unix.S_IFLNK:
			found = append(found, isLink(path))
		default:
			found = append(found, unsafe(path, stat)...)
		}
	}
	return found
}

func openFolder(dir string) (*os.File, error) {
	return os.OpenFile(dir, os.O_RDONLY|unix.O_DIRECTORY|unix.O_NONBLOCK, 0)
}

// checkOwned checks that nobody but this user and root can write to an open file or
// folder. A sticky folder is no better: others may still add files to it.
func checkOwned(opened *os.File) error {
	var stat unix.Stat_t
	if err := unix.Fstat(int(opened.Fd()), &stat); err != nil { // #nosec G115 -- a descriptor
		return &fs.PathError{Op: "stat", Path: opened.Name(), Err: err}
	}
	if found := unsafe(opened.Name(), stat); len(found) > 0 {
		return found[0]
	}
	return nil
}

// unsafe returns what is wrong with the owner and the mode of a file or folder.
func unsafe(path string, stat unix.Stat_t) (found []*UnsafeFileError) {
	const othersWrite = 0o022
	name, owner := filepath.Base(path), os.Geteuid()
	if stat.Uid != 0 && int(stat.Uid) != owner {
		found = append(found, &UnsafeFileError{path, name,
			fmt.Sprintf("is owned by user %d, who is neither root nor the platform's user", stat.Uid), "chown " + strconv.Itoa(owner)})
	}
	if mode := stat.Mode & 0o777; mode&othersWrite != 0 {
		found = append(found, &UnsafeFileError{path, name, fmt.Sprintf("can be written to by others (mode %04o)", mode), "chmod go-w"})
	}
	return found
}

func isLink(path string) *UnsafeFileError {
	return &UnsafeFileError{path, filepath.Base(path), "is a symbolic link", ""}
}

// LoadLocked is Load for a file of a folder of locked adapters: see OpenLocked.
func LoadLocked(path string) (*Image, error) {
	source, err := OpenLocked(path)
	if err != nil {
		return nil, err
	}
	return loadOpened(source)
}
