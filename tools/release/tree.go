package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// file is a file of a package or an archive.
type file struct {
	// path has no slash at the beginning.
	path string
	mode fs.FileMode
	// source is the file that has the content. If it is empty, content has it.
	source  string
	content []byte
}

func (f file) read() ([]byte, error) {
	if f.source == "" {
		return f.content, nil
	}
	return os.ReadFile(f.source)
}

// binaries returns the programs of a target with their adapters below a folder. Every user may run a program, and
// only root may change it, as the lock file demands.
func (r *release) binaries(t target, below string) ([]file, error) {
	return tree(r.dir(t), below, func(name string) fs.FileMode {
		if filepath.Ext(name) != "" {
			return 0o644
		}
		return 0o755
	})
}

// sourceOnly are folders of docs and examples that are not part of a release. The example of an adapter is only for
// authors of adapters, who use the SDK.
var sourceOnly = []string{"docs/site/", "examples/adapter/"}

// contents returns the files of an archive or a package for a target: programs, texts, documentation, examples and, for
// Linux, systemd units. Each kind is below a folder of its own.
func (r *release) contents(t target, programs, texts, units string) ([]file, error) {
	files, err := r.binaries(t, programs)
	if err != nil {
		return nil, err
	}
	files = append(files, r.texts(t, texts)...)
	for _, folder := range []string{"docs", "examples"} {
		found, err := tracked(folder, path.Join(texts, folder))
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	files = slices.DeleteFunc(files, func(f file) bool {
		return slices.ContainsFunc(sourceOnly, func(folder string) bool { return strings.HasPrefix(f.source, folder) })
	})
	if err := resolveLinks(files); err != nil || t.os != "linux" {
		return files, err
	}
	services, err := tracked("tools/release/files/systemd", units)
	return append(files, services...), err
}

// texts returns the texts that come with the programs in archives, packages and the image.
func (r *release) texts(t target, below string) []file {
	return []file{
		{path: path.Join(below, "THIRD-PARTY-NOTICES.txt"), mode: 0o644, content: r.notices},
		{path: path.Join(below, "sbom.cdx.json"), mode: 0o644, source: filepath.Join(r.out, sbomName(t))},
		{path: path.Join(below, "CHANGELOG.md"), mode: 0o644, source: "CHANGELOG.md"},
		{path: path.Join(below, "SECURITY.md"), mode: 0o644, source: "SECURITY.md"},
	}
}

// tree returns the files of a folder below another, in the order of their names.
func tree(dir, below string, mode func(name string) fs.FileMode) ([]file, error) {
	var files []file
	err := filepath.WalkDir(dir, func(source string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		relative, err := filepath.Rel(dir, source)
		to := path.Join(below, filepath.ToSlash(relative))
		files = append(files, file{path: to, mode: mode(entry.Name()), source: source})
		return err
	})
	return files, err
}

// link is a link of a page: its text, and the file that it leads to.
var link = regexp.MustCompile(`\[([^\]]+)\]\(([^)#:]+)(?:#[^)]*)?\)`)

// resolveLinks leaves only the text of a link that leads to a file of the source, which the release does not have. The
// README of the source is such a file: an archive has another one.
func resolveLinks(files []file) error {
	for i, f := range files {
		if path.Ext(f.path) != ".md" {
			continue
		}
		text, err := f.read()
		if err != nil {
			return err
		}
		files[i].source = ""
		files[i].content = link.ReplaceAllFunc(text, func(found []byte) []byte {
			parts := link.FindSubmatch(found)
			to := path.Join(path.Dir(f.path), string(parts[2]))
			if slices.ContainsFunc(files, func(f file) bool { return f.path == to }) {
				return found
			}
			return parts[1]
		})
	}
	return nil
}

// tracked returns the files of a folder of the repository below another folder: only those that git tracks.
func tracked(dir, below string) ([]file, error) {
	list, err := run("", "git", "ls-files", "-z", "--", dir)
	if err != nil {
		return nil, err
	}
	var files []file
	for source := range strings.SplitSeq(strings.TrimSuffix(list, "\x00"), "\x00") {
		files = append(files, file{path: path.Join(below, strings.TrimPrefix(source, dir+"/")), mode: 0o644, source: source})
	}
	return files, nil
}

func plain(string) fs.FileMode { return 0o644 }
