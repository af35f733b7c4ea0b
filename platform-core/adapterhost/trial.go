package adapterhost

import (
	"cmp"
	"context"
	"log/slog"
	"path/filepath"

	"platform.internal/platform-core/adapter"
)

// Surroundings are what an adapter's process is put into besides what a host
// gives it. A host gives nothing; the conformance suite does, to see that no
// answer depends on it.
type Surroundings struct {
	// Variables are environment variables, as NAME=value.
	Variables []string
	// Folder is the working directory; empty for the host's own.
	Folder string
}

// Trial is one run of a binary, outside of any catalog.
type Trial struct {
	// Adapter is the running adapter, checked against the contract.
	adapter.Adapter
	// Status is what a host shows of it.
	Status adapter.Status
	remote *remote
}

// Try starts the adapter at path, whichever provider it is of, in surroundings.
// Of options it takes the logger and the limits. The error is a
// *problem.Problem, or ctx's own. Close the trial to end the process.
func Try(ctx context.Context, path string, surroundings Surroundings, options Options) (*Trial, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	log := cmp.Or(options.Logger, slog.New(slog.DiscardHandler))
	p := options.program("", path, "", log)
	p.surroundings = surroundings
	r := p.supervised()
	status, err := r.status(ctx)
	if err != nil {
		r.supervisor.close()
		return nil, err
	}
	return &Trial{Adapter: r, Status: status, remote: r}, nil
}

// Close ends the process and returns once nothing of it is left.
func (t *Trial) Close() { t.remote.supervisor.close() }
