package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/goreleaser/nfpm/v2"
	"github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
)

// packages writes a Debian package for each architecture of Linux. Root owns its files, and the services run as users
// that systemd makes for them.
func (r *release) packages() error {
	for _, t := range targets {
		if t.os != "linux" {
			continue
		}
		contents, err := r.packaged(t)
		if err != nil {
			return err
		}
		info := nfpm.WithDefaults(&nfpm.Info{
			Name: "environment-platform", Arch: t.arch, Platform: "linux", Version: r.version, MTime: r.made,
			Section: "admin", Priority: "optional", Maintainer: "The platform's owner <owner@example.com>",
			Description: "Self-Service Environment Platform\n" +
				"Checks requests for cloud environments against policy and prepares\n" +
				"proposals for review. It makes no cloud call and holds no credential.",
			Overridables: nfpm.Overridables{
				Contents: contents,
				Scripts: nfpm.Scripts{
					PostInstall: "tools/release/files/deb/postinst",
					PreRemove:   "tools/release/files/deb/prerm",
					PostRemove:  "tools/release/files/deb/postrm",
				},
			},
		})
		info.Target = filepath.Join(r.out, fmt.Sprintf("environment-platform_%s_%s.deb", r.version, t.arch))
		var out bytes.Buffer
		if err := errors.Join(nfpm.PrepareForPackager(info, "deb"), deb.Default.Package(info, &out)); err != nil {
			return err
		}
		if err := os.WriteFile(info.Target, out.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (r *release) packaged(t target) (files.Contents, error) {
	const lib, doc = "usr/lib/platform", "usr/share/doc/environment-platform"
	all, err := r.contents(t, lib, doc, "usr/lib/systemd/system")
	if err != nil {
		return nil, err
	}
	contents := files.Contents{
		{Destination: "/etc/platform", Type: files.TypeDir, FileInfo: &files.ContentFileInfo{Mode: 0o755, MTime: r.made}},
	}
	for _, name := range []string{"platform", "platform-server", "platform-portal"} {
		contents = append(contents, &files.Content{
			Destination: "/usr/bin/" + name, Source: "/" + lib + "/" + name, Type: files.TypeSymlink,
		})
	}
	for _, name := range []string{"platform-server", "platform-portal"} {
		contents = append(contents, &files.Content{
			Source: "tools/release/files/default/" + name, Destination: "/etc/default/" + name, Type: files.TypeConfigNoReplace,
			FileInfo: &files.ContentFileInfo{Mode: 0o644, MTime: r.made},
		})
	}
	for i, f := range all {
		source := f.source
		if source == "" { // the packager reads files
			source = filepath.Join(r.work, fmt.Sprintf("content-%s-%d", t, i))
			if err := os.WriteFile(source, f.content, 0o644); err != nil {
				return nil, err
			}
		}
		contents = append(contents, &files.Content{
			Source: source, Destination: "/" + f.path,
			FileInfo: &files.ContentFileInfo{Owner: "root", Group: "root", Mode: f.mode, MTime: r.made},
		})
	}
	return contents, nil
}
