package process

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// folderPrefix starts the name of every socket folder.
const folderPrefix = "platform-adapter-"

// Folder is a folder that only this user can enter, for the sockets of one
// adapter.
type Folder struct {
	Path string
	// held is the folder itself, locked for as long as this process lives.
	held *os.File
}

// NewFolder makes a folder. The caller removes it; what a killed host left behind
// is removed with the first folder of the next one.
func NewFolder() (*Folder, error) {
	parent, err := temporary()
	if err != nil {
		return nil, err
	}
	sweepOnce(parent)
	path, err := os.MkdirTemp(parent, folderPrefix)
	if err != nil {
		return nil, err
	}
	held, err := os.Open(path)
	if err == nil {
		lock(held)
	}
	return &Folder{Path: path, held: held}, nil
}

// Remove removes the folder with its content; a second time does no harm.
func (f *Folder) Remove() error {
	err := os.RemoveAll(f.Path)
	if f.held != nil {
		_ = f.held.Close()
	}
	return err
}

var swept sync.Once

func sweepOnce(parent string) { swept.Do(func() { sweep(parent, time.Now().Add(-settled)) }) }

// settled is how old a folder must be to be swept: one that was just made may
// not be locked yet.
const settled = time.Minute

// sweep removes the folders of hosts that are gone: those of this user, from
// before then, that nobody holds.
func sweep(parent string, then time.Time) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if !entry.IsDir() || !strings.HasPrefix(entry.Name(), folderPrefix) {
			continue
		}
		if info, err := entry.Info(); err != nil || !owned(info) || info.ModTime().After(then) {
			continue
		}
		removeUnheld(filepath.Join(parent, entry.Name()))
	}
}

func removeUnheld(path string) {
	folder, err := os.Open(path)
	if err != nil {
		return // another host has swept it
	}
	defer func() { _ = folder.Close() }()
	if lock(folder) {
		_ = os.RemoveAll(path)
	}
}
