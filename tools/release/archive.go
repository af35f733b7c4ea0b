package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// archives writes one for each target: everything below one folder.
func (r *release) archives() error {
	for _, t := range targets {
		name := fmt.Sprintf("platform_%s_%s", r.version, t)
		files, err := r.contents(t, name, name, path.Join(name, "systemd"))
		if err != nil {
			return err
		}
		files = append(files, file{path: path.Join(name, "README.md"), mode: 0o644, source: "tools/release/files/README.md"})
		if err := r.writeArchive(name, files); err != nil {
			return err
		}
	}
	return nil
}

// writeArchive writes NAME.tar.gz of the release.
func (r *release) writeArchive(name string, files []file) error {
	var out bytes.Buffer
	packed, err := gzip.NewWriterLevel(&out, gzip.BestCompression) // its header has no time
	if err != nil {
		return err
	}
	if err := errors.Join(writeTar(packed, files, r.made), packed.Close()); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.out, name+".tar.gz"), out.Bytes(), 0o644)
}

// writeTar writes files of root with one time, sorted, with the folders that they are in.
func writeTar(out io.Writer, files []file, made time.Time) error {
	w := tar.NewWriter(out)
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.path, b.path) })
	made = made.Truncate(time.Second)
	written := map[string]bool{".": true}
	var folder func(name string) error
	folder = func(name string) error {
		if written[name] {
			return nil
		}
		written[name] = true
		if err := folder(path.Dir(name)); err != nil {
			return err
		}
		return w.WriteHeader(&tar.Header{
			Typeflag: tar.TypeDir, Name: name + "/", Mode: 0o755, ModTime: made, Format: tar.FormatPAX,
		})
	}
	for _, f := range files {
		content, err := f.read()
		if err != nil {
			return err
		}
		header := &tar.Header{
			Typeflag: tar.TypeReg, Name: f.path, Mode: int64(f.mode), Size: int64(len(content)), ModTime: made,
			Format: tar.FormatPAX,
		}
		if err := errors.Join(folder(path.Dir(f.path)), w.WriteHeader(header)); err != nil {
			return err
		}
		if _, err := w.Write(content); err != nil {
			return err
		}
	}
	return w.Close()
}
