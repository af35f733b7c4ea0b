package adaptertest

import (
	"context"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost"
)

// Subject is an adapter to check: that of [Binary], or one in this process.
type Subject struct {
	// Start starts it afresh in a process environment, on which no answer may
	// depend. The error is a *problem.Problem, or the context's own.
	Start func(context.Context, adapterhost.ProcessEnvironment) (Running, error)
	// OtherTimes calls ask with fresh adapters in this process: one now, and others
	// under a clock that is years ahead and moves. It is nil for a process.
	OtherTimes func(ask func(adapter.Adapter))
}

// Running is a started [Subject].
type Running struct {
	// Adapter is the adapter as a host sees it.
	adapter.Adapter
	// Status is what a host shows of it.
	Status adapter.Status
	// Close ends it.
	Close func()
}

// Binary returns the subject of a binary at path. Each start is a process of its
// own, as a host would start it. options bound it.
func Binary(path string, options adapterhost.Options) Subject {
	return Subject{Start: func(ctx context.Context, env adapterhost.ProcessEnvironment) (Running, error) {
		process, err := adapterhost.Start(ctx, path, env, options)
		if err != nil {
			return Running{}, err
		}
		return Running{Adapter: process, Status: process.Status, Close: process.Close}, nil
	}}
}
