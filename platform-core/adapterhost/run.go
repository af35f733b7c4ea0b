package adapterhost

import (
	"context"
	"path/filepath"

	"platform.internal/platform-core/adapter"
)

// ProcessEnvironment is what an adapter's process sees besides what a host gives
// it. A host gives nothing more; the conformance suite does, to see that no answer
// depends on it.
type ProcessEnvironment struct {
	// Variables are environment variables, as NAME=value.
	Variables []string
	// Folder is the working directory; empty for the root.
	Folder string
}

// Run is one run of a binary, outside of any catalog.
type Run struct {
	// Adapter is the running adapter, checked against the contract.
	adapter.Adapter
	// Status is what a host shows of it.
	Status adapter.Status
	// Close ends the process and returns once nothing of it is left.
	Close func()
}

// Start starts the adapter at path, whichever provider it is of, in environment.
// Of options it takes the logger and the limits. The error is a *problem.Problem,
// or ctx's own. Close the run to end the process.
func Start(ctx context.Context, path string, environment ProcessEnvironment, options Options) (*Run, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	r := options.filled().remote(program{path: path, environment: environment})
	status, err := r.status(ctx)
	if err != nil {
		r.close()
		return nil, err
	}
	return &Run{Adapter: r, Status: status, Close: r.close}, nil
}
