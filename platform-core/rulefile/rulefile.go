// Package rulefile reads the rule files that a profile names: files in the folder of the
// profile or below it, also where the way there is a symbolic link.
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

// maxSize bounds a rule file, in bytes.
const maxSize = 1 << 20

// Beside returns the reader of the rule files of the profile in a file, for
// profile.ParseWithFiles.
func Beside(profile string) func(name string) (document.Source, error) {
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
	case !info.Mode().IsRegular(): // opening a pipe may wait for somebody who never comes
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

// unreadable says to a person why there is no such file to read.
func unreadable(err error) error {
	var detail *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("it does not exist; check the name, which is relative to the profile's folder")
	case errors.Is(err, fs.ErrPermission):
		return errors.New("it may not be read by this user; check its permissions")
	case !errors.As(err, &detail):
		return fmt.Errorf("it cannot be read: %w", err)
	case detail.Err.Error() == "path escapes from parent": // os has no value for it
		return errors.New("it is a symbolic link that leads out of the profile's folder; copy the file into the folder")
	}
	return fmt.Errorf("it cannot be read: %w", detail.Err)
}
