package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path"
	"time"

	gomod "golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// sdk writes the archive of the SDK for authors of adapters. The archive is a folder with the module platform-core,
// which the go command can use as a module proxy (https://go.dev/ref/mod#goproxy-protocol).
func (r *release) sdk() error {
	const folder = "platform-core"
	sources, err := tracked(folder, "")
	if err != nil {
		return err
	}
	version := gomod.Version{Path: "platform.internal/" + folder, Version: "v" + r.version}
	var packed bytes.Buffer
	zipped := make([]zip.File, len(sources))
	for i, f := range sources {
		zipped[i] = moduleFile{f}
	}
	if err := zip.Create(&packed, version, zipped); err != nil {
		return err
	}
	info, err := json.Marshal(struct {
		Version string
		Time    time.Time
	}{version.Version, r.made})
	if err != nil {
		return err
	}
	name := "platform-sdk_" + r.version
	below := path.Join(name, version.Path, "@v")
	return r.writeArchive(name, []file{
		{path: path.Join(below, "list"), mode: 0o644, content: []byte(version.Version + "\n")},
		{path: path.Join(below, version.Version+".info"), mode: 0o644, content: info},
		{path: path.Join(below, version.Version+".mod"), mode: 0o644, source: folder + "/go.mod"},
		{path: path.Join(below, version.Version+".zip"), mode: 0o644, content: packed.Bytes()},
	})
}

// moduleFile implements [zip.File].
type moduleFile struct{ file }

func (f moduleFile) Path() string                 { return f.path }
func (f moduleFile) Lstat() (os.FileInfo, error)  { return os.Lstat(f.source) }
func (f moduleFile) Open() (io.ReadCloser, error) { return os.Open(f.source) }
