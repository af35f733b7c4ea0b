package output

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"platform.internal/platform-core/problem"
)

// Entry is a file of a folder that is written; its path is relative and has
// slashes.
type Entry struct {
	Path    string
	Content string
}

// Replaceable says why an existing folder must not be replaced; nil where it
// may be.
type Replaceable func(existing *os.Root) error

// CheckFolder returns the refusal that Folder would return for what is at
// path now.
func CheckFolder(path string, force bool, replaceable Replaceable) error {
	p, err := open(path)
	if err != nil {
		return err
	}
	defer p.close()
	_, err = p.checkFolder(force, replaceable)
	return notWritten(path, err)
}

// Folder writes a folder with the entries to path. An existing folder is
// replaced with force only, and only when replaceable agrees; there is no moment
// without the old or the new one where the file system can exchange names. A process
// that is killed may leave the new or the old one under a temporary name: see Sweep.
// The entry by which replaceable recognises a folder has to be the first.
func Folder(path string, entries []Entry, force bool, replaceable Replaceable) error {
	p, err := open(path)
	if err != nil {
		return err
	}
	defer p.close()
	return notWritten(path, p.writeFolder(entries, force, replaceable))
}

// checkFolder reports whether the target is a folder now, and refuses what
// must not be replaced.
func (p *target) checkFolder(force bool, replaceable Replaceable) (exists bool, err error) {
	info, err := p.existing()
	switch {
	case err != nil || info == nil:
		return false, err
	case info.Mode()&fs.ModeSymlink != 0:
		return true, Protected(p.path, "is a symbolic link; write to the folder that it leads to by its own path")
	case !info.IsDir():
		return true, Protected(p.path, "is a file; write the name of a folder")
	case !force:
		return true, p.exists()
	}
	return true, p.replaceable(p.name, replaceable)
}

// replaceable asks whether the folder with the name may go.
func (p *target) replaceable(name string, ask Replaceable) error {
	existing, err := p.folder.OpenRoot(name)
	if err != nil {
		return err
	}
	defer func() { _ = existing.Close() }()
	return ask(existing)
}

func (p *target) writeFolder(entries []Entry, force bool, ask Replaceable) error {
	exists, err := p.checkFolder(force, ask)
	if err != nil {
		return err
	}
	temp, err := p.newFolder()
	if err != nil {
		return err
	}
	defer func() { _ = temp.file.Close() }()
	if err = p.build(temp.name, entries); err == nil {
		if exists {
			return errors.Join(p.replace(temp.name, ask), p.sync())
		}
		if err = p.renameNew(temp.name); err == nil {
			return p.sync()
		}
	}
	p.discard(temp.name)
	if errors.Is(err, fs.ErrExist) {
		return p.exists()
	}
	return err
}

// discard removes an unfinished folder. What is left of it is swept later.
func (p *target) discard(temp string) { _, _ = p.remove(temp) }

// replace gives the folder temp the name of the existing one, which is temp then,
// and removes that. What came into the old one since it was checked is not lost: the
// two names are swapped back.
func (p *target) replace(temp string, ask Replaceable) error {
	old, err := p.folder.Open(p.name)
	if err != nil {
		p.discard(temp)
		return err
	}
	defer func() { _ = old.Close() }()
	_ = lock(old) // under its temporary name nobody may sweep it; another process that replaces it has it locked
	if err := p.exchange(temp); err != nil {
		p.discard(temp)
		return err
	}
	if refused := p.replaceable(temp, ask); refused != nil {
		if err := p.exchange(temp); err != nil {
			return errors.Join(refused, err)
		}
		p.discard(temp)
		return refused
	}
	if left, err := p.remove(temp); err != nil {
		return problem.New(problem.FileNotWritable, "%s is written, but the folder that it replaces could not be removed whole: %s. Remove %s.",
			p.path, reason(err), filepath.Join(filepath.Dir(p.path), left)).Because(err)
	}
	return nil
}

// build writes the entries into a fresh folder and brings it all to the disk.
func (p *target) build(name string, entries []Entry) error {
	root, err := p.folder.OpenRoot(name)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	for _, e := range entries {
		if err := add(root, e); err != nil {
			return err
		}
	}
	return finish(root, entries)
}

func add(root *os.Root, e Entry) error {
	local := filepath.FromSlash(e.Path)
	if path.Clean(e.Path) != e.Path || !filepath.IsLocal(local) {
		return fmt.Errorf("the path %q of a file leads out of its folder", e.Path)
	}
	if err := root.MkdirAll(filepath.Dir(local), folderMode); err != nil {
		return err
	}
	return create(root, local, []byte(e.Content))
}

// finish sets the permissions of all folders and syncs them, the inner ones
// first.
func finish(root *os.Root, entries []Entry) error {
	for _, name := range folders(entries) {
		folder, err := root.Open(name)
		if err != nil {
			return err
		}
		err = errors.Join(folder.Chmod(folderMode), syncFolder(folder), folder.Close())
		if err != nil {
			return err
		}
	}
	return nil
}

// folders returns every folder above the entries, the longest path first and
// the root last.
func folders(entries []Entry) []string {
	all := map[string]bool{}
	for _, e := range entries {
		for at := path.Dir(e.Path); !all[at]; at = path.Dir(at) {
			all[at] = true
		}
	}
	sorted := slices.Sorted(maps.Keys(all))
	slices.Reverse(sorted)
	return sorted
}
