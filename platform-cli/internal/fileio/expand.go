package fileio

import (
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

// Expand returns the files that the arguments name, sorted by path and each once. A folder means
// the documents below it, without names that start with a dot. The files in except are left out of
// folders, since a folder may contain the profile. Expand fails if a folder has no document or
// cannot be read.
func Expand(arguments []string, except ...string) ([]string, error) {
	return search{except: except}.all(arguments)
}

// ExpandBundles works as [Expand], but the folder of a bundle is one item.
func ExpandBundles(arguments []string, except ...string) ([]string, error) {
	return search{except: except, bundles: true}.all(arguments)
}

// ExpandInForce works as [ExpandBundles], but the root of a repository means the request documents that are in force:
// the request of each live folder, or all of them if there is no live folder. A folder of live folders means their
// requests. live has the requests of live folders.
func ExpandInForce(arguments []string, except ...string) (files []string, live map[string]bool, err error) {
	var others []string
	live = map[string]bool{}
	for _, argument := range arguments {
		repository, below, ok := liveIn(argument)
		if !ok {
			others = append(others, argument)
			continue
		}
		found, err := inForce(repository, below, live)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, found...)
	}
	found, err := ExpandBundles(others, except...)
	files = append(files, found...)
	slices.Sort(files)
	return slices.Compact(files), live, err
}

// liveIn returns the repository of a folder, and the folder's path in it: empty for the root. It is not ok for a folder
// that contains no live folder by its place, such as a bundle.
func liveIn(folder string) (repository, below string, ok bool) {
	isRoot := func(root string) bool { return IsFolder(filepath.Join(root, handover.Folder, "requests")) }
	whole, err := filepath.Abs(folder)
	if folder == Stdin || err != nil || !IsFolder(folder) {
		return "", "", false
	}
	if isRoot(folder) {
		return folder, "", !isBundle(folder)
	}
	for up := folder; filepath.Dir(whole) != whole; whole = filepath.Dir(whole) {
		up, below = filepath.Join(up, ".."), path.Join(filepath.Base(whole), below)
		if isRoot(up) {
			isLive := below == handover.Folder || below == handover.Folder+"/live" || strings.HasPrefix(below, handover.Folder+"/live/")
			return up, below, isLive && !isBundle(up)
		}
	}
	return "", "", false
}

// inForce returns the request documents that are in force below a path of a repository, and adds those of live folders
// to live.
func inForce(repository, below string, live map[string]bool) (files []string, err error) {
	tree, err := ReadTree(repository, func(name string) bool { return path.Base(name) == proposal.MarkerPath })
	if err != nil {
		return nil, err
	}
	for _, e := range handover.Read(tree.Tree, "").Environments {
		if below != "" && !strings.HasPrefix(e.Path+"/", below+"/") {
			continue
		}
		if e.RequestID == "" {
			return nil, refuse(tree.local(e.Path),
				"has no readable %s, so its request is not known; `platform request verify --repo` says more",
				proposal.MarkerPath)
		}
		file := tree.local(proposal.PathsOf(e.RequestID).Request)
		live[file] = true
		files = append(files, file)
	}
	switch {
	case len(files) > 0:
		return files, nil
	case below == "" || below == handover.Folder:
		return Expand([]string{filepath.Join(repository, handover.Folder, "requests")})
	default:
		return nil, refuse(filepath.Join(repository, below), "has no live folder, so there is nothing to check")
	}
}

// RequestsOf replaces each bundle among files by its request document.
func RequestsOf(files []string) (list []string, err error) {
	for _, file := range files {
		if file == Stdin || !IsFolder(file) {
			list = append(list, file)
			continue
		}
		found, err := Expand([]string{filepath.Join(file, handover.Folder, "requests")})
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
}

// search is a search for files in folders.
type search struct {
	except  []string
	bundles bool
}

func (s search) all(arguments []string) ([]string, error) {
	var files []string
	for _, argument := range arguments {
		found, err := s.expand(argument)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

func (s search) expand(argument string) ([]string, error) {
	if argument == Stdin || !IsFolder(argument) || s.bundles && isBundle(argument) {
		return []string{Clean(argument)}, nil
	}
	found, err := s.below(argument)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, nothingIn(argument)
	}
	return found, nil
}

// sameFile reports whether two paths lead to the same existing file.
func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// IsFolder reports whether path is a folder. It returns false if path cannot be examined; the
// reader then reports the error.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func nothingIn(folder string) *problem.Problem {
	return refuse(folder, "holds no request document (.yaml, .yml or .json), so there is nothing to check")
}

// isBundle reports whether a folder has the safety marker of a bundle.
func isBundle(folder string) bool {
	info, err := os.Lstat(filepath.Join(folder, proposal.MarkerPath))
	return err == nil && info.Mode().IsRegular()
}

func (s search) below(folder string) ([]string, error) {
	var except []fs.FileInfo
	for _, path := range s.except {
		if info, err := os.Stat(path); err == nil {
			except = append(except, info)
		}
	}
	root := folder + string(filepath.Separator) // the separator makes a link to a folder that folder
	var found []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return unreadable(path, err)
		case path == root:
			return nil
		case strings.HasPrefix(entry.Name(), "."):
			return skipped(entry)
		case s.bundles && entry.IsDir() && isBundle(path):
			found = append(found, path)
			return fs.SkipDir
		case isDocument(path, entry, except):
			found = append(found, path)
		}
		return nil
	})
	return found, err
}

func skipped(entry fs.DirEntry) error {
	if entry.IsDir() {
		return fs.SkipDir
	}
	return nil
}

// isDocument reports whether the extension of a folder's entry is that of a document. A broken link
// is a document, so that it is reported. A pipe or a device is not, because a read may never end.
func isDocument(path string, entry fs.DirEntry, except []fs.FileInfo) bool {
	extension := strings.ToLower(filepath.Ext(entry.Name()))
	if entry.IsDir() || !slices.Contains([]string{".yaml", ".yml", ".json"}, extension) {
		return false
	}
	info, err := os.Stat(path)
	if err != nil {
		return true
	}
	isSame := func(other fs.FileInfo) bool { return os.SameFile(info, other) }
	return info.Mode().IsRegular() && !slices.ContainsFunc(except, isSame)
}
