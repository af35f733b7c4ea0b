package main

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tiny is a repository with a program of each kind. One program uses a third-party module.
var tiny = map[string]string{
	"go.work":       "go 1.26.0\n\nuse (\n\t.\n\t./platform-core\n)\n",
	"go.mod":        "module platform.internal/tiny\n\ngo 1.26.0\n\nrequire example.com/other v1.2.3\n\nreplace example.com/other => ./other\n",
	"other/go.mod":  "module example.com/other\n\ngo 1.26.0\n",
	"other/doc.go":  "package other\n\nconst Text = \"other\"\n",
	"other/LICENSE": "Do with it what you like.\n",

	"platform-server/cmd/platform-server/main.go": "package main\n\nfunc main() {}\n",
	"portal/cmd/platform-portal/main.go":          "package main\n\nfunc main() {}\n",
	"provider-a/cmd/platform-provider-a/main.go":  "package main\n\nfunc main() {}\n",
	// It writes what the product's own does for an adapter. The hash is put in by the release.
	"platform-cli/cmd/platform/main.go": "package main\n\nimport (\n\t\"os\"\n\n\t\"example.com/other\"\n)\n\nfunc main() {\n\tprintln(other.Text)\n" +
		"\tif err := os.WriteFile(os.Args[3]+\"/adapters.lock.json\", []byte(`{\"schema\": \"platform.adapters-lock/v1\", \"adapters\": [" +
		"{\"id\": \"provider_a\", \"file\": \"platform-provider-a\", \"version\": \"1.0.0\", \"sha256\": \"" + strings.Repeat("0", 64) +
		"\"}]}`), 0o644); err != nil {\n\t\tpanic(err)\n\t}\n}\n",
	"platform-core/go.mod": "module platform.internal/platform-core\n\ngo 1.26.0\n",
	"platform-core/doc.go": "package core\n",

	"docs/one.md": "[start](../README.md), [two\nlines](ci/two.md#part), [other](https://example.com/a.md), [source](../doc/x.md),\n" +
		"[adapter](../examples/adapter/README.md#run)\n",
	"docs/ci/two.md": "# Two\n", "docs/site/page.html": "not of the archive\n", "examples/adapter/README.md": "not of the archive\n",
	"CHANGELOG.md": "changes\n", "SECURITY.md": "security\n", "examples/one/request.yaml": "a: b\n", ".gitignore": "ignored\n", "examples/ignored": "not of the commit\n",
}

// embedded are those of this folder that a release takes.
//
//go:embed files
var embedded embed.FS

// commit writes files into a folder of its own and commits them at one time.
func commit(t *testing.T, content map[string]string) string {
	t.Helper()
	root := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(root, "tools", "release"), embedded))
	for name, text := range content {
		name = filepath.Join(root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	for _, name := range []string{"GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"} {
		t.Setenv(name, "2026-11-25T12:00:00Z")
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "tiny"}} {
		_, err := run(root, "git", args...)
		require.NoError(t, err)
	}
	return root
}

// made returns a release of a repository; the error is that of making it.
func made(t *testing.T, root string) (release, error) {
	t.Helper()
	t.Chdir(root)
	for name := range decided { // make sets them
		t.Setenv(name, os.Getenv(name))
	}
	for _, name := range kept {
		t.Setenv(name, os.Getenv(name))
	}
	t.Setenv("GOFLAGS", "-mod=mod") // what the caller has set does not count
	r := release{version: "1.0.0", out: filepath.Join(t.TempDir(), "dist")}
	return r, r.make()
}

// twoTargets leaves out the targets of macOS, unless the test runs on macOS.
func twoTargets(t *testing.T) {
	all := targets
	t.Cleanup(func() { targets = all })
	targets = []target{{"linux", "amd64"}, {"linux", "arm64"}}
	if here := (target{runtime.GOOS, runtime.GOARCH}); here.os != "linux" {
		targets = append(targets, here)
	}
}

// TestTwoReleasesOfACommitAreTheSame makes a release twice, from two folders with files of other times.
func TestTwoReleasesOfACommitAreTheSame(t *testing.T) {
	twoTargets(t)
	first, err := made(t, commit(t, tiny))
	require.NoError(t, err)
	root := commit(t, tiny)
	require.NoError(t, os.Chtimes(filepath.Join(root, "CHANGELOG.md"), time.Unix(0, 0), time.Unix(0, 0)))
	second, err := made(t, root)
	require.NoError(t, err)

	names, err := first.files()
	require.NoError(t, err)
	again, err := second.files()
	require.NoError(t, err)
	require.Equal(t, names, again)
	sums := read(t, first.out, "SHA256SUMS")
	for _, name := range names {
		content := read(t, first.out, name)
		sum := sha256.Sum256([]byte(content))
		assert.Equal(t, sum, sha256.Sum256([]byte(read(t, second.out, name))), name)
		if name != "SHA256SUMS" {
			assert.Contains(t, sums, fmt.Sprintf("%x  %s\n", sum, name))
		}
	}
	for _, name := range []string{
		"platform_1.0.0_linux_arm64.tar.gz", "environment-platform_1.0.0_arm64.deb", "platform_1.0.0_image.oci.tar", "platform_linux_arm64.cdx.json",
		"adapters_linux_arm64.lock.json", "platform-sdk_1.0.0.tar.gz", "THIRD-PARTY-NOTICES.txt", "provenance.intoto.json",
	} {
		assert.Contains(t, sums, "  "+name+"\n")
	}
	assert.Contains(t, read(t, first.out, "THIRD-PARTY-NOTICES.txt"), "example.com/other v1.2.3\n"+strings.Repeat("-", 80)+"\n\nDo with it what you like.\n")
	assert.Contains(t, read(t, first.out, "platform_linux_amd64.cdx.json"), "\"name\": \"./other\"")
	assert.Contains(t, read(t, first.out, "provenance.intoto.json"), first.commit)
	archived(t, first)
}

// archived looks at what is in the archive, who may change it, and when it was made.
func archived(t *testing.T, r release) {
	t.Helper()
	file, err := os.Open(filepath.Join(r.out, "platform_1.0.0_linux_amd64.tar.gz"))
	require.NoError(t, err)
	defer func() { _ = file.Close() }()
	unpacked, err := gzip.NewReader(file)
	require.NoError(t, err)
	modes, pages := map[string]int64{}, ""
	for archive := tar.NewReader(unpacked); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		name := strings.TrimPrefix(header.Name, "platform_1.0.0_linux_amd64/")
		modes[name] = header.Mode
		if name == "docs/one.md" {
			text, err := io.ReadAll(archive)
			require.NoError(t, err)
			pages = string(text)
		}
		assert.Equal(t, []int{0, 0}, []int{header.Uid, header.Gid}, header.Name)
		assert.Equal(t, r.made, header.ModTime.UTC(), header.Name)
	}
	for name, mode := range map[string]int64{
		"": 0o755, "platform": 0o755, "platform-server": 0o755, "platform-portal": 0o755, "adapters/": 0o755, "adapters/platform-provider-a": 0o755,
		"adapters/adapters.lock.json": 0o644, "examples/one/request.yaml": 0o644, "systemd/platform-server.service": 0o644, "README.md": 0o644,
		"docs/ci/two.md": 0o644, "CHANGELOG.md": 0o644, "SECURITY.md": 0o644, "THIRD-PARTY-NOTICES.txt": 0o644, "sbom.cdx.json": 0o644,
	} {
		assert.Equal(t, mode, modes[name], name)
	}
	for _, name := range []string{"examples/ignored", "examples/adapter/", "docs/site/"} {
		assert.NotContains(t, modes, name)
	}
	assert.Equal(t, "start, [two\nlines](ci/two.md#part), [other](https://example.com/a.md), source,\nadapter\n", pages,
		"a link to a file that the archive lacks is its text")
}

// TestTheFlagsAreThoseOfMake: the adapters of `make build` have the digests of the release.
func TestTheFlagsAreThoseOfMake(t *testing.T) {
	var flags []string
	for line := range strings.Lines(read(t, "../..", "Makefile")) {
		for _, name := range []string{"export GOFLAGS := ", "BUILD := go build "} {
			if found, ok := strings.CutPrefix(line, name); ok {
				flags = append(flags, strings.ReplaceAll(strings.TrimSpace(found), "-tags=", "-tags "))
			}
		}
	}
	last := len(buildFlags) - 1
	assert.Equal(t, strings.Join(buildFlags[:last], " ")+fmt.Sprintf(" %q", buildFlags[last]), strings.Join(flags, " "))
}

// TestWhatIsNotReleased: each of these ends the release with a line that says what to do.
func TestWhatIsNotReleased(t *testing.T) {
	twoTargets(t)
	t.Run("what is not committed", func(t *testing.T) {
		root := commit(t, tiny)
		require.NoError(t, os.WriteFile(filepath.Join(root, "new"), nil, 0o600))
		_, err := made(t, root)
		require.ErrorContains(t, err, "commit them first")
	})
	t.Run("a module without a licence", func(t *testing.T) {
		files := map[string]string{}
		for name, content := range tiny {
			if name != "other/LICENSE" {
				files[name] = content
			}
		}
		t.Chdir(commit(t, files))
		t.Setenv("GOWORK", "off")
		r := release{out: t.TempDir()}
		require.ErrorContains(t, r.collectNotices(), "example.com/other has no licence file")
	})
}

func read(t *testing.T, folder, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(folder, name))
	require.NoError(t, err)
	return string(content)
}
