// Command release makes the files of a release of the platform in a folder: archives, Debian
// packages, a container image, SBOMs, third-party notices, provenance and checksums. From the same
// commit it makes the same bytes. It is run in the root of the repository by `make release`.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	platformcore "platform.internal/platform-core"
)

// release is what is made, and of what.
type release struct {
	version string
	commit  string
	// made is the time of the commit, which every file of the release has.
	made time.Time
	// out is the folder of the release, work that of what it is made of.
	out, work string
	// signatures is a folder with signatures of the lock files; empty for none.
	signatures string
	notices    []byte
	sdkOnly    bool
	// goVersion is that of the go command, such as go1.26.0.
	goVersion string
}

// target is a system that programs are built for.
type target struct{ os, arch string }

var targets = []target{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}}

func (t target) String() string { return t.os + "_" + t.arch }

func main() {
	r := release{version: platformcore.Version}
	flag.StringVar(&r.out, "out", "dist", "`folder` to write the release to; what is in it is removed")
	flag.StringVar(&r.signatures, "signatures", "",
		"`folder` with a signature of each lock file, as NAME.sig, and the public key, release.pub")
	flag.BoolVar(&r.sdkOnly, "sdk-only", false, "make only the SDK for authors of adapters")
	flag.Parse()
	err := r.make()
	if err == nil && !r.sdkOnly {
		fmt.Println("try the archive")
		err = r.try()
	}
	err = errors.Join(err, os.RemoveAll(r.work))
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// step is a step of making a release.
type step struct {
	what string
	do   func() error
}

// make makes every file, or only the SDK.
func (r *release) make() error {
	sdk := step{"make the SDK", r.sdk}
	steps := []step{
		{"decide the environment", r.decideEnvironment},
		{"read the commit", r.readCommit},
		{"empty the folder", r.empty},
	}
	if r.sdkOnly {
		steps = append(steps, sdk)
	} else {
		steps = append(steps, []step{
			{"build", r.build},
			{"lock the adapters", r.lock},
			{"collect third-party notices", r.collectNotices},
			{"describe what is in it", r.describe},
			{"make archives", r.archives},
			sdk,
			{"make Debian packages", r.packages},
			{"make the image", r.image},
			{"state the provenance", r.provenance},
			{"sum up", r.sums},
		}...)
	}
	for _, step := range steps {
		fmt.Println(step.what)
		if err := step.do(); err != nil {
			return fmt.Errorf("%s: %w", step.what, err)
		}
	}
	return nil
}

// readCommit reads which commit it is. What is not committed would be in no other build.
func (r *release) readCommit() error {
	out, err := run("", "git", "log", "-1", "--format=%H %ct")
	if err != nil {
		return err
	}
	commit, seconds, _ := strings.Cut(strings.TrimSpace(out), " ")
	unix, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return err
	}
	r.commit, r.made = commit, time.Unix(unix, 0).UTC()
	changed, err := run("", "git", "status", "--porcelain")
	if err == nil && changed != "" {
		err = errors.New("there are changes that are not committed; commit them first:\n" + changed)
	}
	return err
}

func (r *release) empty() (err error) {
	if r.out, err = filepath.Abs(r.out); err != nil {
		return err
	}
	r.work = filepath.Join(r.out, "work")
	return errors.Join(os.RemoveAll(r.out), os.MkdirAll(r.work, 0o755))
}

// command returns what the go command prints for a target.
func (t target) command(args ...string) (string, error) {
	return run("", "env", append([]string{"GOOS=" + t.os, "GOARCH=" + t.arch, "CGO_ENABLED=0", "go"}, args...)...)
}

// run returns what a command prints.
func run(dir, name string, args ...string) (string, error) {
	command := exec.Command(name, args...)
	command.Dir = dir
	var stderr strings.Builder
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, stderr.String())
	}
	return string(out), nil
}
