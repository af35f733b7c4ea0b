package fileio

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
)

// Limits for the files of a bundle, far above those of any proposal.
const (
	maxEntries  = 200     // number of files and folders
	maxFileSize = 4 << 20 // size of a file in bytes
)

// Bundle is the content of a bundle's folder, as [ReadBundle] returns it.
type Bundle struct {
	// Files are the contents of the regular files by path, with slashes.
	Files   map[string]string
	folders []string
	entries []entry
}

// entry is a file, a folder or any other item in the folder.
type entry struct {
	path  string
	mode  fs.FileMode
	links uint64
}

// Unusual returns the entries of the folder that a bundle of the request never has. These are
// links, unusual permissions and folders without an artifact. Extra read permissions are usual,
// because the checkout decides them. Permissions are not checked if the file system does not store
// them.
func (f Bundle) Unusual(requestID string) []proposal.Mismatch {
	found := unusual(f.entries, 0)
	_, folders := layout(requestID)
	for _, at := range f.folders {
		if !folders[at] {
			found = append(found, proposal.Mismatch{Where: at, Message: "is a folder without an artifact"})
		}
	}
	return found
}

// empty returns the folders that have no entry.
func (f Bundle) empty() (folders []string) {
	for i, e := range f.entries {
		if e.mode.IsDir() && (i+1 == len(f.entries) || !strings.HasPrefix(f.entries[i+1].path, e.path+"/")) {
			folders = append(folders, e.path)
		}
	}
	return folders
}

// ReadBundle returns the content of the folder at path. It follows no link. It fails with
// [problem.ProposalRejected] if the folder has too many entries.
func ReadBundle(path string) (Bundle, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return Bundle{}, unreadableBundle(path, err)
	}
	defer func() { _ = root.Close() }()
	content, err := readFolder(root, ".", maxEntries, maxEntries*maxFileSize, everyFile)
	if errors.Is(err, errTooMany) {
		return content, problem.New(problem.ProposalRejected,
			"This folder holds more than %d files and folders, so it is no proposal bundle.", maxEntries)
	}
	return content, unreadableBundle(path, err)
}

// errTooMany is the error for a folder with more entries than its reader allows.
var errTooMany = errors.New("too many files and folders")

// everyFile is for a call of readFolder that reads all files.
func everyFile(string) bool { return true }

// readFolder returns the content of a folder below root. It reads the wanted files and leaves the
// content of others empty. It fails with errTooMany if there are more than most entries, or more
// bytes in wanted files. It follows no link.
func readFolder(root *os.Root, folder string, most, bytes int, wanted func(string) bool) (Bundle, error) {
	content := Bundle{Files: map[string]string{}}
	err := fs.WalkDir(root.FS(), folder, func(at string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case len(content.entries) == most, bytes < 0:
			return errTooMany
		}
		err = content.add(root, at, entry, wanted)
		bytes -= len(content.Files[at])
		return err
	})
	return content, err
}

func (f *Bundle) add(root *os.Root, at string, listed fs.DirEntry, wanted func(string) bool) error {
	info, err := listed.Info()
	if err != nil {
		return err
	}
	f.entries = append(f.entries, entry{at, info.Mode(), Links(info)})
	switch {
	case info.IsDir():
		f.folders = append(f.folders, at)
		return nil
	case !info.Mode().IsRegular():
		return nil
	case !wanted(at):
		f.Files[at] = ""
		return nil
	}
	f.Files[at], err = readPart(root, at)
	return err
}

// readPart returns the content of a file, but at most maxFileSize bytes.
func readPart(root *os.Root, path string) (string, error) {
	file, err := root.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	var content bytes.Buffer
	content.Grow(int(min(info.Size(), maxFileSize)) + bytes.MinRead)
	_, err = content.ReadFrom(io.LimitReader(file, maxFileSize))
	return content.String(), err
}

// unusual returns a mismatch for each entry whose kind or permissions a bundle never has. It does
// not look at the ignored permissions.
func unusual(entries []entry, ignored fs.FileMode) []proposal.Mismatch {
	var found []proposal.Mismatch
	if withoutModes(entries) {
		ignored = fs.ModePerm
	}
	for _, e := range entries {
		e.mode &^= ignored
		if message := e.unusual(); message != "" {
			found = append(found, proposal.Mismatch{Where: e.path, Message: message})
		}
	}
	return found
}

// withoutModes reports whether every file and folder has all permissions. This is so on file
// systems that store none, such as drvfs and exFAT.
func withoutModes(entries []entry) bool {
	files := 0
	for _, e := range entries {
		if e.mode.IsRegular() {
			files++
		}
		if (e.mode.IsRegular() || e.mode.IsDir()) && e.mode.Perm() != fs.ModePerm {
			return false
		}
	}
	return files > 0
}

const writableByAll fs.FileMode = 0o002

// unusual returns why a bundle never has such a file or folder, or "".
func (e entry) unusual() string {
	const executable = 0o111
	switch mode := e.mode; {
	case !mode.IsDir() && !mode.IsRegular():
		return "is not a plain file"
	case mode.Perm()&writableByAll != 0:
		return "is writable by everybody"
	case mode.IsDir():
		return ""
	case e.links > 1:
		return "has a second name (a hard link)"
	case mode&fs.ModeSetuid != 0:
		return "is setuid"
	case mode&fs.ModeSetgid != 0:
		return "is setgid"
	case mode&fs.ModeSticky != 0:
		return "is sticky"
	case mode.Perm()&executable != 0:
		return "is executable"
	}
	return ""
}

func unreadableBundle(path string, err error) error {
	if err == nil {
		return nil
	}
	if p := problem.From(err); p.Code != problem.InternalError {
		return p
	}
	return problem.New(problem.FileNotReadable, "%s cannot be read: %v.", path, err).Because(err)
}
