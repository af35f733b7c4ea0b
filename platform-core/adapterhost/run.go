package adapterhost

import (
	"context"
	"path/filepath"

	"platform.internal/platform-core/adapter"
)

// ProcessEnvironment is added to the environment of an adapter's process. A host adds nothing.
// The conformance suite does, to check that no answer depends on it.
type ProcessEnvironment struct {
	// Variables are environment variables in the form NAME=value.
	Variables []string
	// Folder is the working directory; empty for the root.
	Folder string
}

// Run is a started adapter that belongs to no [Catalog].
type Run struct {
	// Adapter is the running adapter, checked against the contract.
	adapter.Adapter
	// Status is the status after the start.
	Status adapter.Status
	// Close ends the adapter and waits for its end.
	Close func()
}

// Start starts the adapter at path, of any provider. It uses only the logger and the limits of
// options. The error is a [problem.Problem], ctx.Err(), or the error of [filepath.Abs]. Close the
// run to end the process.
func Start(ctx context.Context, path string, environment ProcessEnvironment, options Options) (*Run, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	r := options.withDefaults().remote(program{path: path, environment: environment})
	status, err := r.status(ctx)
	if err != nil {
		r.close()
		return nil, err
	}
	return &Run{Adapter: r, Status: status, Close: r.close}, nil
}
