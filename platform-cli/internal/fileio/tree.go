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
	"platform.internal/platform-core/proposal"
)

// Limits of a repository. They allow some ten thousand environments.
const (
	maxTreeEntries = 200_000   // files and folders
	maxTreeSize    = 256 << 20 // bytes that [ReadTree] reads
)

// Tree is the working tree of a repository below [handover.Folder]. It has the names of all files,
// and the contents that [ReadTree] was asked for.
type Tree struct {
	handover.Tree
	// Unusual are links, executable files and empty live folders, sorted by path. Who may write depends on the checkout:
	// git stores only whether a file is executable.
	Unusual []handover.Finding

	path string
}

// ReadTree lists the working tree at path and reads the wanted files. The tree is empty if there is
// no [handover.Folder].
func ReadTree(path string, wanted func(name string) bool) (Tree, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return Tree{}, problem.New(problem.UsageError,
			"%s is not read: %s. Name the folder of a working tree.", path, reason(err)).Because(err)
	}
	defer func() { _ = root.Close() }()
	t := Tree{Tree: handover.Tree{}, path: path}
	if err := refuseOtherFolder(root, path); err != nil {
		return t, err
	}
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
	content, err := readFolder(root, handover.Folder, maxTreeEntries, maxTreeSize, wanted)
	if errors.Is(err, errTooMany) {
		return t, problem.New(problem.ProposalRejected,
			"%s holds more than %d files and folders, or too large ones.", filepath.Join(path, handover.Folder), maxTreeEntries)
	}
	if err != nil {
		return t, unreadableBundle(path, err)
	}
	t.Tree = content.Files
	for _, name := range t.Unrecorded() {
		if t.Tree[name], err = readPart(root, name); err != nil {
			return t, unreadableBundle(path, err)
		}
	}
	for _, folder := range content.empty() {
		switch {
		case handover.IsUnfinished(folder):
			t.Tree[folder] = "" // as a file, so that Read reports the folder
		case handover.IsLive(folder):
			t.Unusual = append(t.Unusual, handover.Finding{Path: folder, Problem: handover.NotAFile,
				Detail: "is an empty folder, such as that of a submodule"})
		}
	}
	for _, m := range unusual(content.entries, writableByAll) {
		t.Unusual = append(t.Unusual, handover.Finding{Path: m.Where, Problem: handover.NotAFile, Detail: m.Message})
	}
	t.Unusual = handover.Sorted(t.Unusual)
	return t, nil
}

// refuseOtherFolder returns an error for a bundle, and for [handover.Folder] or a folder below it.
func refuseOtherFolder(root *os.Root, path string) error {
	inside, _ := upwards(path, func(folder string, in fs.FileInfo) bool {
		named, err := os.Stat(folder + "/../" + handover.Folder)
		return err == nil && os.SameFile(in, named) && handover.IsTree(os.DirFS(folder))
	})
	if inside != "" {
		repo, err := filepath.EvalSymlinks(inside + "/..")
		if err != nil {
			return unreadableBundle(path, err)
		}
		return problem.New(problem.UsageError, "%s is in the folder %s of a working tree. Write --repo %s.",
			path, handover.Folder, repo)
	}
	if _, err := root.Lstat(proposal.MarkerPath); err == nil {
		return problem.New(problem.UsageError, "%s is a bundle. Name the folder of a working tree.", path)
	}
	return nil
}

// upwards returns the first folder that is wanted, from path up to the root; empty for none. It does not clean the
// paths, because a folder can be a link.
func upwards(path string, wanted func(folder string, info fs.FileInfo) bool) (string, error) {
	for folder := path; ; folder += "/.." {
		in, err := os.Stat(folder)
		if err != nil || wanted(folder, in) {
			return folder, err
		}
		above, err := os.Stat(folder + "/..")
		if err != nil || os.SameFile(in, above) {
			return "", err
		}
	}
}

// CheckOutside returns an error if path is below [handover.Folder] of the working tree at repo.
func CheckOutside(path, repo string) error {
	tree, err := os.Stat(filepath.Join(repo, handover.Folder))
	if err != nil {
		return nil //nolint:nilerr // nothing is below a folder that does not exist
	}
	inside, err := upwards(filepath.Dir(path), func(_ string, in fs.FileInfo) bool { return os.SameFile(in, tree) })
	switch {
	case err != nil:
		return notWritten(path, err)
	case inside != "":
		return problem.New(problem.UsageError,
			"%s is below the folder %s, which has only files of hand-overs. Write another path.", path, handover.Folder)
	}
	return nil
}

// Contents reads the files of an environment. It returns their contents by their paths in a bundle.
func (t Tree) Contents(e handover.Environment) (map[string]string, error) {
	root, err := os.OpenRoot(t.path)
	if err != nil {
		return nil, unreadableBundle(t.path, err)
	}
	defer func() { _ = root.Close() }()
	contents := map[string]string{}
	for name := range e.Files {
		if contents[name], err = readPart(root, e.InTree(name)); err != nil {
			return nil, unreadableBundle(t.local(e.InTree(name)), err)
		}
	}
	return contents, nil
}

// Protects returns an error if the hand-over would write through a link, over an unusual file, or below a file.
func (t Tree) Protects(h *handover.Handover) error {
	for _, to := range h.Written {
		for folder := path.Dir(to); folder != "."; folder = path.Dir(folder) {
			if _, ok := t.Tree[folder]; ok {
				return Protected(t.local(folder), "is a file where the hand-over needs a folder; remove it first")
			}
		}
	}
	for _, f := range t.Unusual {
		for _, to := range slices.Concat(h.Written, h.Removed) {
			if to == f.Path || strings.HasPrefix(to, f.Path+"/") ||
				strings.HasPrefix(f.Path, handover.LiveFolder(h.StateKey)+"/") {
				return Protected(t.local(f.Path), "%s; restore it or remove it first", f.Detail)
			}
		}
	}
	return nil
}

// Write writes a hand-over that [Tree.Protects] allows. It writes the request document first and
// the live folder second, in one step. Then it removes the superseded files. A killed process
// leaves the old or the new live folder. If you repeat the hand-over, Write continues from there.
// Such a process can also leave a folder whose name starts with ".platform-temporary-", which
// [handover.Read] reports.
func (t Tree) Write(h *handover.Handover) error {
	live := handover.LiveFolder(h.StateKey)
	isLive := func(name string) bool { return path.Dir(name) == live }
	var entries []Entry
	var recorded []string // request documents that this call wrote
	for name, content := range h.Files {
		switch {
		case isLive(name):
			entries = append(entries, Entry{Path: path.Base(name), Content: content})
		case slices.Contains(h.Written, name):
			err := t.inPlace(name, func(local string) error { return WriteNew(local, []byte(content)) })
			if err != nil {
				return err
			}
			recorded = append(recorded, t.local(name))
		}
	}
	if slices.ContainsFunc(h.Written, isLive) {
		unchanged := func(existing *os.Root) error { return t.unchanged(live, existing) }
		err := t.inPlace(live, func(local string) error { return WriteFolder(local, entries, true, unchanged) })
		if err != nil {
			marker := path.Join(live, proposal.MarkerPath)
			if now, _ := os.ReadFile(t.local(marker)); string(now) != h.Files[marker] { // the old folder is in place
				for _, local := range recorded {
					Discard(local)
				}
			}
			return err
		}
	}
	for _, name := range h.Removed {
		local := t.local(name)
		if now, err := os.ReadFile(local); err == nil && string(now) != t.Tree[name] {
			return Protected(local, "changed meanwhile; run the command again")
		}
		if err := os.Remove(local); err != nil {
			return notWritten(local, err)
		}
	}
	return nil
}

// local returns the path of a name on this machine.
func (t Tree) local(name string) string { return filepath.Join(t.path, filepath.FromSlash(name)) }

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
	return write(t.local(name))
}

// unchanged returns an error if the live folder changed since [ReadTree].
func (t Tree) unchanged(live string, existing *os.Root) error {
	now, err := readFolder(existing, ".", maxEntries, maxEntries*maxFileSize, everyFile)
	if err != nil {
		return err
	}
	for _, e := range now.entries {
		name := path.Join(live, e.path)
		content, ok := t.Tree[name]
		if !e.mode.IsDir() && (!ok || !e.mode.IsRegular() || now.Files[e.path] != content) {
			return Protected(t.local(name), "changed meanwhile; run the command again")
		}
	}
	return nil
}
