package fileio

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"platform.internal/platform-core/handover"
	"platform.internal/platform-core/problem"
)

// maxTreeEntries bounds the entries that are read from a repository. It allows more than ten
// thousand environments.
const maxTreeEntries = 200_000

// Tree is the working tree of a repository below [handover.Folder].
type Tree struct {
	handover.Tree
	// Unusual are links, executable files and files that are writable by all users, sorted by path.
	Unusual []handover.Finding

	path    string
	folders []string
}

// ReadTree reads the working tree at path. It returns an empty tree if there is no
// [handover.Folder].
func ReadTree(path string) (Tree, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return Tree{}, problem.New(problem.UsageError,
			"%s is not read: %s. Name the folder of a working tree.", path, reason(err)).Because(err)
	}
	defer func() { _ = root.Close() }()
	t := Tree{Tree: handover.Tree{}, path: path}
	info, err := root.Lstat(handover.Folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return t, nil
	case err != nil:
		return t, unreadableBundle(path, err)
	case !info.IsDir():
		t.Unusual = []handover.Finding{{Path: handover.Folder, Problem: handover.NotAFile, Detail: "is no folder"}}
		return t, nil
	}
	content, err := readFolder(root, handover.Folder, maxTreeEntries)
	if errors.Is(err, errTooMany) {
		return t, problem.New(problem.ProposalRejected,
			"%s holds more than %d files and folders.", filepath.Join(path, handover.Folder), maxTreeEntries)
	}
	if err != nil {
		return t, unreadableBundle(path, err)
	}
	t.Tree, t.folders = content.Files, content.folders
	for _, m := range unusual(content.entries) {
		t.Unusual = append(t.Unusual, handover.Finding{Path: m.Where, Problem: handover.NotAFile, Detail: m.Message})
	}
	return t, nil
}

// Protects returns an error if the hand-over would write through a link or over an unusual file.
func (t Tree) Protects(h *handover.Handover) error {
	for _, f := range t.Unusual {
		for _, to := range slices.Concat(h.Written, h.Removed) {
			if to == f.Path || strings.HasPrefix(to, f.Path+"/") ||
				path.Dir(to) == path.Dir(f.Path) && path.Dir(to) == handover.LiveFolder(h.StateKey) {
				return Protected(filepath.Join(t.path, filepath.FromSlash(f.Path)), "%s; restore it or remove it first", f.Detail)
			}
		}
	}
	return nil
}

// Write writes a hand-over that [Tree.Protects] allows. It writes the request document first and
// the live folder second, in one step. Then it removes the superseded files. A killed process
// leaves the old or the new live folder. If you repeat the hand-over, Write continues from there.
func (t Tree) Write(h *handover.Handover) error {
	live := handover.LiveFolder(h.StateKey)
	var entries []Entry
	created := ""
	for _, name := range h.Written {
		if path.Dir(name) == live {
			continue
		}
		if err := t.inPlace(name, func(local string) error {
			return Write(local, []byte(h.Files[name]), false)
		}); err != nil {
			return err
		}
		created = name
	}
	for name, content := range h.Files {
		if path.Dir(name) == live {
			entries = append(entries, Entry{Path: path.Base(name), Content: content})
		}
	}
	if slices.ContainsFunc(h.Written, func(name string) bool { return path.Dir(name) == live }) {
		unchanged := func(existing *os.Root) error { return t.unchanged(live, existing) }
		err := t.inPlace(live, func(local string) error { return WriteFolder(local, entries, true, unchanged) })
		if err != nil {
			if created != "" {
				err = errors.Join(err, os.Remove(filepath.Join(t.path, filepath.FromSlash(created))))
			}
			return err
		}
	}
	for _, name := range h.Removed {
		if err := os.Remove(filepath.Join(t.path, filepath.FromSlash(name))); err != nil {
			return notWritten(name, err)
		}
	}
	return nil
}

// inPlace creates the folders above name and calls write with the full path.
func (t Tree) inPlace(name string, write func(local string) error) error {
	root, err := os.OpenRoot(t.path)
	if err != nil {
		return notWritten(name, err)
	}
	defer func() { _ = root.Close() }()
	if err := root.MkdirAll(filepath.FromSlash(path.Dir(name)), folderMode); err != nil {
		return notWritten(name, err)
	}
	return write(filepath.Join(t.path, filepath.FromSlash(name)))
}

// unchanged returns an error if the live folder changed since [ReadTree].
func (t Tree) unchanged(live string, existing *os.Root) error {
	now, err := readFolder(existing, ".", maxEntries)
	if err != nil {
		return err
	}
	for name, content := range now.Files {
		if t.Tree[path.Join(live, name)] != content {
			return Protected(filepath.Join(t.path, filepath.FromSlash(path.Join(live, name))),
				"changed meanwhile; run the command again")
		}
	}
	return nil
}
