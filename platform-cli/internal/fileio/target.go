package fileio

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"platform.internal/platform-core/problem"
)

// The permissions of what is written, whatever the umask says: a bundle is the
// same on every machine.
const (
	fileMode   fs.FileMode = 0o644
	folderMode fs.FileMode = 0o755
)

// target is a name in an open folder, to which something is to be written.
type target struct {
	path   string // as the person typed it
	name   string
	folder *os.Root
	handle *os.File // the same folder, for what os.Root cannot do
}

// inFolder calls do with the folder of path open, and says of an error that path was not
// written.
func inFolder(path string, do func(*target) error) error {
	folder, name := filepath.Split(filepath.Clean(path))
	if path == "" || name == "" || name == "." || name == ".." {
		return problem.New(problem.UsageError, "%q is not the path of a file; write a path such as out/%s.", path, "result.json")
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

// temporaryName returns the name of what is not finished.
func temporaryName() string { return ".platform-temporary-" + rand.Text() }

// existing returns what has the name now, without following a link; nil for
// nothing.
func (p *target) existing() (fs.FileInfo, error) {
	info, err := p.folder.Lstat(p.name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return info, err
}

// publish gives what has a temporary name its own. Without force the step itself fails
// if something took the name meanwhile.
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
	return Protected(p.path, "exists already; add --force to replace it, or write another path")
}

// sync brings an open folder's entries to the disk: without it, a crash may undo a rename.
// Some file systems cannot; there is nothing more to be done on those.
func sync(folder *os.File) error {
	if err := folder.Sync(); err != nil && !unsupported(err) {
		return err
	}
	return nil
}

// create writes a new file and brings it to the disk. It takes permissions and owner of an
// old file if that is given.
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

// keepOwner gives a file the owner and the group of another one, or the group at least,
// which is all that most users may give.
func keepOwner(file *os.File, of fs.FileInfo) {
	stat, ok := of.Sys().(*syscall.Stat_t)
	if ok && file.Chown(int(stat.Uid), int(stat.Gid)) != nil {
		_ = file.Chown(-1, int(stat.Gid))
	}
}
