package output

import (
	"cmp"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"golang.org/x/sys/unix"
)

// temporaryPrefix begins the name of what is not finished.
const temporaryPrefix = ".platform-"

// temporaryForm is the form of the names of unfinished files and folders, and of
// nothing that anybody else would write.
var temporaryForm = regexp.MustCompile(`^\.platform-[A-Z2-7]{26}$`)

// removedPrefix begins the name of what is being removed, in which there is nothing of
// anybody; removedForm is the form of such names.
const removedPrefix = temporaryPrefix + "removed-"

var removedForm = regexp.MustCompile(`^\.platform-removed-[A-Z2-7]{26}$`)

// temporary is an unfinished file or folder. It is open and locked as long as its
// process lives, so that another one knows that it is not left behind: see Sweep.
type temporary struct {
	name string
	file *os.File
}

// newFile makes a file with a temporary name, to be written.
func (p *target) newFile() (*temporary, error) {
	return p.newTemporary(func(name string) (*os.File, error) {
		return p.folder.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	})
}

// newFolder makes a folder with a temporary name.
func (p *target) newFolder() (*temporary, error) {
	return p.newTemporary(func(name string) (*os.File, error) {
		if err := p.folder.Mkdir(name, folderMode); err != nil {
			return nil, err
		}
		return p.folder.Open(name)
	})
}

// newTemporary makes temporaries until one is this process's own: what has no lock
// yet may be swept by somebody else meanwhile.
func (p *target) newTemporary(create func(name string) (*os.File, error)) (*temporary, error) {
	const attempts = 100
	var err error
	for range attempts {
		name := temporaryPrefix + rand.Text() // the name is gone before the command ends
		var file *os.File
		if file, err = create(name); errors.Is(err, fs.ErrNotExist) {
			continue // swept before it was opened, if the folder itself is still there
		}
		if err != nil {
			return nil, err
		}
		if err = lock(file); !errors.Is(err, errLocked) && p.names(name, file) {
			return &temporary{name, file}, nil
		}
		_ = file.Close()
	}
	return nil, cmp.Or(err, fs.ErrNotExist)
}

// names reports whether name is that of the open file.
func (p *target) names(name string, file *os.File) bool {
	at, err := p.folder.Lstat(name)
	if err != nil {
		return false
	}
	opened, err := file.Stat()
	return err == nil && os.SameFile(at, opened)
}

// errLocked is that another open file has the lock.
var errLocked = errors.New("locked by another process")

// lock locks an open file or folder until it is closed, or its process ends. A file
// system that knows no locks has an error of its own.
func lock(file *os.File) error {
	err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) // #nosec G115 -- a descriptor
	if errors.Is(err, unix.EWOULDBLOCK) {
		return errLocked
	}
	return err
}

// Sweep removes what killed processes left beside path: the temporary files and folders
// that it can lock, which nobody has who lives. Of the folders it removes those that
// were to be removed, that have no content yet, or that replaceable agrees to: one that
// was swapped out may have got files of somebody since. It returns the paths of the
// others, sorted. What it cannot remove stays for the next one.
func Sweep(path string, replaceable Replaceable) (kept []string) {
	p, err := open(path)
	if err != nil {
		return nil
	}
	defer p.close()
	p.sweep(func(name string, info fs.FileInfo) {
		if !info.IsDir() || removedForm.MatchString(name) || p.hasNoContent(name) || p.replaceable(name, replaceable) == nil {
			_, _ = p.remove(name)
			return
		}
		kept = append(kept, filepath.Join(filepath.Dir(p.path), name))
	})
	slices.Sort(kept)
	return kept
}

// sweepFiles removes the temporary files that killed processes left.
func (p *target) sweepFiles() {
	p.sweep(func(name string, info fs.FileInfo) {
		if !info.IsDir() {
			_ = p.folder.Remove(name)
		}
	})
}

// sweep calls visit with each temporary that it can lock, while it has the lock.
func (p *target) sweep(visit func(name string, info fs.FileInfo)) {
	listing, err := p.folder.Open(".")
	if err != nil {
		return
	}
	defer func() { _ = listing.Close() }()
	names, _ := listing.Readdirnames(-1)
	for _, name := range names {
		if temporaryForm.MatchString(name) || removedForm.MatchString(name) {
			p.sweepOne(name, visit)
		}
	}
}

func (p *target) sweepOne(name string, visit func(name string, info fs.FileInfo)) {
	info, err := p.folder.Lstat(name)
	if err != nil || !info.Mode().IsRegular() && !info.IsDir() {
		return
	}
	// Not blocking: a named pipe could take the name, and would wait for its writer.
	file, err := p.folder.OpenFile(name, os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return
	}
	defer func() { _ = file.Close() }()
	if lock(file) == nil && p.names(name, file) {
		visit(name, info)
	}
}

// hasNoContent reports whether a folder has nothing but folders and empty files.
func (p *target) hasNoContent(name string) bool {
	root, err := p.folder.OpenRoot(name)
	if err != nil {
		return false
	}
	defer func() { _ = root.Close() }()
	return fs.WalkDir(root.FS(), ".", func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if info, err := entry.Info(); err != nil || !info.Mode().IsRegular() || info.Size() > 0 {
			return fs.ErrExist
		}
		return nil
	}) == nil
}

// remove removes a temporary file or folder. It takes the name of what is to be removed
// first: a folder that is half gone cannot be told from others by what it holds. It
// returns that name, for what is left.
func (p *target) remove(temp string) (name string, err error) {
	name = removedPrefix + rand.Text()
	if p.folder.Rename(temp, name) != nil {
		name = temp
	}
	return name, p.folder.RemoveAll(name)
}
