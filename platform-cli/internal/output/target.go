package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

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

// open opens the folder of path.
func open(path string) (*target, error) {
	folder, name := filepath.Split(filepath.Clean(path))
	if path == "" || name == "" || name == "." || name == ".." {
		return nil, problem.New(problem.UsageError, "%q is not a name to write to; write a path such as out/%s.", path, "result.json")
	}
	if folder == "" {
		folder = "."
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, notWritten(path, err)
	}
	handle, err := root.Open(".")
	if err != nil {
		_ = root.Close()
		return nil, notWritten(path, err)
	}
	return &target{path: path, name: name, folder: root, handle: handle}, nil
}

func (p *target) close() {
	_ = p.handle.Close()
	_ = p.folder.Close()
}

// existing returns what has the name now, without following a link; nil for
// nothing.
func (p *target) existing() (fs.FileInfo, error) {
	info, err := p.folder.Lstat(p.name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return info, err
}

// sync brings the folder's entries to the disk: without it, a crash may undo
// the rename.
func (p *target) sync() error { return syncFolder(p.handle) }

// syncFolder syncs an open folder. Some file systems cannot; there is nothing
// more to be done on those.
func syncFolder(folder *os.File) error {
	if err := folder.Sync(); err != nil && !unsupported(err) {
		return err
	}
	return nil
}
