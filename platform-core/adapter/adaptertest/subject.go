package adaptertest

import (
	"context"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost"
)

// Subject is an adapter to check: the binary of Binary, or the adapter of Run.
// It starts the adapter afresh, in a process environment on which no answer may
// depend. The error is a *problem.Problem, a skip, or ctx's own.
type Subject func(ctx context.Context, env adapterhost.ProcessEnvironment) (running, error)

// running is a started Subject.
type running struct {
	// Adapter is the adapter as a host sees it.
	adapter.Adapter
	// status is what a host shows of it.
	status adapter.Status
	// direct is the adapter itself, where it is in this process; else nil.
	direct adapter.Adapter
	// later calls ask with fresh adapters in this process, each under a clock that
	// is years ahead and moves; nil for a process.
	later func(ask func(adapter.Adapter))
	// close ends it.
	close func()
}

// Binary returns the subject of a binary at path: each start is a process of
// its own, which a host would start in the same way. options bound it.
func Binary(path string, options adapterhost.Options) Subject {
	return func(ctx context.Context, env adapterhost.ProcessEnvironment) (running, error) {
		process, err := adapterhost.Start(ctx, path, env, options)
		if err != nil {
			return running{}, err
		}
		return running{Adapter: process, status: process.Status, close: process.Close}, nil
	}
}
