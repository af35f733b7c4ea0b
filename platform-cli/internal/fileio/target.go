package fileio

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"platform.internal/platform-core/handover"
	"platform.internal/platform-core/problem"
)

// Permissions of written files and folders. They ignore the umask, so that a bundle is the same on
// every machine.
const (
	fileMode   fs.FileMode = 0o644
	folderMode fs.FileMode = 0o755
)

// target is a name in an open folder to which a file or folder is written.
type target struct {
	path   string // the path as the user typed it
	name   string
	isNew  bool // no flag of the command replaces a file
	folder *os.Root
	handle *os.File // the same folder, for calls that os.Root lacks
}

// inFolder opens the folder of path and calls do. It adds the path to an error of do. It does nothing
// for an empty path: the user asked for no file. The flags refuse an empty path that is written.
func inFolder(path string, do func(*target) error) error {
	if path == "" {
		return nil
	}
	folder, name := filepath.Split(filepath.Clean(path))
	if path == Stdin || name == "" || name == "." || name == ".." {
		return problem.New(problem.UsageError,
			"%q is not the path of a file; write a path such as out/%s.", path, "result.json")
	}
	if folder == "" {
		folder = "."
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return notWritten(path, err)
	}
	defer func() { _ = root.Close() }()
	handle, err := root.Open(".")
	if err != nil {
		return notWritten(path, err)
	}
	defer func() { _ = handle.Close() }()
	return notWritten(path, do(&target{path: path, name: name, folder: root, handle: handle}))
}

// temporaryName returns the name of an unfinished file or folder.
func temporaryName() string { return handover.Unfinished + "temporary-" + rand.Text() }

// existing returns the item that has the name, or nil. It follows no link.
func (p *target) existing() (fs.FileInfo, error) {
	info, err := p.folder.Lstat(p.name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return info, err
}

// publish renames temp to the target's name. Without force it fails if the name is in use by then.
func (p *target) publish(temp string, force bool) error {
	if force {
		return p.folder.Rename(temp, p.name)
	}
	err := p.renameNew(temp)
	if errors.Is(err, fs.ErrExist) {
		return p.exists()
	}
	return err
}

func (p *target) exists() error {
	if p.isNew {
		return Protected(p.path, "exists already; remove it, or write another path")
	}
	return Protected(p.path, "exists already; add --force to replace it, or write another path")
}

// sync writes the entries of an open folder to the disk. Without it, a crash may undo a rename. It
// ignores the error of a file system that cannot sync a folder.
func sync(folder *os.File) error {
	if err := folder.Sync(); err != nil && !unsupported(err) {
		return err
	}
	return nil
}

// create writes a new file and syncs it to the disk. If old is not nil, the file gets the
// permissions and the owner of old.
func create(folder *os.Root, name string, data []byte, old fs.FileInfo) error {
	file, err := folder.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return err
	}
	mode := fileMode
	if old != nil {
		mode = old.Mode().Perm()
		keepOwner(file, old)
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Chmod(mode), file.Sync(), file.Close())
}

// keepOwner gives a file the owner and the group of another one. Most users may set only the group.
func keepOwner(file *os.File, of fs.FileInfo) {
	stat, ok := of.Sys().(*syscall.Stat_t)
	if ok && file.Chown(int(stat.Uid), int(stat.Gid)) != nil {
		_ = file.Chown(-1, int(stat.Gid))
	}
}
