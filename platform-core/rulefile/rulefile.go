// Package rulefile reads the rule files that a profile names. They are in the folder of the profile or below it. The
// path to a file may have symbolic links that stay in the folder.
package rulefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"platform.internal/platform-core/document"
)

// maxSize limits the bytes of a rule file.
const maxSize = 1 << 20

// Reader returns the function that reads the rule files of the profile at a path, for [profile.ParseWithFiles].
func Reader(profile string) func(name string) (document.Source, error) {
	folder := filepath.Dir(profile)
	return func(name string) (document.Source, error) {
		data, err := read(folder, name)
		if err != nil {
			return document.Source{}, err
		}
		return document.Source{Name: filepath.Join(folder, name), Format: document.FormatOf(name, data), Data: data}, nil
	}
}

func read(folder, name string) ([]byte, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, unreadable(err)
	}
	defer func() { _ = root.Close() }()
	switch info, err := root.Stat(name); {
	case err != nil:
		return nil, unreadable(err)
	case info.IsDir():
		return nil, errors.New("it is a folder; name the files in it")
	case !info.Mode().IsRegular(): // opening a pipe may wait forever
		return nil, errors.New("it is no regular file; write the rules into one")
	}
	file, err := root.Open(name)
	if err != nil {
		return nil, unreadable(err)
	}
	defer func() { _ = file.Close() }()
	data, err := io.ReadAll(io.LimitReader(file, maxSize+1))
	switch {
	case err != nil:
		return nil, unreadable(err)
	case len(data) > maxSize:
		return nil, fmt.Errorf("it is over %d bytes, the most that is read", maxSize)
	}
	return data, nil
}

// unreadable returns the error of a file that cannot be read, with what to do.
func unreadable(err error) error {
	var detail *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("it does not exist; check the name, which is relative to the profile's folder")
	case errors.Is(err, fs.ErrPermission):
		return errors.New("it may not be read by this user; check its permissions")
	case !errors.As(err, &detail):
		return fmt.Errorf("it cannot be read: %w", err)
	case detail.Err.Error() == "path escapes from parent": // os has no value for this error
		return errors.New("it is a symbolic link that leads out of the profile's folder; copy the file into the folder")
	}
	return fmt.Errorf("it cannot be read: %w", detail.Err)
}
