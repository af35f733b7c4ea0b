package fileio

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

// Entry is a file of a folder that [WriteFolder] writes. Its path is relative and has slashes.
type Entry struct {
	Path    string
	Content string
}

// Replaceable returns an error if an existing folder must not be replaced.
type Replaceable func(existing *os.Root) error

// CheckFolder returns the error that [WriteFolder] would return for the current content of path. No folder is replaced
// if replaceable is nil.
func CheckFolder(path string, force bool, replaceable Replaceable) error {
	return inFolder(path, func(p *target) error {
		_, err := p.checkFolder(force, replaceable)
		return err
	})
}

// WriteFolder writes a folder with the entries to path. With force it replaces an existing folder
// if replaceable agrees. If the file system can exchange names, the old or the new folder exists at
// every moment. A killed process may leave one of them under a temporary name.
func WriteFolder(path string, entries []Entry, force bool, replaceable Replaceable) error {
	return inFolder(path, func(p *target) error {
		exists, err := p.checkFolder(force, replaceable)
		if err != nil {
			return err
		}
		temp := temporaryName()
		if err := p.folder.Mkdir(temp, folderMode); err != nil {
			return err
		}
		if err = p.build(temp, entries); err == nil {
			if exists {
				return errors.Join(p.replace(temp, replaceable), sync(p.handle))
			}
			if err = p.publish(temp, false); err == nil {
				return sync(p.handle)
			}
		}
		p.discard(temp)
		return err
	})
}

// checkFolder reports whether the target is a folder. It fails if the target must not be replaced.
func (p *target) checkFolder(force bool, replaceable Replaceable) (exists bool, err error) {
	p.isNew = replaceable == nil
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
	return true, p.ask(replaceable, p.name)
}

// ask calls replaceable with the folder that has the name.
func (p *target) ask(replaceable Replaceable, name string) error {
	existing, err := p.folder.OpenRoot(name)
	if err != nil {
		return err
	}
	defer func() { _ = existing.Close() }()
	return replaceable(existing)
}

// discard removes an unfinished folder as far as possible.
func (p *target) discard(temp string) { _ = p.folder.RemoveAll(temp) }

// replace exchanges the names of the folder temp and the existing folder, and removes the old one.
// If the old folder changed since the check, replace exchanges the names again and fails.
func (p *target) replace(temp string, replaceable Replaceable) error {
	if err := p.exchange(temp); err != nil {
		p.discard(temp)
		return err
	}
	if refused := p.ask(replaceable, temp); refused != nil {
		if err := p.exchange(temp); err != nil {
			return errors.Join(refused, err)
		}
		p.discard(temp)
		return refused
	}
	if err := p.folder.RemoveAll(temp); err != nil {
		return problem.New(problem.FileNotWritable,
			"%s is written, but the folder that it replaces could not be removed whole: %s. Remove %s.",
			p.path, reason(err), filepath.Join(filepath.Dir(p.path), temp)).Because(err)
	}
	return nil
}

// build writes the entries into a new folder and syncs it to the disk. It sets the permissions of
// all folders, the inner ones first.
func (p *target) build(name string, entries []Entry) error {
	root, err := p.folder.OpenRoot(name)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	for _, e := range entries {
		local := filepath.FromSlash(e.Path)
		if path.Clean(e.Path) != e.Path || !filepath.IsLocal(local) {
			return fmt.Errorf("the path %q of a file leads out of its folder", e.Path)
		}
		if err := root.MkdirAll(filepath.Dir(local), folderMode); err != nil {
			return err
		}
		if err := create(root, local, []byte(e.Content), nil); err != nil {
			return err
		}
	}
	for _, name := range folders(entries) {
		folder, err := root.Open(name)
		if err != nil {
			return err
		}
		if err := errors.Join(folder.Chmod(folderMode), sync(folder), folder.Close()); err != nil {
			return err
		}
	}
	return nil
}

// folders returns every folder above the entries, the longest path first and the root last.
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
