package adapterhost

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

	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/problem"
)

// unsafeFileError is the error for a file or folder that users other than root and the platform's
// user could change.
type unsafeFileError struct {
	path, reason string
	// command is the first part of the shell command that repairs the file. The path is the last
	// part. command is empty if no command can repair the file.
	command string
}

func (e *unsafeFileError) Error() string { return e.path + " " + e.reason }

// summary says what is unsafe, without the path of the folder.
func (e *unsafeFileError) summary() string { return filepath.Base(e.path) + " " + e.reason }

// problem returns the Problem for an adapter that starts after the platform has started. Clients
// can read the Problem, so it has the name of the file but not its folder.
func (e *unsafeFileError) problem() *problem.Problem {
	return unavailable(retryLater, problem.AdapterFileUnsafe, e,
		"No adapter of the adapters folder is used: "+e.summary()+".", remedy(filepath.Base, e))
}

// whole returns the path unchanged. It is an argument of [remedy].
func whole(path string) string { return path }

// remedy says how to repair all files: which symbolic links to replace, and one command to run. The
// command has no characters that JSON escapes. named returns the text for a path.
func remedy(named func(path string) string, unsafe ...*unsafeFileError) string {
	var steps []string
	commands := map[string]string{}
	for _, e := range unsafe {
		if e.command == "" {
			steps = append(steps, "Put the file itself in the place of the link "+quoted(named(e.path))+".")
			continue
		}
		commands[e.command] += " " + quoted(named(e.path))
	}
	var parts []string
	for _, command := range slices.Backward(slices.Sorted(maps.Keys(commands))) { // reverse order: chown before chmod
		parts = append(parts, command+commands[command])
	}
	if len(parts) > 0 {
		steps = append(steps, "Run `"+strings.Join(parts, "; ")+"`.")
	}
	return strings.Join(steps, " ")
}

var plainPath = regexp.MustCompile(`^[A-Za-z0-9_./][A-Za-z0-9_./-]*$`)

// quoted returns a path as one word for a shell. A path that starts with "-" gets the prefix "./",
// so that no command reads it as an option.
func quoted(path string) string {
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	if plainPath.MatchString(path) {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

// openOwned opens a file in a folder of locked adapters. The error is an [unsafeFileError] if
// others could change or replace the file. The owner of folder and file must be this user or root,
// and only the owner may have write permission. The file must not be a symbolic link. The path to
// the folder may contain links. openOwned resolves that path once and checks the folder that it
// opened. A later change of a link has no effect.
func openOwned(path string) (*os.File, error) {
	folder, err := openFolder(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	defer func() { _ = folder.Close() }()
	if err := checkOwned(folder); err != nil {
		return nil, err
	}
	// O_NONBLOCK, because the open of a named pipe would wait for a writer.
	const flags = unix.O_RDONLY | unix.O_NOFOLLOW | unix.O_CLOEXEC | unix.O_NONBLOCK
	fd, err := unix.Openat(int(folder.Fd()), filepath.Base(path), flags, 0) // #nosec G115 -- a descriptor
	switch {
	case errors.Is(err, unix.ELOOP), errors.Is(err, unix.EMLINK): // ELOOP: Linux, macOS; EMLINK: FreeBSD
		return nil, newLinkError(path)
	case err != nil:
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	file := os.NewFile(uintptr(fd), path)
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s %w", path, process.ErrNotRegular)
	}
	if err := errors.Join(err, checkOwned(file)); err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}

// findUnsafe returns the errors of a folder, and then the errors of the files with the names.
// Messages use it to list all errors at once. It skips files that it cannot examine, because
// [openOwned] checks each file when it is used.
func findUnsafe(dir string, names []string) []*unsafeFileError {
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
	found := checkOwner(dir, stat)
	for _, name := range names {
		path := filepath.Join(dir, name)
		switch err := unix.Fstatat(fd, name, &stat, unix.AT_SYMLINK_NOFOLLOW); {
		case err != nil:
		case stat.Mode&unix.S_IFMT == unix.S_IFLNK:
			found = append(found, newLinkError(path))
		default:
			found = append(found, checkOwner(path, stat)...)
		}
	}
	return found
}

func openFolder(dir string) (*os.File, error) {
	return os.OpenFile(dir, os.O_RDONLY|unix.O_DIRECTORY|unix.O_NONBLOCK, 0)
}

// checkOwned fails if a user other than root and this user can write to an open file or folder. A
// sticky folder is refused as well, because others may add files to it.
func checkOwned(opened *os.File) error {
	var stat unix.Stat_t
	if err := unix.Fstat(int(opened.Fd()), &stat); err != nil { // #nosec G115 -- a descriptor
		return &fs.PathError{Op: "stat", Path: opened.Name(), Err: err}
	}
	if found := checkOwner(opened.Name(), stat); len(found) > 0 {
		return found[0]
	}
	return nil
}

// checkOwner returns the faults in the owner and the mode of a file or folder.
func checkOwner(path string, stat unix.Stat_t) (found []*unsafeFileError) {
	owner := os.Geteuid()
	if stat.Uid != 0 && int(stat.Uid) != owner {
		reason := fmt.Sprintf("is owned by user %d, who is neither root nor the platform's user", stat.Uid)
		found = append(found, &unsafeFileError{path, reason, "chown " + strconv.Itoa(owner)})
	}
	if mode := stat.Mode & 0o777; mode&othersWrite != 0 {
		reason := fmt.Sprintf("can be written to by others (mode %04o)", mode)
		found = append(found, &unsafeFileError{path, reason, "chmod go-w"})
	}
	return found
}

// othersWrite is the write permission of group and others.
const othersWrite = 0o022

func newLinkError(path string) *unsafeFileError {
	return &unsafeFileError{path, "is a symbolic link", ""}
}
