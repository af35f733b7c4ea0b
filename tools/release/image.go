package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// user is the user ID of the container's process: an unprivileged one that other small images use too.
const user = "65532"

// image writes an OCI image of both architectures of Linux, as an archive of an OCI layout. It has the programs with
// their adapters, the texts of a release, etc/passwd and tmp/.
func (r *release) image() error {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, t := range targets {
		if t.os != "linux" {
			continue
		}
		made, err := r.imageFor(t)
		if err != nil {
			return err
		}
		platform := v1.Descriptor{Platform: &v1.Platform{OS: t.os, Architecture: t.arch}}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: made, Descriptor: platform})
	}
	dir := filepath.Join(r.work, "image")
	// The outer index has the tag, by which tools find the inner index.
	outer := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	outer = mutate.AppendManifests(outer, mutate.IndexAddendum{Add: index, Descriptor: v1.Descriptor{
		Annotations: map[string]string{"org.opencontainers.image.ref.name": r.version},
	}})
	if _, err := layout.Write(dir, outer); err != nil {
		return err
	}
	files, err := tree(dir, "", plain)
	if err != nil {
		return err
	}
	out, err := os.Create(filepath.Join(r.out, fmt.Sprintf("platform_%s_image.oci.tar", r.version)))
	if err != nil {
		return err
	}
	return errors.Join(writeTar(out, files, r.made), out.Close())
}

func (r *release) imageFor(t target) (v1.Image, error) {
	files, err := r.binaries(t, "platform")
	if err != nil {
		return nil, err
	}
	files = append(files, r.texts(t, "platform")...)
	passwd := "platform:x:" + user + ":" + user + "::/:/none\n"
	files = append(files, file{path: "etc/passwd", mode: 0o644, content: []byte(passwd)})
	var content bytes.Buffer
	// Adapters make their sockets in tmp/. A container with a read-only disk needs a tmpfs there.
	temporary := &tar.Header{Typeflag: tar.TypeDir, Name: "tmp/", Mode: 0o1777, ModTime: r.made, Format: tar.FormatPAX}
	if err := tar.NewWriter(&content).WriteHeader(temporary); err != nil {
		return nil, err
	}
	if err := writeTar(&content, files, r.made); err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(content.Bytes())), nil
	}, tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	history := v1.History{Created: v1.Time{Time: r.made}, CreatedBy: "make release"}
	image, err = mutate.Append(image, mutate.Addendum{Layer: layer, History: history})
	if err != nil {
		return nil, err
	}
	return mutate.ConfigFile(image, r.imageConfig(t, image))
}

func (r *release) imageConfig(t target, image v1.Image) *v1.ConfigFile {
	config, err := image.ConfigFile()
	if err != nil {
		panic(err) // it was made here
	}
	config = config.DeepCopy()
	config.OS, config.Architecture, config.Created = t.os, t.arch, v1.Time{Time: r.made}
	config.Config = v1.Config{
		User: user + ":" + user, WorkingDir: "/", Entrypoint: []string{"/platform/platform-server"},
		Labels: map[string]string{
			"org.opencontainers.image.title":    "Self-Service Environment Platform",
			"org.opencontainers.image.version":  r.version,
			"org.opencontainers.image.revision": r.commit,
		},
	}
	return config
}
