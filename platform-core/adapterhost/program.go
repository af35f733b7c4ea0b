package adapterhost

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"runtime"
	"time"

	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/problem"
)

// program is an adapter's binary, and how to run it.
type program struct {
	failure failure
	// id is the provider that the binary must be; empty for any.
	id   string
	path string
	// digest is the one that the binary must have, "sha256:" and hex digits;
	// empty for any.
	digest string
	// plain starts the process unconfined, for tests.
	plain bool
	// confined refuses a process whose confinement is less than enforced.
	confined bool
	limits   limits
	log      *slog.Logger
	// versions are those of the contract that the host speaks, the best first.
	versions []version
	// environment is that of a Run; none under a catalog.
	environment ProcessEnvironment
}

func newProgram(id, path, digest string, l limits, log *slog.Logger) *program {
	name := id
	if name == "" {
		name = filepath.Base(path)
	}
	return &program{
		failure: failure{id: name, file: filepath.Base(path)},
		id:      id, path: path, digest: digest, limits: l,
		log: log.With("adapter", name), versions: spoken,
	}
}

// supervised returns the adapter that the program is.
func (p *program) supervised() *remote { return newRemote(p.failure, p.limits, p.start) }

// start runs the binary until it has described itself. The process ends with
// life. The error is a *problem.Problem.
func (p *program) start(life context.Context) (*instance, error) {
	began := time.Now()
	image, err := p.load()
	if err != nil {
		return nil, err
	}
	defer func() { _ = image.Close() }()
	l := newLaunch(life, p, image)
	i, err := l.connect()
	if err != nil {
		return nil, l.abandon(err)
	}
	if runtime.GOOS == "linux" && !image.Sealed {
		p.log.Warn("adapter's bytes were not sealed between check and start; the kernel allows no memory file to run", "file", p.path)
	}
	if advice := deprecation(p.versions, i.status.ContractVersion); advice != "" {
		p.log.Warn("adapter speaks a deprecated version of the contract", "contract_version", i.status.ContractVersion, "advice", advice)
	}
	p.log.Debug("adapter started", "pid", l.process.PID(), "version", i.status.Description.Version,
		"digest", image.Digest, "took", time.Since(began))
	return i, nil
}

// load reads the binary and checks it against the lock.
func (p *program) load() (*process.Image, error) {
	image, err := process.Load(p.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, p.failure.fault(problem.AdapterMissing, err)
	case errors.Is(err, process.ErrNotExecutable), errors.Is(err, process.ErrNotRegular), errors.Is(err, process.ErrTooLarge):
		return nil, p.failure.fault(problem.AdapterNotExecutable, err)
	case err != nil:
		return nil, p.failure.fault(problem.AdapterUnreadable, err)
	case p.digest != "" && p.digest != image.Digest:
		_ = image.Close()
		return nil, p.failure.fault(problem.AdapterDigestMismatch, fmt.Errorf("the lock file has %s, the file is %s", p.digest, image.Digest))
	}
	return image, nil
}
