package bundle

import (
	"io"
	"io/fs"
	"os"

	"platform.internal/platform-core/problem"
)

// Limits of a bundle that is read: far above any proposal.
const (
	maxFiles    = 200
	maxFileSize = 4 << 20 // bytes
)

// Folder is the content of a bundle's folder.
type Folder struct {
	// Files are the contents of the plain files by path, with slashes.
	Files map[string]string
	// Irregular are the paths of what is neither a plain file nor a folder, such as
	// symbolic links.
	Irregular []string
}

// Read returns the content of the folder at path. Links in it are not followed.
func Read(path string) (Folder, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return Folder{}, unreadable(path, err)
	}
	defer func() { _ = root.Close() }()
	content := Folder{Files: map[string]string{}}
	err = fs.WalkDir(root.FS(), ".", func(at string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		return content.add(root, at, entry)
	})
	if err != nil {
		return Folder{}, unreadable(path, err)
	}
	return content, nil
}

func (f *Folder) add(root *os.Root, at string, entry fs.DirEntry) error {
	if len(f.Files)+len(f.Irregular) >= maxFiles {
		return problem.New(problem.ProposalRejected, "This folder holds more than %d files, so it is no proposal bundle.", maxFiles)
	}
	if !entry.Type().IsRegular() {
		f.Irregular = append(f.Irregular, at)
		return nil
	}
	file, err := root.Open(at)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	content, err := io.ReadAll(io.LimitReader(file, maxFileSize))
	f.Files[at] = string(content)
	return err
}

func unreadable(path string, err error) error {
	if p := problem.From(err); p.Code != problem.InternalError {
		return p
	}
	return problem.New(problem.FileNotReadable, "%s cannot be read: %v.", path, err).Because(err)
}
